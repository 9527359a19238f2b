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
