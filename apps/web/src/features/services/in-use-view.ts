/** What an InferenceService's own status and labels say is in use, and how that differs from what OME would do now. */
import type { InUseResponse, ServiceRow } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { type Phrase, phrase, value } from "../../reasons/phrase.ts";
import { driftWords } from "../../reasons/service-words.ts";

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

export const toDrift = ({ drift }: Pick<ServiceRow, "drift">): ToldView =>
  drift.length === 0
    ? told(phrase`none`, "none")
    : told(phrase`${drift.map((code) => driftWords[code].title).join(", ")}`, "fail");

/** The condition `Ready`. */
export const toReady = ({ ready }: InUseResponse): ToldView => {
  if (ready === undefined) return told(phrase`not reported`, "none");
  if (ready.status === "True") return told(phrase`yes`);
  const reason = ready.reason === undefined ? "" : `, ${escapeControls(ready.reason)}`;
  return told(phrase`${ready.status === "False" ? "no" : escapeControls(ready.status)}${reason}`, "fail");
};
