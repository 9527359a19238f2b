/** What an InferenceService's own status and labels say is in use, and how that differs from what OME would do now (spec 1, 6.5). */
import { jsonAt, textAt } from "./fixes/json-value.ts";
import type { ServiceResult, ServiceResultCode } from "./service-verdict.ts";
import { setFields } from "./values/set-fields.ts";

export interface ServiceCondition {
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The status does not record which runtime was picked; only a label may, and workloads are not read. */
export interface InUse {
  /** The label `serving-runtime` of the InferenceService. */
  readonly label?: string;
  /** `status.pinnedRevisionName` */
  readonly pinnedRevision?: string;
  readonly ready?: ServiceCondition;
  readonly runtimeReady?: ServiceCondition;
  readonly runtimeDrifted?: ServiceCondition;
}

export function readInUse(object: unknown): InUse {
  const conditions = jsonAt(object, "status", "conditions");
  const condition = (type: string): ServiceCondition | undefined => {
    const found = (Array.isArray(conditions) ? conditions : []).find((item) => textAt(item, "type") === type);
    const status = textAt(found, "status");
    if (status === undefined) return undefined;
    return setFields<ServiceCondition>({ status, reason: textAt(found, "reason"), message: textAt(found, "message") });
  };
  return setFields<InUse>({
    label: textAt(object, "metadata", "labels", "serving-runtime"),
    pinnedRevision: textAt(object, "status", "pinnedRevisionName"),
    ready: condition("Ready"),
    runtimeReady: condition("RuntimeReady"),
    runtimeDrifted: condition("RuntimeDrifted"),
  });
}

export const driftCodes = [
  /** `RuntimeDrifted` is `True`: the snapshot is not the runtime as it is now. */
  "drift/snapshot",
  /** The label names another runtime than the one OME would take now. */
  "drift/other-runtime",
  /** The status says that a runtime was found, and now there would be none. Running pods keep serving (spec 3.6). */
  "drift/none-now",
  /** The status says that no runtime was found, and now there would be one. */
  "drift/found-now",
] as const;
export type DriftCode = (typeof driftCodes)[number];

/** Outcomes that leave it without a runtime because of the runtimes, not because of its model. */
const withoutRuntime: ReadonlySet<ServiceResultCode> = new Set([
  "nothing-selected",
  "runtime-not-found",
  "runtime-disabled",
  "inheritance-broken",
]);
const withRuntime: ReadonlySet<ServiceResultCode> = new Set([
  "selected",
  "declares",
  "does-not-declare",
  "named-without-model",
]);

export function driftOf(inUse: InUse, { code, runtime }: ServiceResult): readonly DriftCode[] {
  const { label, runtimeReady, runtimeDrifted } = inUse;
  const getsOne = withRuntime.has(code);
  const wasFound = label !== undefined || runtimeReady?.status === "True";
  const wasNotFound = runtimeReady?.status === "False" && runtimeReady.reason === "RuntimeNotFound";
  const drifts: readonly (readonly [DriftCode, boolean])[] = [
    ["drift/snapshot", runtimeDrifted?.status === "True"],
    ["drift/other-runtime", getsOne && label !== undefined && label !== runtime?.name],
    ["drift/none-now", withoutRuntime.has(code) && wasFound && !wasNotFound],
    ["drift/found-now", getsOne && wasNotFound],
  ];
  return drifts.flatMap(([drift, holds]) => (holds ? [drift] : []));
}
