import { type DiffusionComponent, type DiffusionPipeline, pipelineComponents } from "../resources.ts";
import type { Json } from "./json-value.ts";

/** One thing that a pipeline says: a text, or `{}` where all that counts is that something is there. */
export interface PipelineLeaf {
  /** Below `diffusionPipeline`. */
  readonly path: readonly string[];
  readonly to: Json;
}

/**
 * What an entry's pipeline asks for, leaf by leaf, in the order of the fields (spec 2.8): class, the five components, then
 * the additional ones by key. An empty text in a component is the same as leaving it out.
 */
export function pipelineLeaves(pipeline: DiffusionPipeline): readonly PipelineLeaf[] {
  const leaves: PipelineLeaf[] = [];
  if (pipeline.className !== undefined) leaves.push({ path: ["className"], to: pipeline.className });
  for (const name of pipelineComponents) leaves.push(...componentLeaves([name], pipeline[name]));
  const additional = [...(pipeline.additionalComponents ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [key, component] of additional) leaves.push(...componentLeaves(["additionalComponents", key], component));
  return leaves.length > 0 ? leaves : [{ path: [], to: {} }];
}

function componentLeaves(path: readonly string[], component: DiffusionComponent | undefined): readonly PipelineLeaf[] {
  if (component === undefined) return [];
  const leaves = (["library", "type"] as const).flatMap((part): PipelineLeaf[] => {
    const text = component[part];
    return text ? [{ path: [...path, part], to: text }] : [];
  });
  return leaves.length > 0 ? leaves : [{ path, to: {} }];
}
