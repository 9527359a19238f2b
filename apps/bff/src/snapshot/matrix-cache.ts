import type { MatrixResponse } from "@ome-matrix/contract";
import {
  computeMatrix,
  differingFields,
  type InferenceServiceSpec,
  type Matrix,
  type PairState,
  pairStates,
  ruleSet,
} from "@ome-matrix/matcher";
import { LRUCache } from "lru-cache";
import type { ModelObject, RuntimeObject } from "./change.ts";
import { compress, type Encoding } from "./compress.ts";
import { isVisibleIn, type Snapshot } from "./snapshot.ts";

/** From where to look; the service is one of the snapshot's. */
export interface MatrixView {
  readonly namespace?: string | undefined;
  readonly service?: { readonly name: string; readonly spec?: InferenceServiceSpec } | undefined;
}

/** The matrix of one revision, from one view, in the form in which it travels. */
export interface ComputedMatrix {
  readonly revision: number;
  readonly models: readonly ModelObject[];
  readonly runtimes: readonly RuntimeObject[];
  /** One digit a runtime, an index in `pairStates`. */
  readonly cells: readonly string[];
  /** Column, rank, column, rank, … */
  readonly ranks: readonly (readonly number[])[];
  /** Column, differences, bits of `differingFields`, … */
  readonly nearMisses: readonly (readonly number[])[];
}

export interface Cell {
  readonly state: PairState;
  readonly rank?: number;
}

export interface MatrixCache {
  /** Computed once for a revision and a view, then kept for as long as it is the newest and there is room. */
  matrix(snapshot: Snapshot, view: MatrixView): ComputedMatrix;
  /** The answer of /api/matrix as it travels; serialised and compressed once, however many ask at the same time. */
  body(snapshot: Snapshot, view: MatrixView, encoding: Encoding): Promise<Buffer>;
}

const selected = pairStates.indexOf("selected");
const candidate = pairStates.indexOf("candidate");
const nearMiss = pairStates.indexOf("near-miss");
const zero = "0".charCodeAt(0);

const toRow = (matrix: Matrix, row: number): { cells: string; ranks: number[]; nearMisses: number[] } => {
  const { columns, states, numbers, fields } = matrix;
  const digits = Buffer.allocUnsafe(columns);
  const ranks: number[] = [];
  const nearMisses: number[] = [];
  for (let column = 0, cell = row * columns; column < columns; column++, cell++) {
    const state = states[cell] ?? 0;
    digits[column] = zero + state;
    if (state === selected || state === candidate) ranks.push(column, numbers[cell] ?? 0);
    else if (state === nearMiss) nearMisses.push(column, numbers[cell] ?? 0, fields[cell] ?? 0);
  }
  return { cells: digits.toString("latin1"), ranks, nearMisses };
};

const toInputRow = <Kind extends string, Spec>(object: {
  readonly kind: Kind;
  readonly namespace?: string;
  readonly name: string;
  readonly spec?: Spec;
}) => ({
  kind: object.kind,
  name: object.name,
  spec: object.spec,
  ...(object.namespace === undefined ? {} : { namespace: object.namespace }),
});

const compute = (models: readonly ModelObject[], runtimes: readonly RuntimeObject[], view: MatrixView): Matrix =>
  computeMatrix({
    models: models.map(toInputRow),
    runtimes: runtimes.map(toInputRow),
    namespace: view.namespace,
    service: view.service?.spec,
  });

/** The cells of one model, without the rest of the matrix. */
export const computeRow = (
  model: ModelObject,
  runtimes: readonly RuntimeObject[],
  view: MatrixView,
): ReadonlyMap<string, Cell> => {
  const { states, numbers } = compute([model], runtimes, view);
  return new Map(
    runtimes.map(({ key }, column): [string, Cell] => {
      const state = pairStates[states[column] ?? 0] ?? "error";
      const isRanked = state === "selected" || state === "candidate";
      return [key, isRanked ? { state, rank: numbers[column] ?? 0 } : { state }];
    }),
  );
};

const computeAll = (snapshot: Snapshot, view: MatrixView): ComputedMatrix => {
  const models = snapshot.models.filter((model) => isVisibleIn(model, view.namespace));
  const runtimes = snapshot.runtimes.filter((runtime) => isVisibleIn(runtime, view.namespace));
  const matrix = compute(models, runtimes, view);
  const rows = models.map((_, row) => toRow(matrix, row));
  return {
    revision: snapshot.revision,
    models,
    runtimes,
    cells: rows.map((row) => row.cells),
    ranks: rows.map((row) => row.ranks),
    nearMisses: rows.map((row) => row.nearMisses),
  };
};

const serialise = (matrix: ComputedMatrix, view: MatrixView): string => {
  const response: MatrixResponse = {
    revision: matrix.revision,
    rules: ruleSet,
    view: {
      ...(view.namespace === undefined ? {} : { namespace: view.namespace }),
      ...(view.service === undefined ? {} : { service: view.service.name }),
    },
    models: matrix.models.map(({ summary }) => summary),
    runtimes: matrix.runtimes.map(({ summary }) => summary),
    states: [...pairStates],
    fields: [...differingFields],
    cells: [...matrix.cells],
    ranks: matrix.ranks as number[][],
    nearMisses: matrix.nearMisses as number[][],
  };
  return JSON.stringify(response);
};

interface Entry {
  readonly matrix: ComputedMatrix;
  readonly bodies: Map<Encoding, Promise<Buffer>>;
}

/** About the memory of one entry with its bodies; there is room for some views of a very large cluster. */
const sizeOf = ({ matrix }: Entry): number => 10_000 + 3 * matrix.models.length * matrix.runtimes.length;
const room = 64_000_000;

/** Keeps the matrices of the newest revision. */
export const createMatrixCache = (): MatrixCache => {
  const entries = new LRUCache<string, Entry>({ maxSize: room, sizeCalculation: sizeOf });

  const entryOf = (snapshot: Snapshot, view: MatrixView): Entry => {
    const key = JSON.stringify([view.namespace, view.service?.name]);
    const known = entries.get(key);
    if (known !== undefined && known.matrix.revision === snapshot.revision) return known;
    const entry: Entry = { matrix: computeAll(snapshot, view), bodies: new Map() };
    entries.set(key, entry);
    return entry;
  };

  return {
    matrix: (snapshot, view) => entryOf(snapshot, view).matrix,
    async body(snapshot, view, encoding) {
      const { matrix, bodies } = entryOf(snapshot, view);
      let plain = bodies.get("identity");
      if (plain === undefined) {
        plain = Promise.resolve(Buffer.from(serialise(matrix, view)));
        bodies.set("identity", plain);
      }
      let body = bodies.get(encoding);
      if (body === undefined) {
        body = plain.then((bytes) => compress(bytes, encoding));
        bodies.set(encoding, body);
      }
      return body;
    },
  };
};
