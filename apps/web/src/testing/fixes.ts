/** Fixes as the server would answer them, made from what a test is about. */
import { type ChangeTarget, type FixResponse, type PairFixes, toResourceKey } from "@ome-matrix/contract";

export const targetExample = (kind: ChangeTarget["kind"], name: string, namespace?: string): ChangeTarget => ({
  kind,
  name,
  ...(namespace === undefined ? {} : { namespace }),
  key: toResourceKey({ kind, name, namespace }),
});

export const fixExample = (fix: Partial<FixResponse> = {}): FixResponse => ({
  id: "fix",
  code: "model/fill-field",
  risk: "fill-model",
  parts: ["model/fill-field"],
  changes: [],
  addresses: [],
  claims: [],
  verified: { matches: true, entry: 0, score: 2, rank: 1, of: 1, selected: true, outcome: "selected" },
  warnings: [],
  ...fix,
});

export const pairFixesExample = (fixes: Partial<PairFixes> = {}): PairFixes => ({
  revision: 1,
  rules: "OME v1.3",
  view: {},
  namespace: "studio",
  model: { kind: "ClusterBaseModel", name: "writer", key: "ClusterBaseModel/writer" },
  runtime: { kind: "ClusterServingRuntime", name: "srt", key: "ClusterServingRuntime/srt" },
  fixes: [],
  refusals: [],
  malformed: [],
  ...fixes,
});
