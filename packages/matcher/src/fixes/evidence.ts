/** What a `model_index.json` that somebody has says of a model: what it confirms, leaves open, and contradicts. */
import type { Ambiguity, Recorded } from "../record.ts";
import type { DiffusionPipeline, ModelSpec } from "../resources.ts";
import { jsonEquals } from "./json-value.ts";
import { type PipelineLeaf, pipelineLeaves } from "./pipeline-leaves.ts";

/** The file says something else than the model states: it may be the file of another model. */
export interface Contradiction {
  /** Below the model's `spec`. */
  readonly path: string;
  readonly model: string;
  readonly file: string;
}

export interface Evidence {
  readonly fields: Recorded["fields"];
  readonly pipeline: DiffusionPipeline;
  readonly ambiguous: readonly Ambiguity[];
  readonly contradictions: readonly Contradiction[];
}

/** Undefined where OME would record no pipeline from the file. */
export function toEvidence({ fields, ambiguous }: Recorded, model: ModelSpec): Evidence | undefined {
  const pipeline = fields.diffusionPipeline;
  if (pipeline === undefined) return undefined;
  return { fields, pipeline, ambiguous, contradictions: contradictionsOf(fields, pipeline, ambiguous, model) };
}

function contradictionsOf(
  fields: Recorded["fields"],
  pipeline: DiffusionPipeline,
  ambiguous: readonly Ambiguity[],
  model: ModelSpec,
): readonly Contradiction[] {
  const found: Contradiction[] = [];
  // An empty text is what OME records where a file says nothing.
  const compare = (path: string, stated: string | undefined, said: string | undefined) => {
    if (stated && said && stated !== said) found.push({ path, model: stated, file: said });
  };
  compare("modelArchitecture", model.modelArchitecture, fields.modelArchitecture);
  for (const key of ["modelFormat", "modelFramework"] as const) {
    const [stated, said] = [model[key], fields[key]];
    compare(`${key}.name`, stated?.name, said?.name);
    if (stated?.name === said?.name) compare(`${key}.version`, stated?.version, said?.version);
  }
  const stated = model.diffusionPipeline === undefined ? [] : pipelineLeaves(model.diffusionPipeline);
  const pipelines = pipelinesOf(pipeline, ambiguous).map((one) => new Map(pipelineLeaves(one).map(keyed)));
  for (const leaf of stated) {
    const said = pipelines.map((leaves) => leaves.get(keyed(leaf)[0]));
    const [first] = said;
    if (typeof leaf.to !== "string" || typeof first !== "string" || said.includes(leaf.to)) continue;
    compare(["diffusionPipeline", ...leaf.path].join("."), leaf.to, first);
  }
  return found;
}

function keyed({ path, to }: PipelineLeaf): [string, PipelineLeaf["to"]] {
  return [JSON.stringify(path), to];
}

/** More keys for one field than these say nothing new. */
const mostChoices = 8;

/** What OME may record: the pipeline, and for each field that the file has several keys for those with another of them. */
export function pipelinesOf(
  pipeline: DiffusionPipeline,
  ambiguous: readonly Ambiguity[],
): readonly DiffusionPipeline[] {
  const others = ambiguous.flatMap(({ field, choices }) =>
    choices
      .slice(0, mostChoices)
      .filter(({ component }) => !jsonEquals(component, pipeline[field]))
      .map(({ component }) => ({ ...pipeline, [field]: component })),
  );
  return [pipeline, ...others];
}

/** Whether the file says so, or may be recorded so. */
export function mayBeRecorded({ pipeline, ambiguous }: Evidence, { path, to }: PipelineLeaf): boolean {
  return pipelinesOf(pipeline, ambiguous).some((one) => {
    const said = new Map(pipelineLeaves(one).map(keyed));
    if (typeof to === "string") return said.get(JSON.stringify(path)) === to;
    const prefix = JSON.stringify(path).slice(0, -1);
    return [...said.keys()].some((key) => key.startsWith(prefix));
  });
}

/**
 * Whether a claim about a field of the model stands in the file, beyond doubt: not where OME keeps any of several keys, and
 * nowhere in a file that contradicts what the model states.
 */
export function confirms(evidence: Evidence | undefined, path: readonly string[], to: PipelineLeaf["to"]): boolean {
  if (evidence === undefined || evidence.contradictions.length > 0) return false;
  const [first, ...rest] = path;
  const { fields, ambiguous } = evidence;
  if (first === "diffusionPipeline") {
    return !ambiguous.some(({ field }) => field === rest[0]) && mayBeRecorded(evidence, { path: rest, to });
  }
  if (typeof to !== "string" || to === "") return false;
  if (first === "modelArchitecture") return fields.modelArchitecture === to;
  if (first !== "modelFormat" && first !== "modelFramework") return false;
  return (rest[0] === "name" ? fields[first]?.name : fields[first]?.version) === to;
}
