/**
 * What can honestly be changed on the model, for each way in which an entry differs from it (spec 5.2, column "Model side").
 *
 * A field that OME left empty may be filled in; a value that OME can read is never changed into what an entry asks for; a
 * field is only removed from a model that OME never reads (spec 4.2).
 */
import type { Mismatch } from "../reasons.ts";
import type { DiffusionPipeline, Entry, EntryVersionedName, ResourceName } from "../resources.ts";
import { acceptsVersion } from "../values/version.ts";
import { confirms, type Evidence, mayBeRecorded } from "./evidence.ts";
import type { Claim, FixCode, Instead, Refusal, RefusalCode, TargetKind } from "./fix.ts";
import type { Json } from "./json-value.ts";
import { correctSize, correctVersion, isReadableSize } from "./malformed.ts";
import type { ModelSource } from "./model-source.ts";
import { pipelineLeaves } from "./pipeline-leaves.ts";
import { type FixEdit, noRepairs, oneWay, type Repairs } from "./repair.ts";
import type { Situation } from "./situation.ts";

/** What is known of a model besides its fields. */
export interface ModelFacts {
  readonly target: ResourceName<TargetKind>;
  readonly source: ModelSource;
  /** What the `model_index.json` that was given says. */
  readonly evidence: Evidence | undefined;
}

const newEntryOrNamed: readonly Instead[] = ["runtime/append-entry", "service/name-runtime"];
const anyRuntime: readonly Instead[] = [...newEntryOrNamed, "another-runtime"];

/** Repairs of one mismatch with one entry. */
export function repairModel(
  mismatch: Mismatch,
  { entry, index }: { readonly entry: Entry; readonly index: number },
  situation: Situation,
  facts: ModelFacts,
): Repairs {
  const { spec } = situation.model;
  const context: Context = { mismatch, index, facts };
  switch (mismatch.code) {
    case "cache-provider/not-configured":
      return oneWay(
        edit(context, "model/distribute-per-node", ["distribution"], "PerNode", { code: "node-holds-model" }),
      );
    case "pipeline/missing-on-model":
      return fillPipeline(context, entry.diffusionPipeline ?? {}, situation);
    case "pipeline-class/differs":
      return refuse(context, "relabel-pipeline-class", newEntryOrNamed);
    case "pipeline-class/missing-on-model":
      return fillClass(context, entry.diffusionPipeline?.className ?? "", situation);
    case "pipeline-component/missing-on-model":
    case "additional-components/missing-on-model":
    case "additional-component/missing-on-model":
      return fillComponent(context, entry.diffusionPipeline ?? {});
    case "pipeline-library/differs":
    case "pipeline-type/differs":
      if (mismatch.model) return refuse(context, "relabel-pipeline-component", newEntryOrNamed);
      return fillComponent(context, entry.diffusionPipeline ?? {});
    case "architecture/differs":
      return refuse(context, "relabel-architecture", anyRuntime);
    case "architecture/missing-on-model":
      return fillArchitecture(context, entry.modelArchitecture ?? "", spec.diffusionPipeline?.className);
    case "architecture/missing-on-runtime":
      return clearField(context, ["modelArchitecture"]);
    case "quantization/differs":
    case "quantization/missing-on-runtime":
      return refuse(context, "relabel-quantization", anyRuntime);
    case "quantization/missing-on-model":
      return refuse(context, "claim-quantization", anyRuntime);
    case "format-name/differs":
      if (mismatch.model) return refuse(context, "relabel-format", anyRuntime);
      return fillNamed(context, "modelFormat", entry.modelFormat);
    case "framework-name/differs":
      if (mismatch.model) return refuse(context, "relabel-framework", anyRuntime);
      return fillNamed(context, "modelFramework", entry.modelFramework);
    case "framework/missing-on-model":
      return fillNamed(context, "modelFramework", entry.modelFramework);
    case "format-version/missing-on-model":
      return fillVersion(context, "modelFormat", entry.modelFormat);
    case "framework-version/missing-on-model":
      return fillVersion(context, "modelFramework", entry.modelFramework);
    case "format-version/missing-on-runtime":
      return refuse(context, "not-durable", ["runtime/append-entry", "runtime/change-entry"]);
    case "framework-version/missing-on-runtime":
      return clearField(context, ["modelFramework", "version"]);
    case "format-version/not-accepted":
      return repairVersion(context, "modelFormat", entry.modelFormat);
    case "framework-version/not-accepted":
      return repairVersion(context, "modelFramework", entry.modelFramework);
    case "framework/missing-on-runtime":
    case "entry/unknown":
      return noRepairs;
  }
}

/** The size, which is no field of an entry: only a text that cannot be read is corrected. */
export function repairModelSize(situation: Situation, facts: ModelFacts): Repairs {
  const size = situation.model.spec.modelParameterSize ?? "";
  const corrected = correctSize(size);
  if (corrected !== undefined) {
    return oneWay({
      side: "model",
      code: "model/correct-value",
      path: ["spec", "modelParameterSize"],
      to: corrected,
      solves: "size/outside-range",
    });
  }
  const about = { target: facts.target, path: "modelParameterSize", model: size };
  const refusal: Refusal = isReadableSize(size)
    ? { ...about, code: "relabel-size", instead: ["runtime/size-range", "another-runtime"] }
    : { ...about, code: "never-parses", instead: ["correct-by-hand", "service/name-runtime"] };
  return { ways: [], refusals: [refusal] };
}

interface Context {
  readonly mismatch: Mismatch;
  readonly index: number;
  readonly facts: ModelFacts;
}

function edit(
  { mismatch, index }: Context,
  code: FixCode,
  path: readonly string[],
  to: Json | undefined,
  claim?: Pick<Claim, "code" | "confirmed">,
): FixEdit {
  const plain = { side: "model", code, path: ["spec", ...path], to, solves: mismatch.code, entry: index } as const;
  if (claim === undefined) return plain;
  const value = typeof to === "string" ? { value: to } : {};
  return { ...plain, claim: { ...claim, path: path.join("."), ...value } };
}

function refuse({ mismatch, index, facts }: Context, code: RefusalCode, instead: readonly Instead[]): Repairs {
  const { path, model, runtime } = mismatch;
  const refusal: Refusal = {
    code,
    target: facts.target,
    path,
    entry: index,
    ...(model === undefined ? {} : { model }),
    ...(runtime === undefined ? {} : { runtime }),
    instead,
  };
  return { ways: [], refusals: [refusal] };
}

/** OME fills in empty fields once it has read the files: until then nobody else should. */
function waits(context: Context): Repairs | undefined {
  return context.facts.source.isPending ? refuse(context, "not-read-yet", ["wait-until-read"]) : undefined;
}

function clearField(context: Context, path: readonly string[]): Repairs {
  if (context.facts.source.readBy !== "nobody") {
    return refuse(context, "removes-recorded-field", ["runtime/append-entry", "runtime/change-entry"]);
  }
  return oneWay(edit(context, "model/clear-field", path, undefined, { code: "files-say" }));
}

// ---- pipelines ----

/** Everything the entry asks for, and no more. */
function fillPipeline(context: Context, asked: DiffusionPipeline, situation: Situation): Repairs {
  const { source, evidence } = context.facts;
  const waiting = waits(context);
  if (waiting !== undefined) return waiting;
  // OME read the files, and they are no diffusers pipeline (spec 4.1).
  if (source.recordsPipeline && situation.model.spec.modelFormat?.name !== "diffusers" && evidence === undefined) {
    return refuse(context, "files-have-none", newEntryOrNamed);
  }
  const refused = refuseClass(context, asked.className, situation) ?? refuseIndexed(context, asked);
  if (refused !== undefined) return refused;
  return oneWay(...pipelineLeaves(asked).map(({ path, to }) => fill(context, ["diffusionPipeline", ...path], to)));
}

function fillClass(context: Context, className: string, situation: Situation): Repairs {
  const { source, evidence } = context.facts;
  const refused = waits(context) ?? refuseClass(context, className, situation) ?? refuseIndexed(context, { className });
  if (refused !== undefined) return refused;
  const isKnown = situation.model.spec.modelArchitecture === className || evidence !== undefined;
  if (source.recordsPipeline && !isKnown) return refuse(context, "files-have-none", newEntryOrNamed);
  return oneWay(fill(context, ["diffusionPipeline", "className"], className));
}

/** A component or a part of one. Where OME recorded the pipeline, what is not in it is not in the files either. */
function fillComponent(context: Context, asked: DiffusionPipeline): Repairs {
  const { source, evidence } = context.facts;
  const waiting = waits(context);
  if (waiting !== undefined) return waiting;
  if (source.recordsPipeline && evidence === undefined) return refuse(context, "files-have-none", newEntryOrNamed);
  const wanted = pipelineLeaves(asked).filter(({ path }) => {
    const written = ["diffusionPipeline", ...path].join(".");
    return written === context.mismatch.path || written.startsWith(`${context.mismatch.path}.`);
  });
  const refused = refuseIndexed(context, asked);
  if (refused !== undefined) return refused;
  return oneWay(...wanted.map(({ path, to }) => fill(context, ["diffusionPipeline", ...path], to)));
}

/** The architecture of a diffusion model is its pipeline class (spec 1). */
function refuseClass(context: Context, className: string | undefined, { model }: Situation): Repairs | undefined {
  const { modelArchitecture } = model.spec;
  if (className === undefined || modelArchitecture === undefined || modelArchitecture === className) return undefined;
  return refuse(context, "class-is-not-the-architecture", newEntryOrNamed);
}

/** What the given `model_index.json` does not say is not claimed. */
function refuseIndexed(context: Context, asked: DiffusionPipeline): Repairs | undefined {
  const { evidence } = context.facts;
  if (evidence === undefined || pipelineLeaves(asked).every((leaf) => mayBeRecorded(evidence, leaf))) return undefined;
  return refuse(context, "files-say-otherwise", newEntryOrNamed);
}

// ---- single fields ----

function fill(context: Context, path: readonly string[], to: Json): FixEdit {
  const isConfirmed = confirms(context.facts.evidence, path, to);
  return edit(context, "model/fill-field", path, to, {
    code: "files-say",
    ...(isConfirmed ? ({ confirmed: true } as const) : {}),
  });
}

function fillArchitecture(context: Context, asked: string, className: string | undefined): Repairs {
  const waiting = waits(context);
  if (waiting !== undefined) return waiting;
  if (className !== undefined && className !== asked) {
    return refuse(context, "class-is-not-the-architecture", newEntryOrNamed);
  }
  const said = context.facts.evidence?.fields.modelArchitecture;
  if (said !== undefined && said !== asked) return refuse(context, "files-say-otherwise", newEntryOrNamed);
  return oneWay(fill(context, ["modelArchitecture"], asked));
}

/** Name and version of a format or framework that the model leaves out as a whole. */
function fillNamed(
  context: Context,
  key: "modelFormat" | "modelFramework",
  asked: EntryVersionedName | undefined,
): Repairs {
  const waiting = waits(context);
  if (waiting !== undefined) return waiting;
  const said = context.facts.evidence?.fields[key];
  if (said !== undefined && said.name !== asked?.name) return refuse(context, "files-say-otherwise", newEntryOrNamed);
  const name = fill(context, [key, "name"], asked?.name ?? "");
  if (asked?.version === undefined) return oneWay(name);
  const { ways, refusals } = fillVersion(context, key, asked);
  return { ways: ways.map((way) => [name, ...way]), refusals };
}

/** The version that the given file states, else the entry's own; each where the entry's operator accepts it. */
function fillVersion(
  context: Context,
  key: "modelFormat" | "modelFramework",
  asked: EntryVersionedName | undefined,
): Repairs {
  const waiting = waits(context);
  if (waiting !== undefined) return waiting;
  const version = asked?.version ?? "";
  const said = context.facts.evidence?.fields[key]?.version;
  if (said) {
    return acceptsVersion(version, asked?.operator, said).accepts
      ? oneWay(fill(context, [key, "version"], said))
      : refuse(context, "files-say-otherwise", newEntryOrNamed);
  }
  if (!acceptsVersion(version, asked?.operator, version).accepts) {
    return refuse(context, "no-version-known", ["runtime/change-entry"]);
  }
  return oneWay(fill(context, [key, "version"], version));
}

/** A version that OME can read stays; one that it cannot read is corrected where it can only mean one thing. */
function repairVersion(
  context: Context,
  key: "modelFormat" | "modelFramework",
  asked: EntryVersionedName | undefined,
): Repairs {
  const { cause, model = "" } = context.mismatch;
  if (cause !== "unparsable-on-model" && cause !== "unparsable-on-both") {
    if (cause === "unparsable-on-runtime") return noRepairs;
    return refuse(context, "relabel-version", ["runtime/append-entry", "runtime/change-entry", "service/name-runtime"]);
  }
  // What OME records when the file states none (spec 4.4): as good as left empty, and never overwritten.
  if (model === "") return fillVersion(context, key, asked);
  const corrected = correctVersion(model);
  const ways = [];
  if (corrected !== undefined) ways.push([edit(context, "model/correct-value", [key, "version"], corrected)]);
  if (key === "modelFramework" && context.facts.source.readBy === "nobody") {
    ways.push([edit(context, "model/clear-field", [key, "version"], undefined, { code: "files-say" })]);
  }
  if (ways.length > 0) return { ways, refusals: [] };
  return refuse(context, "never-parses", ["correct-by-hand", "service/name-runtime"]);
}
