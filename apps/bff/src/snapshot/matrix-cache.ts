import type { WatchedKind } from "@ome-matrix/contract";
import { differingFields, type PairState, pairStates, ruleSet } from "@ome-matrix/matcher";
import { LRUCache } from "lru-cache";
import type { ModelObject, RuntimeObject, ServiceObject } from "./change.ts";
import { compress, type Encoding, type Room } from "./compress.ts";
import { type MatrixRow, nextRows, type Rows, visitRows } from "./matrix-rows.ts";
import { createPacing } from "./pacing.ts";
import type { PatchableObject } from "./patching.ts";
import { isVisibleIn, modelKinds, runtimeKinds, type Snapshot, unknownKinds } from "./snapshot.ts";

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
  /** Kinds of models and runtimes without whose objects it was made. */
  readonly unknownKinds: readonly WatchedKind[];
}

export interface Cell {
  readonly state: PairState;
  readonly rank?: number;
}

export interface MatrixCache {
  /** Computed once for a revision and a view, and from what is known of the revision before. */
  matrix(snapshot: Snapshot, view: MatrixView): ComputedMatrix;
  /**
   * The answer of /api/matrix as it travels; serialised and compressed once, however many ask at the same time. With a
   * revision it is only what changed since then, if that is still known.
   */
  body(snapshot: Snapshot, view: MatrixView, encoding: Encoding, since?: number): Promise<Buffer>;
  /**
   * The same answer as it would be with some objects changed, by key; worked out from the one that is kept, and not kept
   * itself. Where the view's InferenceService is among them, it counts as changed too.
   */
  preview(snapshot: Snapshot, view: MatrixView, changed: ReadonlyMap<string, PatchableObject>, room: Room): Buffer;
  /** Resolves when the matrix of a view may be asked for: at once, unless it is not there yet and others were just made. */
  turn(look: () => { readonly snapshot: Snapshot; readonly view: MatrixView }): Promise<void>;
  /** About what it holds, without the objects of the snapshot. */
  bytes(): number;
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
  const row = new Map<string, Cell>();
  visitRows({ models: [model], runtimes, namespace, service: service?.spec }, (_, { states, numbers }) => {
    for (const [column, { key }] of runtimes.entries()) {
      row.set(key, toCell(pairStates[states[column] ?? -1], numbers[column]));
    }
  });
  return row;
};

/** One cell of a matrix. */
export const cellAt = (row: MatrixRow | undefined, column: number): Cell => {
  const ranks = JSON.parse(row?.ranks ?? "[]") as number[];
  // Columns stand at even places; a rank may be the same number.
  const place = ranks.findIndex((value, index) => index % 2 === 0 && value === column);
  return toCell(pairStates[Number(row?.cells[column] ?? -1)], place === -1 ? undefined : ranks[place + 1]);
};

/** Objects stay the same ones for as long as they do not change, and so does their text. */
const summaryTexts = new WeakMap<object, { readonly text: string; readonly bytes: number }>();
const summaryText = (object: ModelObject | RuntimeObject): { readonly text: string; readonly bytes: number } => {
  const known = summaryTexts.get(object);
  if (known !== undefined) return known;
  const text = JSON.stringify(object.summary);
  const made = { text, bytes: Buffer.byteLength(text) };
  summaryTexts.set(object, made);
  return made;
};

/** A MatrixResponse as JSON, put together from parts that are JSON already. The shape is tested, not typed. */
const serialise = (matrix: ComputedMatrix, epoch: string, { namespace, service }: MatrixView, room: Room): Buffer => {
  const { revision, models, runtimes, rows, unknownKinds: unknown } = matrix;
  const head = JSON.stringify({
    revision,
    epoch,
    rules: ruleSet,
    view: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(service === undefined ? {} : { service: service.name }),
    },
    states: pairStates,
    fields: differingFields,
    unknownKinds: unknown,
  });
  const ofObjects = [...models, ...runtimes].reduce((sum, object) => sum + summaryText(object).bytes + 1, 0);
  const ofRows = rows.reduce(
    (sum, { cells, ranks, nearMisses }) => sum + cells.length + ranks.length + nearMisses.length + 5,
    0,
  );
  const bytes = room(Buffer.byteLength(head) + ofObjects + ofRows + namesBytes);

  // Piece by piece into one buffer: as one text it would be there three times over before it is sent.
  let offset = bytes.write(head) - 1;
  const add = <Item>(
    name: string,
    items: readonly Item[],
    text: (item: Item) => string,
    encoding: "utf8" | "latin1",
  ) => {
    offset += bytes.write(`,"${name}":[`, offset, "latin1");
    for (const [index, item] of items.entries()) {
      if (index > 0) bytes[offset++] = comma;
      offset += bytes.write(text(item), offset, encoding);
    }
    offset += bytes.write("]", offset, "latin1");
  };
  add("models", models, (model) => summaryText(model).text, "utf8");
  add("runtimes", runtimes, (runtime) => summaryText(runtime).text, "utf8");
  add("cells", rows, ({ cells }) => `"${cells}"`, "latin1");
  add("ranks", rows, ({ ranks }) => ranks, "latin1");
  add("nearMisses", rows, ({ nearMisses }) => nearMisses, "latin1");
  offset += bytes.write("}", offset, "latin1");
  return bytes.subarray(0, offset);
};
const comma = ",".charCodeAt(0);
/** More than the names of the lists and their brackets take. */
const namesBytes = 100;

const isSameRow = (one: MatrixRow | undefined, other: MatrixRow | undefined): boolean =>
  one === other ||
  (one?.cells === other?.cells && one?.ranks === other?.ranks && one?.nearMisses === other?.nearMisses);

/** A MatrixChanges as JSON: what is other than in an earlier matrix with the same rows and columns. */
const serialiseChanges = (matrix: ComputedMatrix, epoch: string, earlier: ComputedMatrix): Buffer => {
  const models = matrix.models.flatMap((model, row) =>
    model === earlier.models[row] ? [] : [`{"row":${row},"model":${summaryText(model).text}}`],
  );
  const runtimes = matrix.runtimes.flatMap((runtime, column) =>
    runtime === earlier.runtimes[column] ? [] : [`{"column":${column},"runtime":${summaryText(runtime).text}}`],
  );
  const rows = matrix.rows.flatMap((row, index) =>
    isSameRow(row, earlier.rows[index])
      ? []
      : [`{"row":${index},"cells":"${row.cells}","ranks":${row.ranks},"nearMisses":${row.nearMisses}}`],
  );
  const { revision, unknownKinds: unknown } = matrix;
  const head = JSON.stringify({ revision, epoch, since: earlier.revision, unknownKinds: unknown }).slice(0, -1);
  return Buffer.from(`${head},"models":[${models.join()}],"runtimes":[${runtimes.join()}],"rows":[${rows.join()}]}`);
};

interface Entry {
  /** Earlier matrices with the same rows and columns, the newest first. */
  readonly earlier: readonly Earlier[];
  readonly matrix: ComputedMatrix;
  readonly basis: Rows;
  /** By encoding and namespace. */
  readonly bodies: Map<string, Promise<Buffer>>;
  /** Of the bodies that are made and kept. */
  readonly bodyBytes: number;
}

interface Earlier {
  readonly matrix: ComputedMatrix;
  /** Of its rows that are others in the matrix after it. */
  readonly bytes: number;
}

/** So many are remembered for pages that ask what changed, while their rows take no more than this. */
const mostEarlier = 8;
const mostEarlierBytes = 4_000_000;

const bytesOf = ({ cells, ranks, nearMisses }: MatrixRow): number =>
  cells.length + ranks.length + nearMisses.length + bytesOfRow;

const haveSameKeys = (
  some: readonly { readonly key: string }[],
  others: readonly { readonly key: string }[],
): boolean => some.length === others.length && some.every(({ key }, index) => key === others[index]?.key);

/** What is remembered beside a matrix: the one before it and those that were remembered beside that. */
const rememberEarlier = (before: Entry | undefined, { models, runtimes, rows }: ComputedMatrix): readonly Earlier[] => {
  if (before === undefined) return [];
  const { matrix } = before;
  // With other rows or columns the places mean something else.
  if (!haveSameKeys(matrix.models, models) || !haveSameKeys(matrix.runtimes, runtimes)) return [];
  const bytes = matrix.rows.reduce((sum, row, index) => (row === rows[index] ? sum : sum + bytesOf(row)), 0);
  let total = 0;
  return [{ matrix, bytes }, ...before.earlier.slice(0, mostEarlier - 1)].filter((earlier) => {
    total += earlier.bytes;
    return total <= mostEarlierBytes;
  });
};

/** What an entry takes in bytes, without the objects, which are the snapshot's: its texts, and some for each row. */
const sizeOf = ({ matrix: { models, runtimes, rows }, earlier, bodyBytes }: Entry): number => {
  const ofLists = 8 * (models.length + runtimes.length) + bytesOfEntry;
  const ofEarlier = earlier.reduce((sum, { bytes }) => sum + bytes + ofLists + 8 * models.length, 0);
  return rows.reduce((sum, row) => sum + bytesOf(row), ofLists + ofEarlier + bodyBytes);
};
const bytesOfEntry = 2_000;
/** Three texts' heads, the object that holds them, and their places in lists. */
const bytesOfRow = 120;

/** Room for the views of a very large cluster that several people look at, or for a thousand of a small one. */
const usualRoom = 60_000_000;

/** A view that nobody asked for in so many revisions (half a minute at the fastest) would hold on to objects of long ago. */
const oldest = 300;

export interface MatrixCacheOptions {
  /** Of the store whose snapshots are asked about. */
  readonly epoch?: string;
  readonly onComputed?: (seconds: number) => void;
  /** In bytes. */
  readonly room?: number;
}

/** Keeps the matrices of the newest revision, and computes the next ones from them. */
export const createMatrixCache = ({
  epoch = "",
  onComputed = () => undefined,
  room = usualRoom,
}: MatrixCacheOptions = {}): MatrixCache => {
  const pacing = createPacing();
  // One that alone is larger than the room is kept all the same, without any other.
  const entries = new LRUCache<string, Entry>({
    maxSize: room,
    sizeCalculation: (entry) => Math.min(room, sizeOf(entry)),
  });

  /** Nothing is in it, so that it sees what any other such namespace does. */
  const isEmpty = ({ namespaces }: Snapshot, { namespace }: MatrixView): boolean =>
    namespace !== undefined && !namespaces.includes(namespace);

  /** However many namespaces are asked for that do not exist: they share an entry. */
  const keyOf = (snapshot: Snapshot, view: MatrixView): string =>
    JSON.stringify(isEmpty(snapshot, view) ? ["empty"] : [view.namespace, view.service?.name]);

  /** Counts a body that was made, unless its entry is not kept any more. */
  const grow = (key: string, { bodies }: Entry, bytes: number): void => {
    const current = entries.peek(key);
    if (current?.bodies === bodies) entries.set(key, { ...current, bodyBytes: current.bodyBytes + bytes });
  };

  const entryOf = (snapshot: Snapshot, view: MatrixView): Entry => {
    const key = keyOf(snapshot, view);
    const known = entries.get(key);
    if (known !== undefined && known.matrix.revision === snapshot.revision) return known;
    for (const [other, { matrix }] of entries) {
      if (matrix.revision < snapshot.revision - oldest) entries.delete(other);
    }
    const models = snapshot.models.filter((model) => isVisibleIn(model, view.namespace));
    const runtimes = snapshot.runtimes.filter((runtime) => isVisibleIn(runtime, view.namespace));
    const namespace = isEmpty(snapshot, view) ? "" : view.namespace;
    const input = { models, runtimes, namespace, service: view.service?.spec };
    const startedAt = performance.now();
    const basis = pacing.work(() => nextRows(input, known?.basis));
    onComputed((performance.now() - startedAt) / 1_000);
    const matrix = {
      revision: snapshot.revision,
      models,
      runtimes,
      rows: basis.rows,
      unknownKinds: unknownKinds(snapshot, [...modelKinds, ...runtimeKinds]),
    };
    const earlier = rememberEarlier(known, matrix);
    const entry: Entry = { matrix, basis, earlier, bodies: new Map(), bodyBytes: 0 };
    entries.set(key, entry);
    return entry;
  };

  return {
    matrix: (snapshot, view) => entryOf(snapshot, view).matrix,
    preview(snapshot, view, changed, room) {
      const { matrix, basis } = entryOf(snapshot, view);
      const now = <Value extends PatchableObject>(object: Value): Value =>
        (changed.get(object.key) as Value | undefined) ?? object;
      const models = matrix.models.map(now);
      const runtimes = matrix.runtimes.map(now);
      const service = view.service === undefined ? undefined : now(view.service).spec;
      const { rows } = nextRows({ models, runtimes, namespace: view.namespace, service }, basis);
      return serialise({ ...matrix, models, runtimes, rows }, epoch, view, room);
    },
    body(snapshot, view, encoding, since) {
      const entry = entryOf(snapshot, view);
      const { matrix, earlier, bodies } = entry;
      const base = [matrix, ...earlier.map((one) => one.matrix)].find(({ revision }) => revision === since);
      // An entry that several namespaces share has a body for each.
      const name = JSON.stringify([encoding, view.namespace, base?.revision]);
      const known = bodies.get(name);
      if (known !== undefined) return known;
      const body = compress(
        (room) =>
          pacing.work(() =>
            base === undefined ? serialise(matrix, epoch, view, room) : serialiseChanges(matrix, epoch, base),
          ),
        encoding,
      );
      bodies.set(name, body);
      body.then(
        ({ byteLength }) =>
          isEmpty(snapshot, view) ? bodies.delete(name) : grow(keyOf(snapshot, view), entry, byteLength),
        () => bodies.delete(name),
      );
      return body;
    },
    turn: (look) =>
      pacing.turn(() => {
        const { snapshot, view } = look();
        return entries.peek(keyOf(snapshot, view))?.matrix.revision !== snapshot.revision;
      }),
    bytes: () => entries.calculatedSize,
  };
};
