/** A pasted `model_index.json` in the address of a preview: only what fixes follow from, and only so much. */
import { type DiffusionComponent, recordModelIndex } from "@ome-matrix/matcher";
import { mostEvidence } from "../../api/links.ts";

const known = {
  scheduler: "scheduler",
  textEncoder: "text_encoder",
  tokenizer: "tokenizer",
  transformer: "transformer",
  vae: "vae",
} as const;

const toList = ({ library, type }: DiffusionComponent): readonly (string | null)[] => [library ?? null, type ?? null];

/** The shortest `model_index.json` that says the same of a pipeline; undefined where OME would record none from it. */
export const toShortIndex = (modelIndex: unknown): string | undefined => {
  const { fields, ambiguous } = recordModelIndex(modelIndex);
  const pipeline = fields.diffusionPipeline;
  if (pipeline === undefined) return undefined;
  const entries: (readonly [string, unknown])[] = [];
  if (pipeline.className !== undefined) entries.push(["_class_name", pipeline.className]);
  if (fields.modelFormat?.version) entries.push(["_diffusers_version", fields.modelFormat.version]);
  for (const [field, key] of Object.entries(known)) {
    const component = pipeline[field as keyof typeof known];
    const choices = ambiguous.find((one) => one.field === field)?.choices;
    if (choices !== undefined)
      entries.push(...choices.map((choice) => [choice.key, toList(choice.component)] as const));
    else if (component !== undefined) entries.push([key, toList(component)]);
  }
  for (const [key, component] of pipeline.additionalComponents ?? []) entries.push([key, toList(component)]);
  return JSON.stringify(Object.fromEntries(entries));
};

/** How long a text is in an address, where most signs of JSON are escaped. */
export const lengthInAddress = (text: string): number => new URLSearchParams({ "": text }).toString().length - 1;

export const fitsAddress = (text: string): boolean => lengthInAddress(text) <= mostEvidence;

/** What an address holds; undefined where that is no JSON. */
export const readEvidence = (text: string | undefined): unknown => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
