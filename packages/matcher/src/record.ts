/** What OME would write into a model from its files (spec chapter 4). */
import { fieldOf, type JsonObject } from "./read/json.ts";
import type { DiffusionComponent, DiffusionPipeline, ModelSpec, PipelineComponent } from "./resources.ts";
import { setFields } from "./values/set-fields.ts";

/** Why a key of `model_index.json`, or a part of it, is not recorded (spec 4.4). */
export const dropReasons = [
  /** Begins with `_`: never a component. */
  "underscore",
  /** `null`, a text, a number, true or false. */
  "not-a-component",
  "empty-list",
  /** A list that holds something other than texts and nulls. */
  "list-with-other-values",
  /** An object that names neither class nor library. */
  "object-without-class-and-library",
  /** The component is recorded, but not what follows the second item of its list. */
  "further-items",
] as const;
export type DropReason = (typeof dropReasons)[number];

/** What the file does not tell, or tells in a way worth a warning. */
export const recordNoteCodes = [
  /** No `_diffusers_version`: OME records an empty version, which never matches anything and is not overwritten. */
  "version/empty",
  /** No `transformers_version`: no framework version is recorded, and an entry with one does not match. */
  "version/unset",
  "architecture/unset",
  /** The file lists several architectures; the first is shown. */
  "architecture/several",
  /** A quantization of which the rules do not say what OME records; `value` names it. Nothing is shown as recorded. */
  "quantization/not-known",
  /** A quantization that OME does not record, such as 8-bit GPTQ; `value` names it. */
  "quantization/not-recorded",
  /** `hf_quant_config.json` is read too and may add a quantization. */
  "quantization/other-file",
  /** The parameter size is counted from the weights. */
  "size/not-derivable",
] as const;
export type RecordNoteCode = (typeof recordNoteCodes)[number];

export interface RecordNote {
  readonly code: RecordNoteCode;
  readonly value?: string;
}

/** Keys that share one field, such as `transformer` and `unet`, in the order of the file. */
export interface Ambiguity {
  readonly field: PipelineComponent;
  readonly choices: readonly { readonly key: string; readonly component: DiffusionComponent }[];
}

/** What OME would record from one file. */
export interface Recorded {
  /** Nothing is recorded: OME's own text, or ours when the file holds no JSON object. */
  readonly error?: string;
  /** The fields OME would write into a model that leaves them unset. */
  readonly fields: Pick<
    ModelSpec,
    "modelArchitecture" | "modelFormat" | "modelFramework" | "quantization" | "diffusionPipeline"
  >;
  readonly dropped: readonly { readonly key: string; readonly why: DropReason }[];
  /** Keys whose component is recorded as `{}`: present, but with neither library nor type. */
  readonly empty: readonly string[];
  /** Fields for which the file has several keys: OME keeps any of them; `fields` holds the last. */
  readonly ambiguous: readonly Ambiguity[];
  readonly notes: readonly RecordNote[];
}

/** What OME records from `model_index.json` (spec 4.4). Takes any JSON and never throws. */
export function recordModelIndex(json: unknown): Recorded {
  const file = toObject(json);
  if (file === undefined) return failed("model_index.json does not hold a JSON object");
  const dropped: { key: string; why: DropReason }[] = [];
  const empty: string[] = [];
  const known = new Map<PipelineComponent, { readonly key: string; readonly component: DiffusionComponent }[]>();
  const additional = new Map<string, DiffusionComponent>();
  const className = firstText(file, classKeys);
  for (const [key, value] of Object.entries(file)) {
    if (key === "_class_name" || key === "_diffusers_version") continue;
    if (className !== undefined && classKeys.includes(key) && value === className) continue;
    if (key.startsWith("_")) {
      dropped.push({ key, why: "underscore" });
      continue;
    }
    const read = readComponent(value);
    if (typeof read === "string") {
      dropped.push({ key, why: read });
      continue;
    }
    if (Array.isArray(value) && value.length > 2) dropped.push({ key, why: "further-items" });
    if (read.library === undefined && read.type === undefined) empty.push(key);
    const field = knownKeys.get(key.toLowerCase());
    if (field === undefined) additional.set(key, read);
    else known.set(field, [...(known.get(field) ?? []), { key, component: read }]);
  }
  if (className === undefined && known.size === 0 && additional.size === 0) {
    return failed("model_index.json did not contain diffusion pipeline metadata");
  }
  const written = fieldOf(file, "_diffusers_version");
  const version = typeof written === "string" ? written : "";
  const notes: RecordNote[] = [{ code: "size/not-derivable" }];
  if (version === "") notes.push({ code: "version/empty" });
  if (className === undefined) notes.push({ code: "architecture/unset" });
  const component = (name: PipelineComponent) => known.get(name)?.at(-1)?.component;
  return {
    fields: setFields<Recorded["fields"]>({
      modelArchitecture: className,
      modelFormat: { name: "diffusers", version },
      modelFramework: { name: "diffusers", version },
      quantization: undefined,
      diffusionPipeline: setFields<DiffusionPipeline>({
        className,
        scheduler: component("scheduler"),
        textEncoder: component("textEncoder"),
        tokenizer: component("tokenizer"),
        transformer: component("transformer"),
        vae: component("vae"),
        additionalComponents: additional.size > 0 ? additional : undefined,
      }),
    }),
    dropped,
    empty,
    ambiguous: [...known].flatMap(([field, choices]) => (choices.length > 1 ? [{ field, choices }] : [])),
    notes,
  };
}

/** What OME records from `config.json` of a model that is no diffusion pipeline (spec 4.3). Takes any JSON, never throws. */
export function recordConfig(json: unknown): Recorded {
  const file = toObject(json);
  if (file === undefined) return failed("config.json does not hold a JSON object");
  const notes: RecordNote[] = [{ code: "size/not-derivable" }];
  const version = nonEmptyText(fieldOf(file, "transformers_version"));
  if (version === undefined) notes.push({ code: "version/unset" });
  const listed = fieldOf(file, "architectures");
  const architectures = (Array.isArray(listed) ? listed : []).flatMap((item) => nonEmptyText(item) ?? []);
  if (architectures.length === 0) notes.push({ code: "architecture/unset" });
  if (architectures.length > 1) notes.push({ code: "architecture/several" });
  const quantization = readQuantization(file);
  if (quantization.note !== undefined) notes.push(quantization.note);
  if (quantization.recorded === undefined) notes.push({ code: "quantization/other-file" });
  return {
    fields: setFields<Recorded["fields"]>({
      modelArchitecture: architectures[0],
      modelFormat: { name: "safetensors", version: "1.0.0" },
      modelFramework: version === undefined ? { name: "transformers" } : { name: "transformers", version },
      quantization: quantization.recorded,
      diffusionPipeline: undefined,
    }),
    dropped: [],
    empty: [],
    ambiguous: [],
    notes,
  };
}

/** In this order, the first that is a text and not empty. */
const classKeys = ["_class_name", "class_name", "className"];

/** The keys with a field of their own; recognised in any letter case. */
const knownKeys: ReadonlyMap<string, PipelineComponent> = new Map([
  ["scheduler", "scheduler"],
  ["text_encoder", "textEncoder"],
  ["tokenizer", "tokenizer"],
  ["transformer", "transformer"],
  ["unet", "transformer"],
  ["vae", "vae"],
]);

function readComponent(value: unknown): DiffusionComponent | DropReason {
  if (Array.isArray(value)) return readComponentList(value);
  const object = toObject(value);
  if (object === undefined) return "not-a-component";
  const component = toComponent(firstText(object, ["_library", "library"]), firstText(object, [...classKeys, "type"]));
  return component.library === undefined && component.type === undefined
    ? "object-without-class-and-library"
    : component;
}

function readComponentList(list: readonly unknown[]): DiffusionComponent | DropReason {
  if (list.length === 0) return "empty-list";
  const texts: string[] = [];
  for (const item of list) {
    if (item !== null && typeof item !== "string") return "list-with-other-values";
    texts.push(item ?? "");
  }
  return list.length === 1 ? toComponent(undefined, texts[0]) : toComponent(texts[0], texts[1]);
}

/** An empty text is the same as leaving it out. */
function toComponent(library: string | undefined, type: string | undefined): DiffusionComponent {
  return setFields<DiffusionComponent>({ library: library || undefined, type: type || undefined });
}

function readQuantization(file: JsonObject): { readonly recorded?: string; readonly note?: RecordNote } {
  const config = toObject(fieldOf(file, "quantization_config"));
  if (config === undefined) return {};
  const method = nonEmptyText(fieldOf(config, "quant_method"));
  if (method === undefined) return { note: { code: "quantization/not-known" } };
  switch (method.toLowerCase()) {
    case "fp8":
    case "fbgemm_fp8":
    case "nvfp4":
    case "mxfp4":
    case "compressed-tensors":
      return { recorded: method.toLowerCase() };
    case "gptq":
    case "awq": {
      const bits = fieldOf(config, "bits") ?? fieldOf(config, "w_bit");
      if (bits === 4) return { recorded: "int4" };
      if (typeof bits !== "number") return { note: { code: "quantization/not-known", value: method } };
      return { note: { code: "quantization/not-recorded", value: `${method}, ${bits} bits` } };
    }
    // The method of a tool that writes several kinds of weights; OME tells them apart by another file.
    case "modelopt":
      return { note: { code: "quantization/not-known", value: method } };
    default:
      return { note: { code: "quantization/not-recorded", value: method } };
  }
}

function failed(error: string): Recorded {
  return { error, fields: {}, dropped: [], empty: [], ambiguous: [], notes: [] };
}

function toObject(json: unknown): JsonObject | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as JsonObject) : undefined;
}

function firstText(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = nonEmptyText(fieldOf(object, key));
    if (text !== undefined) return text;
  }
  return undefined;
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
