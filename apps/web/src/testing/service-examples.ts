/** InferenceServices as the server would tell of them, made from a few fields. */
import type { ServiceExplanation, ServiceRow } from "@ome-matrix/contract";
import { type InferenceServiceSpec, ruleSet } from "@ome-matrix/matcher";
import { toModelSummary, toServiceSummary } from "./explanations.ts";

export const writerModel = {
  kind: "ClusterBaseModel",
  name: "writer",
  key: "ClusterBaseModel/writer",
} as const;
export const writerRuntime = {
  kind: "ClusterServingRuntime",
  name: "srt-writer",
  key: "ClusterServingRuntime/srt-writer",
} as const;

export type RowChange = Partial<ServiceRow> & { readonly spec?: Partial<InferenceServiceSpec> };

/** `write` in `studio`, for which `srt-writer` is picked. */
export const serviceRowExample = ({ spec = {}, ...change }: RowChange = {}): ServiceRow => ({
  ...toServiceSummary({ name: change.name ?? "write", namespace: change.namespace ?? "studio", spec }),
  result: { code: "selected", runtime: writerRuntime },
  foundModel: writerModel,
  notes: [],
  inUse: {},
  drift: [],
  ...change,
});

export const serviceExplanationExample = (
  row: RowChange = {},
  change: Partial<ServiceExplanation> = {},
): ServiceExplanation => ({
  revision: 1,
  rules: ruleSet,
  service: serviceRowExample(row),
  model: toModelSummary({ spec: { modelParameterSize: "3.21B" } }),
  messages: [],
  ranking: [],
  near: [],
  serviceYaml: "kind: InferenceService\n",
  unknownKinds: [],
  ...change,
});
