/** What the shell says about the cluster above every page: kinds that cannot be read, old data, surprising manifests. */
import type { ClusterState, KindState, ManifestReport } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";

export interface NoticeView {
  readonly id: string;
  readonly tone: "information" | "warning" | "error";
  readonly title: string;
  readonly text: string;
  /** Advice to copy, one for each kind it is about. */
  readonly codes: readonly string[];
  /** Unfolds to these lines. */
  readonly lines: readonly string[];
}

const plural = (kinds: readonly KindState[]): string =>
  kinds.map(({ kind }) => (kind.endsWith("s") ? `${kind}es` : `${kind}s`)).join(", ");

const unique = (texts: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== undefined && text !== "").map((text) => escapeControls(text ?? ""))),
];

const clock = (instant: string): string => {
  const time = new Date(instant);
  return Number.isNaN(time.getTime())
    ? escapeControls(instant)
    : time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
};

/** Kinds OME does not need: their absence is worth a quiet word only. */
const optionalKinds = ["AcceleratorClass"];

const toKindNotices = (cluster: ClusterState): readonly NoticeView[] => {
  const inState = (state: KindState["state"]) => cluster.kinds.filter((kind) => kind.state === state);
  const notices: NoticeView[] = [];
  const forbidden = inState("forbidden");
  if (forbidden.length > 0) {
    notices.push({
      id: "forbidden",
      tone: "warning",
      title: `${plural(forbidden)}: forbidden.`,
      text: "This account may not list them. What is shown may be incomplete.",
      codes: unique(forbidden.map(({ advice }) => advice)),
      lines: [],
    });
  }
  const absent = inState("absent").filter(({ kind }) => !optionalKinds.includes(kind));
  const everything = cluster.kinds.filter(({ apiVersion }) => apiVersion.startsWith("ome.io/"));
  // When all of OME's kinds are absent the page says so in full.
  if (absent.length > 0 && absent.length < everything.filter(({ kind }) => !optionalKinds.includes(kind)).length) {
    notices.push({
      id: "absent",
      tone: "information",
      title: `${plural(absent)}: the cluster has no such kind.`,
      text: unique(absent.map(({ message }) => message)).join(" "),
      codes: unique(absent.map(({ advice }) => advice)),
      lines: [],
    });
  }
  const failed = inState("failed");
  if (failed.length > 0) {
    notices.push({
      id: "failed",
      tone: "error",
      title: `${plural(failed)}: could not be read.`,
      text: unique(failed.map(({ message }) => message)).join(" "),
      codes: unique(failed.map(({ advice }) => advice)),
      lines: [],
    });
  }
  const stale = inState("stale");
  if (stale.length > 0) {
    const since = stale.map((kind) => kind.since).sort()[0] ?? cluster.updatedAt;
    notices.push({
      id: "stale",
      tone: "warning",
      title:
        stale.length === cluster.kinds.length
          ? "The Kubernetes API does not answer."
          : `${plural(stale)}: not up to date.`,
      text: `Showing what was known at ${clock(since)}; asking again by itself. ${unique(stale.map(({ message }) => message))[0] ?? ""}`.trim(),
      codes: unique(stale.map(({ advice }) => advice)),
      lines: [],
    });
  }
  return notices;
};

const toLine = ({ file, line, message }: ManifestReport): string =>
  escapeControls(`${file}${line === undefined ? "" : `:${line}`}: ${message}`);

const levels = [
  ["error", "error", "could not be read"],
  ["warning", "warning", "deserve a look"],
] as const;

/** One notice a level, with the files inside; mere information stays out of the way. */
const toManifestNotices = (reports: readonly ManifestReport[]): readonly NoticeView[] =>
  levels.flatMap(([level, tone, words]): readonly NoticeView[] => {
    const lines = reports.filter((report) => report.level === level).map(toLine);
    if (lines.length === 0) return [];
    const only = lines.length === 1 ? lines[0] : undefined;
    return [
      {
        id: `manifests-${level}`,
        tone,
        title: only === undefined ? `${lines.length} manifests ${words}.` : "A manifest:",
        text: only ?? "",
        codes: [],
        lines: only === undefined ? lines : [],
      },
    ];
  });

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
    .filter(({ state }) => state === "stale")
    .map((kind) => kind.since)
    .sort()[0];
  if (oldest !== undefined) return stale(oldest, "The Kubernetes API does not answer; asking again by itself");
  const age = sayAge(now - new Date(cluster.updatedAt).getTime());
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
