/** Every sentence. OME's own are letter for letter (spec 2.1, 2.2, 2.8, 3.5, 3.6); values are inserted as they are. */
import type { ExplainRow } from "./format-table.ts";
import type {
  EntryReport,
  Mismatch,
  MismatchCode,
  ModelRejection,
  Rejection,
  Skip,
  Verdict,
  Warning,
} from "./reasons.ts";
import type { ModelSpec, ReadProblem, Runtime } from "./resources.ts";
import type { Judged, Selection } from "./select.ts";
import { compareByBytes } from "./values/order.ts";
import { sizeRangeText } from "./values/size.ts";

/** OME's error for a model it cannot evaluate (spec 2.0). */
export function sayModelRejection(rejection: ModelRejection): string {
  switch (rejection.code) {
    case "model/no-format":
      return "invalid model specification: modelFormat.name: model format name is required";
  }
}

/** OME's reason for turning a pair down (spec 2.1). */
export function sayRejection(rejection: Rejection): string {
  switch (rejection.code) {
    case "runtime/disabled":
      return "runtime is disabled";
    case "accelerator-class/not-supported":
      return "runtime does not support the required accelerator class";
    case "deployment-mode/differs": {
      const { component, runtime, requested } = rejection;
      return `runtime ${component} deployment mode ${runtime} does not match requested ${component} deployment mode ${requested}`;
    }
    case "formats/none-defined":
      return `model format '${rejection.label}' not in supported formats: no supported formats defined`;
    case "formats/no-entry-matches":
      return `model format '${rejection.label}' not in supported formats: ${rejection.entries.map(sayEntry).join("; ")}`;
    case "size/outside-range":
      return `model size ${rejection.size} is outside supported range ${sizeRangeText(rejection)}`;
  }
}

/** Why automatic selection skips a compatible runtime (spec 3.5). */
export function saySkip(skip: Skip): string {
  switch (skip.code) {
    case "auto-select/not-enabled":
      return "supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)";
    case "auto-select/not-on-matching-entry":
      return `matching format ${skip.format} is not autoSelect-enabled (a different supportedModelFormats entry on this runtime has autoSelect=true, but not the one that matches this model)`;
    case "score/not-positive":
      return "auto-select score is 0";
  }
}

/** What OME says about one entry: its differences, of a pipeline only the first (spec 2.1 "Joining"). Empty when it matches. */
export function sayEntry(entry: Pick<EntryReport, "mismatches">): string {
  return entry.mismatches
    .filter(({ namedByOme }) => namedByOme)
    .map(sayMismatch)
    .join(", ");
}

/** OME's words for one difference, also for those that OME itself would leave out. */
export function sayMismatch(mismatch: Mismatch): string {
  return mismatchText[mismatch.code](mismatch);
}

const mismatchText: { readonly [Code in MismatchCode]: (mismatch: Mismatch) => string } = {
  "cache-provider/not-configured": () => "no model cache provider is configured for sharded model loading",
  "pipeline/missing-on-model": () => "diffusion pipeline required by runtime but not specified in model",
  "pipeline-class/differs": (mismatch) => `pipeline class mismatch ${values(mismatch)}`,
  "pipeline-class/missing-on-model": ({ runtime = "" }) => `pipeline class mismatch (model=<nil>, runtime=${runtime})`,
  "pipeline-component/missing-on-model": ({ component = "" }) =>
    `component ${component} required by runtime but not specified in model`,
  "pipeline-library/differs": (mismatch) => `${mismatch.component ?? ""} library mismatch ${values(mismatch)}`,
  "pipeline-type/differs": (mismatch) => `${mismatch.component ?? ""} type mismatch ${values(mismatch)}`,
  "additional-components/missing-on-model": () => "diffusion pipeline missing required additional components",
  "additional-component/missing-on-model": ({ component = "" }) => `diffusion component ${component} missing in model`,
  "architecture/differs": (mismatch) => `architecture mismatch ${values(mismatch)}`,
  "architecture/missing-on-model": ({ runtime = "" }) => `model has no architecture but runtime requires ${runtime}`,
  "architecture/missing-on-runtime": ({ model = "" }) =>
    `model has architecture ${model} but runtime has no architecture requirement`,
  "quantization/differs": (mismatch) => `quantization mismatch ${values(mismatch)}`,
  "quantization/missing-on-model": ({ runtime = "" }) => `model has no quantization but runtime requires ${runtime}`,
  "quantization/missing-on-runtime": ({ model = "" }) =>
    `model has quantization ${model} but runtime has no quantization requirement`,
  "format-name/differs": (mismatch) => `format name mismatch ${values(mismatch)}`,
  "format-version/not-accepted": (mismatch) => `format version mismatch ${values(mismatch)}`,
  "format-version/missing-on-model": ({ runtime = "" }) =>
    `model has no format version but runtime requires ${runtime}`,
  "format-version/missing-on-runtime": () => "model has format version but runtime has no version requirement",
  "framework/missing-on-model": ({ runtime = "" }) => `model has no framework but runtime requires ${runtime}`,
  "framework/missing-on-runtime": ({ model = "" }) =>
    `model has framework ${model} but runtime has no framework requirement`,
  "framework-name/differs": (mismatch) => `framework name mismatch ${values(mismatch)}`,
  "framework-version/not-accepted": (mismatch) => `framework version mismatch ${values(mismatch)}`,
  "framework-version/missing-on-model": ({ runtime = "" }) =>
    `model has no framework version but runtime requires ${runtime}`,
  "framework-version/missing-on-runtime": () => "model has framework version but runtime has no version requirement",
  "entry/unknown": () => "unknown mismatch",
};

function values({ model = "", runtime = "" }: Mismatch): string {
  return `(model=${model}, runtime=${runtime})`;
}

/** A warning of OME's matcher about a compatible pair (spec 2.8). */
export function sayWarning(warning: Warning): string {
  switch (warning) {
    case "auto-select-not-enabled":
      return "runtime does not have auto-select enabled for any supported format";
    case "size-not-stated":
      return "model does not specify size, but runtime has size constraints";
  }
}

/** The REASON column: the first failed gate, or undefined when all hold (spec 3.5). */
export function sayReason(verdict: Pick<Verdict, "rejection" | "skip">): string | undefined {
  if (verdict.rejection !== undefined) return sayRejection(verdict.rejection);
  return verdict.skip === undefined ? undefined : saySkip(verdict.skip);
}

/**
 * OME's message when nothing is selected (spec 3.6). It names the format twice and the model never; runtimes that are
 * only skipped are counted, not named. OME's order is random; here it is by name.
 */
export function sayNoRuntimeFound(
  model: ModelSpec,
  selection: Pick<Selection, "namespace" | "others" | "checked">,
): string {
  const format = model.modelFormat?.name ?? "";
  const { total, namespaced, cluster } = selection.checked;
  const sentences = [
    `no runtime found to support model ${format} with format ${format} in namespace ${selection.namespace}`,
  ];
  if (total > 0) {
    sentences.push(`Checked ${total} runtimes (${namespaced} namespace-scoped, ${cluster} cluster-scoped)`);
  }
  const excluded = excludedByName(selection.others);
  if (excluded.length > 0) sentences.push(`Excluded runtimes: ${excluded.join("; ")}`);
  return sentences.join(". ");
}

/** One item a name: the cluster-scoped runtime's reason where it has one. */
function excludedByName(others: readonly Judged[]): readonly string[] {
  const reasons = new Map<string, { readonly kind: Runtime["kind"]; readonly reason: string }>();
  for (const { runtime, verdict } of others) {
    if (verdict.rejection === undefined) continue;
    if (runtime.kind === "ServingRuntime" && reasons.get(runtime.name)?.kind === "ClusterServingRuntime") continue;
    reasons.set(runtime.name, { kind: runtime.kind, reason: sayRejection(verdict.rejection) });
  }
  return [...reasons]
    .sort(([one], [other]) => compareByBytes(one, other))
    .map(([name, { reason }]) => `${name} (${reason})`);
}

/** The rows that `kubectl ome runtime explain` prints for a model (spec 3.5). */
export function explainTable(selection: Pick<Selection, "ranking" | "others">): readonly ExplainRow[] {
  return [...selection.ranking, ...selection.others].map(({ runtime, verdict }) => ({
    runtime: runtime.name,
    scope: runtime.kind === "ServingRuntime" ? "Namespaced" : "Cluster",
    compatible: verdict.qualifies ? "Yes" : "No",
    priority: verdict.qualifies ? String(verdict.priority ?? "-") : "-",
    weight: verdict.qualifies ? String(verdict.weight ?? "-") : "-",
    reason: sayReason(verdict) ?? "-",
  }));
}

/** Ours: what keeps an object from being read. */
export function sayReadProblem({ path, expected, found }: ReadProblem): string {
  return `${path}: expected ${expected}, found ${found}`;
}
