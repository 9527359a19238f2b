/** An entry beside a model, field by field: what each side shows, and how it went. */
import type { EntryReportResponse, FieldComparisonResponse as Field } from "@ome-matrix/contract";
import { fieldLabel } from "./field-label.ts";
import { plainText, shownValue } from "./phrase.ts";
import { fieldWords } from "./reason-words.ts";

export interface FieldSide {
  readonly text: string;
  /** A value as written; else the text is ours: `not set`, `required`. */
  readonly isValue: boolean;
}

export interface FieldView {
  readonly id: string;
  readonly label: string;
  /** What the field is, for somebody who does not know it. */
  readonly meaning: string;
  readonly model: FieldSide;
  readonly operator: string;
  readonly entry: FieldSide;
  /** The entry's side adds nothing to the model's: a narrow screen shows one of them. */
  readonly once: boolean;
  readonly tone: "pass" | "fail" | "none";
  readonly result: string;
  /** The row that decides: it differs, and OME looked at it. */
  readonly differs: boolean;
  /** It differs and OME's sentence is silent about it. */
  readonly unnamed: boolean;
}

/** A pipeline or a component as a whole has no value: it is there or it is not. */
const isPresence = (field: Field): boolean => field.model === undefined && field.runtime === undefined;

/** Versions are compared with an operator; everything else is equal or not. */
const operatorOf = (path: string, field: Field): string => {
  if (isPresence(field) || field.outcome === "not-asked" || field.outcome === "not-compared") return "";
  if (!path.endsWith(".version")) return "=";
  return field.operator === undefined ? "Equal" : shownValue(field.operator);
};

const modelSide = (field: Field): FieldSide => {
  if (field.model !== undefined) return { text: shownValue(field.model), isValue: true };
  if (!isPresence(field)) return { text: field.field === "pipeline" ? "not recorded" : "not set", isValue: false };
  return { text: field.outcome === "same" ? "recorded" : "not recorded", isValue: false };
};

const entrySide = (field: Field): FieldSide => {
  if (field.runtime !== undefined) return { text: shownValue(field.runtime), isValue: true };
  if (isPresence(field)) return { text: "required", isValue: false };
  return { text: field.outcome === "not-asked" ? "not asked for" : "not set", isValue: false };
};

const resultOf = (field: Field): Pick<FieldView, "tone" | "result"> => {
  switch (field.outcome) {
    case "same":
      return { tone: "pass", result: "same" };
    case "accepted":
      return { tone: "pass", result: "accepted" };
    case "differs":
      if (field.model === undefined) return { tone: "fail", result: "missing" };
      return { tone: "fail", result: field.runtime === undefined ? "only on model" : "differs" };
    case "not-asked":
      return { tone: "none", result: "not asked" };
    case "not-compared":
      // Below a missing pipeline nothing is compared: this is what it has to hold, and no further difference.
      return field.field === "pipeline" && field.model === undefined
        ? { tone: "none", result: "part of it" }
        : { tone: "none", result: "not compared" };
  }
};

const toFieldView = (field: Field, unnamed: ReadonlySet<string>): FieldView => ({
  id: field.path,
  label: fieldLabel(field.path),
  meaning: plainText(fieldWords[field.field].meaning),
  model: modelSide(field),
  operator: operatorOf(field.path, field),
  entry: entrySide(field),
  once:
    field.outcome === "not-asked" || (field.outcome === "same" && field.model === field.runtime && !isPresence(field)),
  ...resultOf(field),
  differs: field.outcome === "differs",
  unnamed: unnamed.has(field.path),
});

export const toFieldViews = (entry: Pick<EntryReportResponse, "fields" | "mismatches">): readonly FieldView[] => {
  const unnamed = new Set(entry.mismatches.filter((mismatch) => !mismatch.namedByOme).map((mismatch) => mismatch.path));
  const ofPipeline = entry.fields.filter((field) => field.field === "pipeline");
  const asksForNone = ofPipeline.length > 1 && ofPipeline.every((field) => field.outcome === "not-asked");
  if (!asksForNone) return entry.fields.map((field) => toFieldView(field, unnamed));
  // An entry without a pipeline takes any: one row says so, instead of one for each part of the model's.
  const others = entry.fields.filter((field) => field.field !== "pipeline");
  return [...others.map((field) => toFieldView(field, unnamed)), anyPipeline];
};

const anyPipeline: FieldView = {
  id: "diffusionPipeline",
  label: fieldLabel("diffusionPipeline"),
  meaning: plainText(fieldWords.pipeline.meaning),
  model: { text: "recorded", isValue: false },
  operator: "",
  entry: { text: "not asked for", isValue: false },
  once: true,
  tone: "none",
  result: "not asked",
  differs: false,
  unnamed: false,
};
