import type { InferenceServiceSpec, RuntimeSpec } from "../../resources.ts";
import type { GateCheck } from "../check.ts";

/** Modes OME knows; any other annotation value counts as none (spec 2.7). */
const modes: ReadonlySet<string> = new Set(["RawDeployment", "OMENative", "MultiNode", "VirtualDeployment"]);

export function isDeploymentMode(text: string): boolean {
  return modes.has(text);
}

/** Engine, then decoder where the InferenceService has one; fails when both sides have a mode and they differ (spec 2.7). */
export const deploymentMode: GateCheck = (_model, runtime, service) => {
  if (service === undefined) return undefined;
  return compare("engine", runtime, service) ?? (service.hasDecoder ? compare("decoder", runtime, service) : undefined);
};

function compare(component: "engine" | "decoder", runtime: RuntimeSpec, service: InferenceServiceSpec) {
  const offered = knownMode(runtime.deploymentModes[component]);
  const requested = knownMode(service.deploymentModes[component]) ?? service.deploymentMode;
  if (offered === undefined || requested === undefined || offered === requested) return undefined;
  return { code: "deployment-mode/differs", component, runtime: offered, requested } as const;
}

function knownMode(text: string | undefined): string | undefined {
  return text !== undefined && isDeploymentMode(text) ? text : undefined;
}
