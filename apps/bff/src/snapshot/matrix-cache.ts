import { differingFields, type PairState, pairStates, ruleSet } from "@ome-matrix/matcher";
import { LRUCache } from "lru-cache";
import type { ModelObject, RuntimeObject, ServiceObject } from "./change.ts";
import { compress, type Encoding } from "./compress.ts";
import { computeStates, type MatrixRow, nextRows, type Rows } from "./matrix-rows.ts";
import type { PatchableObject } from "./patching.ts";
import { isVisibleIn, type Snapshot } from "./snapshot.ts";

/** From where to look; the service is one of the snapshot's. */
export interface MatrixView {
  readonly namespace?: string | undefined;
  readonly service?: ServiceObject | undefined;
}

/** The matrix of one revision, from one view. */
export interface ComputedMatrix {
  readonly revision: number;
  readonly models: readonly ModelObject[];
  readonly runtimes: readonly RuntimeObject[];
  readonly rows: readonly MatrixRow[];
}

export interface Cell {
  readonly state: PairState;
  readonly rank?: number;
}

export interface MatrixCache {
  /** Computed once for a revision and a view, and from what is known of the revision before. */
  matrix(snapshot: Snapshot, view: MatrixView): ComputedMatrix;
  /** The answer of /api/matrix as it travels; serialised and compressed once, however many ask at the same time. */
  body(snapshot: Snapshot, view: MatrixView, encoding: Encoding): Promise<Buffer>;
  /**
   * The same answer as it would be with some objects changed, by key; worked out from the one that is kept, and not kept
   * itself. Where the view's InferenceService is among them, it counts as changed too.
   */
  preview(snapshot: Snapshot, view: MatrixView, changed: ReadonlyMap<string, PatchableObject>): Buffer;
}

const toCell = (state: PairState | undefined, rank: number | undefined): Cell => {
  if (state === undefined) return { state: "error" };
  return rank !== undefined && (state === "selected" || state === "candidate") ? { state, rank } : { state };
};

/** The cells of one model, without the rest of the matrix. */
export const computeRow = (
  model: ModelObject,
  runtimes: readonly RuntimeObject[],
  { namespace, service }: MatrixView,
): ReadonlyMap<string, Cell> => {
  const { states, numbers } = computeStates({ models: [model], runtimes, namespace, service: service?.spec });
  return new Map(runtimes.map(({ key }, column) => [key, toCell(pairStates[states[column] ?? -1], numbers[column])]));
};

/** One cell of a matrix. */
export const cellAt = (row: MatrixRow | undefined, column: number): Cell => {
  const ranks = JSON.parse(row?.ranks ?? "[]") as number[];
  // Columns stand at even places; a rank may be the same number.
  const place = ranks.findIndex((value, index) => index % 2 === 0 && value === column);
  return toCell(pairStates[Number(row?.cells[column] ?? -1)], place === -1 ? undefined : ranks[place + 1]);
};

/** Objects stay the same ones for as long as they do not change, and so does their text. */
const summaryTexts = new WeakMap<object, string>();
const summaryText = (object: ModelObject | RuntimeObject): string => {
  let text = summaryTexts.get(object);
  if (text === undefined) {
    text = JSON.stringify(object.summary);
    summaryTexts.set(object, text);
  }
  return text;
};

/** A MatrixResponse as JSON, put together from parts that are JSON already. The shape is tested, not typed. */
const serialise = (matrix: ComputedMatrix, { namespace, service }: MatrixView): Buffer => {
  const { revision, models, runtimes, rows } = matrix;
  const head = {
    revision,
    rules: ruleSet,
    view: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(service === undefined ? {} : { service: service.name }),
    },
    states: pairStates,
    fields: differingFields,
  };
  // Written piece by piece into one buffer: as one text it would be there three times over before it is sent.
  const pieces: string[] = [JSON.stringify(head).slice(0, -1)];
  const add = <Item>(name: string, items: readonly Item[], text: (item: Item) => string): void => {
    pieces.push(`,"${name}":[`);
    for (const [index, item] of items.entries()) {
      if (index > 0) pieces.push(",");
      pieces.push(text(item));
    }
    pieces.push("]");
  };
  add("models", models, summaryText);
  add("runtimes", runtimes, summaryText);
  add("cells", rows, ({ cells }) => `"${cells}"`);
  add("ranks", rows, ({ ranks }) => ranks);
  add("nearMisses", rows, ({ nearMisses }) => nearMisses);
  pieces.push("}");
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let offset = 0;
  for (const piece of pieces) offset += bytes.write(piece, offset);
  return bytes;
};

interface Entry {
  readonly matrix: ComputedMatrix;
  readonly basis: Rows;
  readonly bodies: Map<Encoding, Promise<Buffer>>;
}

/** About the memory of one entry; there is room for some views of a very large cluster. */
const sizeOf = ({ matrix }: Entry): number => 10_000 + 2 * matrix.models.length * matrix.runtimes.length;
const room = 60_000_000;

/** Keeps the matrices of the newest revision, and computes the next ones from them. */
export const createMatrixCache = (onComputed: (seconds: number) => void = () => undefined): MatrixCache => {
  const entries = new LRUCache<string, Entry>({ maxSize: room, sizeCalculation: sizeOf });

  const entryOf = (snapshot: Snapshot, view: MatrixView): Entry => {
    const key = JSON.stringify([view.namespace, view.service?.name]);
    const known = entries.get(key);
    if (known !== undefined && known.matrix.revision === snapshot.revision) return known;
    const models = snapshot.models.filter((model) => isVisibleIn(model, view.namespace));
    const runtimes = snapshot.runtimes.filter((runtime) => isVisibleIn(runtime, view.namespace));
    const input = { models, runtimes, namespace: view.namespace, service: view.service?.spec };
    const startedAt = performance.now();
    const basis = nextRows(input, known?.basis);
    onComputed((performance.now() - startedAt) / 1_000);
    const matrix = { revision: snapshot.revision, models, runtimes, rows: basis.rows };
    const entry: Entry = { matrix, basis, bodies: new Map() };
    entries.set(key, entry);
    return entry;
  };

  return {
    matrix: (snapshot, view) => entryOf(snapshot, view).matrix,
    preview(snapshot, view, changed) {
      const { matrix, basis } = entryOf(snapshot, view);
      const now = <Value extends PatchableObject>(object: Value): Value =>
        (changed.get(object.key) as Value | undefined) ?? object;
      const models = matrix.models.map(now);
      const runtimes = matrix.runtimes.map(now);
      const service = view.service === undefined ? undefined : now(view.service).spec;
      const { rows } = nextRows({ models, runtimes, namespace: view.namespace, service }, basis);
      return serialise({ ...matrix, models, runtimes, rows }, view);
    },
    async body(snapshot, view, encoding) {
      const { matrix, bodies } = entryOf(snapshot, view);
      let body = bodies.get(encoding);
      if (body === undefined) {
        body = compress(serialise(matrix, view), encoding);
        bodies.set(encoding, body);
      }
      return body;
    },
  };
};
