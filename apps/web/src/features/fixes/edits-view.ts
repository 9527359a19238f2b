/** A change's patch as single values, before and after; the undo patch knows what was there. */
import type { ChangeResponse, PatchResponse } from "@ome-matrix/contract";
import type { EditFact } from "../../reasons/fix-words.ts";

interface Leaf {
  readonly steps: readonly string[];
  /** Absent: removed. */
  readonly text: string | undefined;
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toText = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return JSON.stringify(value) ?? "";
};

const leavesOf = (value: unknown, steps: readonly string[]): readonly Leaf[] => {
  if (!isMap(value) || Object.keys(value).length === 0)
    return [{ steps, text: value === null ? undefined : toText(value) }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...steps, key]));
};

const fromPointer = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

const toLeaves = (patch: PatchResponse): readonly Leaf[] =>
  patch.type === "merge"
    ? leavesOf(patch.body, [])
    : patch.operations.flatMap((operation): readonly Leaf[] => {
        if (operation.op === "test") return [];
        const steps = fromPointer(operation.path);
        return operation.op === "remove" ? [{ steps, text: undefined }] : leavesOf(operation.value, steps);
      });

const isIndex = (step: string | undefined): boolean => step !== undefined && /^(?:\d+|-)$/u.test(step);

/** `spec.supportedModelFormats.2.modelFormat.version` -> entry 3, `modelFormat.version`. */
const locate = (steps: readonly string[], appended: number | undefined) => {
  const [first, list, index, ...rest] = steps;
  if (first === "spec" && list === "supportedModelFormats" && isIndex(index)) {
    return { path: rest.join("."), entry: index === "-" ? appended : Number(index) + 1 };
  }
  const inSpec = first === "spec" ? steps.slice(1) : steps;
  return { path: inSpec.join("."), entry: undefined };
};

const sideOf = (kind: ChangeResponse["target"]["kind"]): EditFact["side"] =>
  kind === "InferenceService" ? "service" : kind.endsWith("Runtime") ? "runtime" : "model";

/** `appended`: the number that a new entry will get, counted from 1. */
export const toEdits = ({ target, patch, undo }: ChangeResponse, appended: number | undefined): readonly EditFact[] => {
  const before = new Map(toLeaves(undo).map(({ steps, text }) => [steps.join("\0"), text]));
  return toLeaves(patch).map(({ steps, text }) => ({
    side: sideOf(target.kind),
    ...locate(steps, appended),
    before: before.get(steps.join("\0")),
    after: text,
  }));
};
