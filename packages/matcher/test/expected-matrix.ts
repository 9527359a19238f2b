/** The matrix as `judge` and `select` say it, cell by cell: slow, and what `computeMatrix` is held against. */
import {
  differingFields,
  type InferenceServiceSpec,
  judge,
  type MatrixInput,
  type MatrixRow,
  type ModelKind,
  type ModelSpec,
  type PairState,
  type Runtime,
  type RuntimeKind,
  type RuntimeSpec,
  rejectModel,
  select,
  type Verdict,
} from "../src/index.ts";

export interface Cell {
  readonly state: PairState;
  readonly number: number;
  readonly fields: number;
}

type ModelRow = MatrixRow<ModelKind, ModelSpec>;
type RuntimeRow = MatrixRow<RuntimeKind, RuntimeSpec>;

export function expectedMatrix(input: MatrixInput): readonly (readonly Cell[])[] {
  return input.models.map((model) => {
    const ranks = ranksOf(model, input);
    return input.runtimes.map((runtime) => expectedCell(model, runtime, input, ranks));
  });
}

function expectedCell(
  model: ModelRow,
  runtime: RuntimeRow,
  input: MatrixInput,
  ranks: ReadonlyMap<RuntimeRow, Cell>,
): Cell {
  if (model.spec === undefined || runtime.spec === undefined) return plain("error");
  if (!areApplicable(model, runtime, input.namespace)) return plain("not-applicable");
  if (rejectModel(model.spec) !== undefined) return plain("unknown");
  if (runtime.spec.disabled === true) return plain("disabled");
  return ranks.get(runtime) ?? toCell(judge(model.spec, runtime.spec, input.service));
}

function toCell(verdict: Verdict): Cell {
  if (verdict.compatible) return plain("pin-only");
  if (verdict.ofAnotherKind) return plain("rejected");
  const fields = verdict.differingFields.reduce((mask, field) => mask | (1 << differingFields.indexOf(field)), 0);
  return { state: "near-miss", number: Math.min(verdict.differences, 65_535), fields };
}

function plain(state: PairState): Cell {
  return { state, number: 0, fields: 0 };
}

function areApplicable(model: ModelRow, runtime: RuntimeRow, namespace: string | undefined): boolean {
  if (namespace !== undefined) {
    const sees = (kindIsCluster: boolean, of: string | undefined) => kindIsCluster || of === namespace;
    return (
      sees(model.kind === "ClusterBaseModel", model.namespace) &&
      sees(runtime.kind === "ClusterServingRuntime", runtime.namespace)
    );
  }
  if (model.kind === "ClusterBaseModel" || runtime.kind === "ClusterServingRuntime") return true;
  return model.namespace === runtime.namespace;
}

/** The cells of the runtimes that qualify. */
function ranksOf(model: ModelRow, { runtimes, namespace, service }: MatrixInput): ReadonlyMap<RuntimeRow, Cell> {
  const cells = new Map<RuntimeRow, Cell>();
  if (model.spec === undefined) return cells;
  const { spec } = model;
  const visible = runtimes.filter((runtime) => runtime.spec !== undefined && areApplicable(model, runtime, namespace));
  const isApart = namespace === undefined && model.kind === "ClusterBaseModel";
  const groups = isApart
    ? [...new Set(visible.map(groupOf))].map((group) => visible.filter((runtime) => groupOf(runtime) === group))
    : [visible];
  for (const group of groups) {
    for (const { row, rank } of rankedRows(spec, group, service)) {
      const isSelected = rank === 1 && (!isApart || row.kind === "ClusterServingRuntime");
      cells.set(row, { state: isSelected ? "selected" : "candidate", number: rank, fields: 0 });
    }
  }
  return cells;
}

function groupOf({ kind, namespace }: RuntimeRow): string {
  return kind === "ClusterServingRuntime" ? "cluster" : JSON.stringify([namespace]);
}

function rankedRows(model: ModelSpec, rows: readonly RuntimeRow[], service: InferenceServiceSpec | undefined) {
  // Visibility has been decided: all of them are put into one namespace.
  const byRuntime = new Map<Runtime, RuntimeRow>();
  for (const row of rows) {
    if (row.spec === undefined) continue;
    byRuntime.set({ kind: row.kind, name: row.name, namespace: "here", spec: row.spec }, row);
  }
  const { ranking } = select(model, [...byRuntime.keys()], { namespace: "here", service });
  return ranking.flatMap(({ runtime, rank }) => {
    const row = byRuntime.get(runtime);
    return row === undefined ? [] : [{ row, rank }];
  });
}
