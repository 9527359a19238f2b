/** What the shell says about the cluster above every page: kinds that cannot be read, old data, surprising manifests. */
import type { ClusterState, KindState, ManifestReport } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { isUnwatched, pluralOf, sayEffects, type Trouble, troubleOf } from "../reasons/doubts.ts";
import { capitalized } from "../reasons/phrase.ts";

export interface NoticeView {
  readonly id: string;
  readonly tone: "information" | "warning" | "error";
  readonly title: string;
  readonly text: string;
  /** What is missing, ready to copy. */
  readonly code: string | undefined;
  /** Unfolds to these lines. */
  readonly lines: readonly string[];
}

const plural = (kinds: readonly KindState[]): string => kinds.map(({ kind }) => pluralOf(kind)).join(", ");

const unique = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== undefined && text !== "").map((text) => escapeControls(text ?? ""))),
];

const clock = (instant: string): string => {
  const time = new Date(instant);
  return Number.isNaN(time.getTime())
    ? escapeControls(instant)
    : time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
};

/** The missing permission as rules of a ClusterRole or a Role, one for each API group. */
const toRules = (kinds: readonly KindState[]): string => {
  const groups = new Map<string, string[]>();
  for (const { apiVersion, plural: resource } of kinds) {
    const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
    groups.set(group, [...(groups.get(group) ?? []), resource]);
  }
  return [...groups]
    .map(
      ([group, resources]) =>
        `- apiGroups: ["${group}"]\n  resources: [${resources.join(", ")}]\n  verbs: [get, list, watch]`,
    )
    .join("\n");
};

const sentences = (kinds: readonly KindState[]): string =>
  unique(kinds.flatMap(({ message, advice }) => [message, advice]))
    .map((text) => text.replace(/[.\s]*$/, "."))
    .join(" ");

const effectsOf = (kinds: readonly KindState[]): string => {
  const say = (trouble: Trouble): readonly string[] => {
    const concerned = kinds.filter((kind) => troubleOf(kind) === trouble);
    return concerned.length === 0 ? [] : sayEffects(concerned, trouble);
  };
  return [...say("unseen"), ...say("old")].join(" ");
};

/**
 * Kinds that may not be read, one notice for each place where the right is missing: the ClusterRole, or the Role of each
 * namespace that is followed on its own.
 */
const toForbiddenNotices = (cluster: ClusterState): readonly NoticeView[] => {
  const places = new Map<string, KindState[]>();
  for (const kind of cluster.kinds) {
    if (kind.state !== "forbidden" && !isUnwatched(kind)) continue;
    const place = kind.followedIn === undefined ? "" : (kind.worstIn ?? kind.followedIn).join(", ");
    const group = JSON.stringify([place, isUnwatched(kind)]);
    places.set(group, [...(places.get(group) ?? []), kind]);
  }
  const isLimited = cluster.kinds.some(({ followedIn }) => followedIn !== undefined);
  return [...places].map(([group, kinds]): NoticeView => {
    const [place, unwatched] = JSON.parse(group) as [string, boolean];
    const isOne = !place.includes(",");
    const role =
      place === ""
        ? "ClusterRole"
        : isOne
          ? `Role in the namespace ${place}`
          : `Role in each of the namespaces ${place}`;
    const where = place === "" ? "" : ` in ${place}`;
    if (unwatched) {
      return {
        id: `unwatched${where}`,
        tone: "warning",
        title: `${plural(kinds)}${where}: listed, but not watched.`,
        text: `This account may list them but not watch them, so they are shown as of the last list, which is made anew every half minute or so. ${effectsOf(kinds)} Add to its ${role}, of which the verb watch is missing:`,
        code: toRules(kinds),
        lines: [],
      };
    }
    const namespaced = kinds.some(({ kind }) => ["BaseModel", "ServingRuntime", "InferenceService"].includes(kind));
    // An account with a Role only sees nothing unless it asks namespace by namespace.
    const add =
      namespaced && !isLimited
        ? "If its rights are in some namespaces only, start with --namespace NAME; else add"
        : "Add";
    return {
      id: `forbidden${where}`,
      tone: "warning",
      title: `${plural(kinds)}${where}: forbidden.`,
      text: `This account may not list them. ${effectsOf(kinds)} ${add} to its ${role}:`,
      code: toRules(kinds),
      lines: [],
    };
  });
};

/** Kinds OME does not need: their absence is worth a quiet word only. */
const optionalKinds = ["AcceleratorClass"];

const toKindNotices = (cluster: ClusterState): readonly NoticeView[] => {
  const inState = (state: KindState["state"]) => cluster.kinds.filter((kind) => kind.state === state);
  const notices: NoticeView[] = [...toForbiddenNotices(cluster)];
  const absent = inState("absent").filter(({ kind }) => !optionalKinds.includes(kind));
  const everything = cluster.kinds.filter(({ apiVersion }) => apiVersion.startsWith("ome.io/"));
  // When all of OME's kinds are absent the page says so in full.
  if (absent.length > 0 && absent.length < everything.filter(({ kind }) => !optionalKinds.includes(kind)).length) {
    notices.push({
      id: "absent",
      tone: "information",
      title: `${plural(absent)}: the cluster has no such kind.`,
      text: `${capitalized(sentences(absent))} Everything is worked out as if there were none.`,
      code: undefined,
      lines: [],
    });
  }
  const failed = inState("failed");
  if (failed.length > 0) {
    notices.push({
      id: "failed",
      tone: "error",
      title: `${plural(failed)}: could not be read.`,
      text: `${effectsOf(failed)} ${sentences(failed)}`.trim(),
      code: undefined,
      lines: [],
    });
  }
  const stale = inState("stale").filter((kind) => !isUnwatched(kind));
  if (stale.length > 0) {
    const since = stale.map((kind) => kind.since).sort()[0] ?? cluster.updatedAt;
    notices.push({
      id: "stale",
      tone: "warning",
      title:
        stale.length === cluster.kinds.length
          ? "The Kubernetes API does not answer."
          : `${plural(stale)}: not up to date.`,
      text: `Showing what was known at ${clock(since)}; asking again by itself. ${effectsOf(stale)} ${sentences(stale)}`.trim(),
      code: undefined,
      lines: [],
    });
  }
  return notices;
};

const toLine = ({ file, line, message }: ManifestReport): string =>
  escapeControls(`${file}${line === undefined ? "" : `:${line}`}: ${message}`);

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** What several reports of one code have in common. */
const sayReports = (code: string, level: ManifestReport["level"], count: number): string => {
  if (code === "duplicate-object") return `${counted(count, "object")} ${count === 1 ? "occurs" : "occur"} twice.`;
  return level === "error"
    ? `${counted(count, "manifest")} could not be read.`
    : `${counted(count, "manifest")} ${count === 1 ? "deserves" : "deserve"} a look.`;
};

/** One notice a kind of report, with the files inside; mere information stays out of the way. */
const toManifestNotices = (reports: readonly ManifestReport[]): readonly NoticeView[] => {
  const groups = new Map<string, ManifestReport[]>();
  for (const report of reports) {
    if (report.level === "info") continue;
    const id = `${report.level} ${report.code === "duplicate-object" ? report.code : ""}`;
    groups.set(id, [...(groups.get(id) ?? []), report]);
  }
  return [...groups].flatMap(([id, [first, ...more]]): readonly NoticeView[] =>
    first === undefined
      ? []
      : [
          {
            id: `manifests ${id}`,
            tone: first.level === "error" ? "error" : "information",
            title: sayReports(first.code, first.level, more.length + 1),
            text: "",
            code: undefined,
            lines: [first, ...more].map(toLine),
          },
        ],
  );
};

export const toNotices = (cluster: ClusterState | undefined): readonly NoticeView[] =>
  cluster === undefined ? [] : [...toKindNotices(cluster), ...toManifestNotices(cluster.manifestReports)];

export interface LiveView {
  readonly name: string;
  readonly look: "live" | "waiting" | "stale";
  /** `updated 12 s ago`, `stale since 14:02:11`. */
  readonly text: string;
  /** The same for narrow screens. */
  readonly short: string;
  readonly title: string;
}

export const sayAge = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
};

const sourceWords = { demo: "the demo cluster", manifests: "manifests", cluster: "a cluster" } as const;

/** A header that says how fresh a page is, over a page that is not whole, would be a lie. */
const toTroubledView = ({ kinds }: ClusterState): Pick<LiveView, "text" | "short" | "title"> | undefined => {
  const inTrouble = (trouble: Trouble) => kinds.filter((kind) => troubleOf(kind) === trouble);
  const unseen = inTrouble("unseen");
  const concerned = unseen.length > 0 ? unseen : inTrouble("old");
  if (concerned.length === 0) return undefined;
  const isNothing = unseen.length === kinds.length && kinds.every(({ count }) => count === 0);
  const what = `${concerned.length} of ${kinds.length} kinds`;
  const text = isNothing
    ? "nothing could be read"
    : unseen.length > 0
      ? `${what} cannot be read`
      : `${what} ${concerned.every(isUnwatched) ? "not watched" : "not up to date"}`;
  return {
    text,
    short: text,
    title: concerned
      .map((kind) => `${pluralOf(kind.kind)}: ${isUnwatched(kind) ? "not watched" : kind.state}`)
      .join(", "),
  };
};

/** How fresh the page is. `lostSince`: nothing answers the page since then. */
export const toLiveView = (
  cluster: ClusterState | undefined,
  connection: "connecting" | "open" | "polling" | "lost",
  since: number,
  now: number,
): LiveView => {
  const name = escapeControls(cluster?.source.name ?? "OME Matrix");
  const stale = (instant: string, title: string): LiveView => ({
    name,
    look: "stale",
    text: `stale since ${clock(instant)}`,
    short: "stale",
    title,
  });
  if (connection === "lost") {
    return stale(new Date(since).toISOString(), "OME Matrix's own server does not answer; asking again by itself");
  }
  if (cluster === undefined || cluster.state === "connecting") {
    return { name, look: "waiting", text: "connecting", short: "…", title: "Reading the cluster for the first time" };
  }
  const oldest = cluster.kinds
    .filter((kind) => kind.state === "stale" && !isUnwatched(kind))
    .map((kind) => kind.since)
    .sort()[0];
  if (oldest !== undefined) return stale(oldest, "The Kubernetes API does not answer; asking again by itself");
  const age = sayAge(now - new Date(cluster.updatedAt).getTime());
  const troubled = toTroubledView(cluster);
  if (troubled !== undefined) return { name, look: "stale", ...troubled };
  return {
    name,
    look: "live",
    text: `updated ${age} ago`,
    short: age,
    title: `Live from ${sourceWords[cluster.source.kind]}${
      cluster.source.address === undefined ? "" : `, also at ${cluster.source.address}`
    }${connection === "polling" ? "; events are blocked, asking every few seconds" : ""}`,
  };
};
