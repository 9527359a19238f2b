/** What an InferenceService's own status and labels say is in use, and how that differs from what OME would do now. */
import type { InUseResponse, RuntimeSync, ServiceRow } from "@ome-matrix/contract";
import { type DriftCode, escapeControls } from "@ome-matrix/matcher";
import { code, type Phrase, phrase, value } from "../../reasons/phrase.ts";
import type { Words } from "../../reasons/reason-words.ts";
import { driftWords, serviceNoteWords } from "../../reasons/service-words.ts";

export type Tone = "pass" | "fail" | "none";

export interface ToldView {
  readonly text: Phrase;
  readonly tone: Tone;
}

const told = (text: Phrase, tone: Tone = "pass"): ToldView => ({ text, tone });

/** For a cell: the label, the snapshot, or whether a runtime was found; in this order. */
export const toInUse = ({ label, pinnedRevision, runtimeReady }: InUseResponse): ToldView => {
  if (label !== undefined) return told(phrase`${value(label)}`);
  if (pinnedRevision !== undefined) return told(phrase`snapshot ${value(pinnedRevision)}`);
  if (runtimeReady === undefined) return told(phrase`not reported`, "none");
  if (runtimeReady.status === "True") return told(phrase`found, name not recorded`, "none");
  return told(phrase`${escapeControls(runtimeReady.reason ?? `RuntimeReady ${runtimeReady.status}`)}`, "fail");
};

/** The revision that it stays on, as it asks for. */
const keptRevision = (sync: RuntimeSync | undefined): string | undefined =>
  sync === undefined || sync.autoSync ? undefined : sync.revision;

/** What it asks for of the runtime that it names (spec 6.5), for a fact. */
export const toSync = ({ autoSync, revision }: RuntimeSync): ToldView => {
  if (!autoSync) {
    return revision === undefined
      ? told(phrase`not taken over (${code("autoSync: false")}): it keeps its snapshot`)
      : told(phrase`not taken over (${code("autoSync: false")}): it stays on revision ${value(revision)}`);
  }
  return revision === undefined
    ? told(phrase`taken over (${code("autoSync: true")})`)
    : told(
        phrase`taken over (${code("autoSync: true")}); revision ${value(revision)} is asked for, which needs ${code("autoSync: false")}`,
        "fail",
      );
};

/** Why it runs something else than the runtime as it is now, by what it asks for. */
const sayBehind = ({ runtimeSync, inUse }: Pick<ServiceRow, "runtimeSync" | "inUse">): Words => {
  const words = driftWords["drift/snapshot"];
  const revision = keptRevision(runtimeSync);
  const reason = inUse.runtimeDrifted?.reason ?? "RevisionMismatch";
  const kept = revision === undefined ? phrase`its snapshot` : phrase`revision ${value(revision)}`;
  const title = revision === undefined ? words.title : "revision is behind";
  if (reason !== "RevisionMismatch") {
    const meaning = phrase`${code("RuntimeDrifted")} gives the reason ${code(reason)}.`;
    return { title, meaning: runtimeSync?.autoSync === false ? phrase`${meaning} It keeps ${kept}.` : meaning };
  }
  if (runtimeSync?.autoSync === true) {
    const meaning = phrase`The runtime is another than the one in use. With ${code("autoSync: true")} its changes are taken over and rolled out.`;
    return { title, meaning };
  }
  return revision === undefined
    ? words
    : {
        title,
        meaning: phrase`The runtime as it is now is another. It stays on ${kept}, as it asks for, until ${code("spec.runtime.revision")} is changed.`,
      };
};

/** A drift in words that fit what it asks for. */
export const sayDrift = (row: Pick<ServiceRow, "runtimeSync" | "inUse">, drift: DriftCode): Words =>
  drift === "drift/snapshot" ? sayBehind(row) : driftWords[drift];

/** The note that it is pinned: to a revision, where it names one. */
export const sayPinned = ({ runtimeSync }: Pick<ServiceRow, "runtimeSync">): Words => {
  const revision = keptRevision(runtimeSync);
  return revision === undefined
    ? serviceNoteWords["runtime/pinned"]
    : {
        title: "It is pinned to a revision.",
        meaning: phrase`With ${code("autoSync: false")} and ${code(`revision: ${revision}`)} what runs is that revision of the runtime. What is said here is about the runtime as it is now.`,
      };
};

export const toDrift = (row: Pick<ServiceRow, "drift" | "runtimeSync" | "inUse">): ToldView =>
  row.drift.length === 0
    ? told(phrase`none`, "none")
    : told(phrase`${row.drift.map((drift) => sayDrift(row, drift).title).join(", ")}`, "fail");

/** The condition `Ready`. */
export const toReady = ({ ready }: InUseResponse): ToldView => {
  if (ready === undefined) return told(phrase`not reported`, "none");
  if (ready.status === "True") return told(phrase`yes`);
  const reason = ready.reason === undefined ? "" : `, ${escapeControls(ready.reason)}`;
  return told(phrase`${ready.status === "False" ? "no" : escapeControls(ready.status)}${reason}`, "fail");
};
