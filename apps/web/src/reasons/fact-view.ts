import { escapeControls } from "@ome-matrix/matcher";
import { sayAge } from "./age.ts";
import { type Phrase, phrase } from "./phrase.ts";

/** One fact under a title. */
export interface FactView {
  readonly label: string;
  readonly text: Phrase;
  /** `attention`: this is what keeps it from matching. `absent`: there is none. */
  readonly tone: "plain" | "absent" | "attention";
}

export const fact = (label: string, text: Phrase): FactView => ({ label, text, tone: "plain" });

export const absentFact = (label: string, text = "none"): FactView => ({
  label,
  text: phrase`${text}`,
  tone: "absent",
});

/** `BaseModel in studio`. */
export const sayKind = ({ kind, namespace }: { readonly kind: string; readonly namespace?: string | undefined }) =>
  namespace === undefined ? kind : `${kind} in ${escapeControls(namespace)}`;

export const ageFact = (createdAt: string | undefined, now: number): FactView =>
  createdAt === undefined ? absentFact("Age", "not reported") : fact("Age", phrase`${sayAge(createdAt, now)}`);
