/** What OME says about an InferenceService, letter for letter (spec 3.6 to 3.8, 6.2). */
import type { ChainError } from "./inherit.ts";
import { namesRuntime } from "./lookup.ts";
import type { Rejection } from "./reasons.ts";
import type { ModelSpec } from "./resources.ts";
import { sayModelRejection, sayNoRuntimeFound, sayRejection } from "./say.ts";
import type { ServiceToJudge, ServiceVerdict } from "./service-verdict.ts";

/** A text of OME and where it is to be read. */
export interface ServiceMessage {
  /** `refusal` and `warning`: the webhook's answer to who applies it. */
  readonly place: "refusal" | "warning" | "condition" | "event";
  /** The reason of the condition or event. */
  readonly reason?: string;
  /** How much of OME's text this is: some are only known in part. */
  readonly part: "whole" | "beginning" | "middle" | "end";
  readonly text: string;
}

/** The webhook's text about a chain that does not resolve (spec 6.2). Names are child first. */
export function sayChainError(error: ChainError): Pick<ServiceMessage, "part" | "text"> {
  switch (error.code) {
    case "inheritance/parent-not-found": {
      const text = `inherit-from parent "${error.parent}" not found (chain so far: [${error.chain.join(" ")}])`;
      return { part: "whole", text };
    }
    case "inheritance/cycle":
      return { part: "whole", text: `inheritance cycle detected: [${error.chain.join(" ")}]` };
    case "inheritance/too-long":
      return { part: "beginning", text: "inheritance chain exceeds max depth 5" };
  }
}

/**
 * What stands in brackets when a named runtime does not declare the model (spec 3.8). Of checks 2 and 3 the model's part is
 * empty, which leaves a space before the colon.
 */
export function sayAdvisoryDetail(runtime: string, model: ModelSpec, rejection: Rejection): string {
  const isAsked = rejection.code === "accelerator-class/not-supported" || rejection.code === "deployment-mode/differs";
  const format = isAsked ? "" : (model.modelFormat?.name ?? "");
  return `runtime ${runtime} does not support model ${format}: ${sayRejection(rejection)}`;
}

/** All that OME has to say about it now: to who applies it, in its conditions, and as events. */
export function sayService(service: ServiceToJudge, verdict: ServiceVerdict): readonly ServiceMessage[] {
  const { spec, namespace = "", facts } = service;
  const { model, result, selection } = verdict;
  const modelName = spec.model?.name ?? "";
  const runtime = spec.runtime?.name ?? result.runtime?.name ?? "";
  /** With an engine, a model and neither a runtime nor an image of its own, the webhook insists on a runtime (spec 3.6). */
  const isInsisted = facts.hasEngine && spec.model !== undefined && spec.runtime === undefined && !facts.hasOwnImage;
  const prefix = `no supporting runtime found for model ${modelName} and engine does not have complete runner configuration: `;
  switch (result.code) {
    case "model-not-found":
      return [refusal("beginning", `referenced model "${modelName}" not found in namespace "${namespace}"`)];
    case "model-disabled":
      return [
        refusal("whole", `model ${modelName} is disabled`),
        event("ModelReconcileError", "whole", `specified base model ${modelName} is disabled`),
      ];
    case "model-elsewhere": {
      const claim = model.code === "found" ? (model.model.claimNamespace ?? "") : "";
      const text = `ClusterBaseModel "${modelName}" references PVC in namespace "${claim}", but InferenceService is in namespace "${namespace}"`;
      return [refusal("beginning", text)];
    }
    case "model-without-format": {
      const text = sayModelRejection({ code: "model/no-format" });
      if (namesRuntime(service)) {
        return [refusal("whole", `runtime ${runtime} does not support model ${modelName}: ${text}`)];
      }
      return [...(isInsisted ? [refusal("end", text)] : []), event("RuntimeSelectionError", "end", text)];
    }
    case "model-sharded":
      return [refusal("middle", "no model cache provider is configured for sharded model loading")];
    case "nothing-selected": {
      if (selection === undefined || model.code !== "found" || model.model.spec === undefined) return [];
      const text = sayNoRuntimeFound(model.model.spec, selection);
      return [
        condition("RuntimeNotFound", text),
        event("RuntimeNotFound", "whole", text),
        ...(isInsisted ? [refusal("whole", `${prefix}${text}`)] : []),
      ];
    }
    case "selected":
      return [warning(`Runtime ${runtime} will be auto-selected for model ${modelName}`)];
    case "runtime-not-found": {
      const text =
        spec.runtime?.kind === "ServingRuntime"
          ? `ServingRuntime ${runtime} not found in namespace ${namespace}`
          : `runtime ${runtime} not found in namespace ${namespace} or at cluster scope`;
      return [condition("RuntimeNotFound", text), refusal("middle", text)];
    }
    case "runtime-disabled": {
      const scope = result.runtime?.kind === "ServingRuntime" ? "namespace-scoped" : "cluster-scoped";
      const text = `${scope} runtime ${runtime} is disabled`;
      return [refusal("middle", text), event("RuntimeValidationError", "middle", text)];
    }
    case "inheritance-broken":
      return sayBrokenChain(service, verdict, runtime, modelName);
    case "does-not-declare":
      return sayAdvisory(service, verdict, runtime, modelName);
    case "service-unreadable":
    case "model-unreadable":
    case "runtime-unreadable":
    case "no-model":
    case "named-without-model":
    case "declares":
      return [];
  }
}

function sayBrokenChain(
  { spec, facts }: ServiceToJudge,
  { inheritance }: ServiceVerdict,
  runtime: string,
  modelName: string,
): readonly ServiceMessage[] {
  const chain = inheritance?.chain;
  if (chain === undefined || chain.ok) return [];
  const { part, text } = sayChainError(chain.error);
  const reason =
    spec.model === undefined ? "RuntimeFetchError" : facts.isPinned ? "RuntimePinError" : "RuntimeValidationError";
  return [
    refusal(part === "whole" ? "middle" : part, text),
    reason === "RuntimeValidationError"
      ? event(reason, "beginning", `Runtime ${runtime} does not support model ${modelName}:`)
      : event(reason, "middle", text),
  ];
}

function sayAdvisory(
  { facts }: ServiceToJudge,
  { model, verdict }: ServiceVerdict,
  runtime: string,
  modelName: string,
): readonly ServiceMessage[] {
  const spec = model.code === "found" ? model.model.spec : undefined;
  if (spec === undefined || verdict?.rejection === undefined) return [];
  const detail = sayAdvisoryDetail(runtime, spec, verdict.rejection);
  const end = `(${detail}); proceeding because the runtime was named explicitly`;
  return [
    ...(facts.hasEngine
      ? [warning(`runtime "${runtime}" does not declare support for model "${modelName}" ${end}`)]
      : []),
    ...(facts.isPinned
      ? []
      : [
          event(
            "RuntimeCompatibilityAdvisory",
            "whole",
            `Runtime ${runtime} does not declare support for model ${modelName} ${end}`,
          ),
        ]),
  ];
}

function refusal(part: ServiceMessage["part"], text: string): ServiceMessage {
  return { place: "refusal", part, text };
}

function warning(text: string): ServiceMessage {
  return { place: "warning", part: "whole", text };
}

function condition(reason: string, text: string): ServiceMessage {
  return { place: "condition", reason, part: "whole", text };
}

function event(reason: string, part: ServiceMessage["part"], text: string): ServiceMessage {
  return { place: "event", reason, part, text };
}
