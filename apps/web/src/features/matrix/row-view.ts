/** What stands beside and below the cells: names, facts, counts and a word of verdict. */
import type { ModelSummary } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { toOwnPicks } from "../../reasons/own-picks.ts";
import { fieldWords } from "../../reasons/reason-words.ts";
import { wordsOfState } from "../../reasons/state-words.ts";
import { type Coverage, isNotJudged, isServed } from "./filter-view.ts";
import { type CellFacts, cellAt, type MatrixData, rowsChanged, stateNumber } from "./matrix-data.ts";
import type { Axis, AxisGroup } from "./matrix-view.ts";
import { shortenNames, splitPrefix } from "./names-view.ts";

export interface NamedTag {
  readonly text: string;
  readonly title: string;
}

export interface VerdictWord {
  /** Dimmed, in front of the text. */
  readonly prefix: string;
  readonly text: string;
  readonly title: string;
  readonly tone: "good" | "calm" | "bad" | "error";
}

export interface RowView {
  readonly key: string;
  /** Escaped, in full. */
  readonly name: string;
  readonly short: string;
  readonly size: string | undefined;
  readonly version: string | undefined;
  readonly tags: readonly NamedTag[];
  /** Undefined when the model is not judged. */
  readonly counts: { readonly automatic: number; readonly pinOnly: number; readonly oneOff: number } | undefined;
  readonly verdict: VerdictWord;
  /** Instead of cells: why the row cannot be read. */
  readonly sentence: string | undefined;
}

export interface ColumnView {
  readonly key: string;
  readonly name: string;
  readonly prefix: string;
  readonly short: string;
  readonly tag: NamedTag | undefined;
  readonly disabled: boolean;
  readonly unreadable: boolean;
  /** After the name, for titles and screen readers: `, disabled`. */
  readonly remark: string;
  readonly served: number;
  readonly oneOff: number;
}

/** What a shadowed ClusterBaseModel's tag says, or nothing. */
const toShadowTag = (model: ModelSummary, namespace: string | undefined): NamedTag | undefined => {
  const where = model.shadowedIn.filter((name) => namespace === undefined || name === namespace);
  if (where.length === 0) return undefined;
  return {
    text: "shadowed",
    title: `A BaseModel of the same name hides this one in ${where.map(escapeControls).join(", ")}`,
  };
};

const toTags = (model: ModelSummary, namespace: string | undefined): readonly NamedTag[] => {
  const tags: NamedTag[] = [];
  if (model.quantization !== undefined && model.quantization !== "") {
    const text = escapeControls(model.quantization);
    tags.push({ text, title: `Quantization ${text}` });
  }
  if (model.namespace !== undefined) {
    tags.push({ text: "ns", title: `BaseModel of the namespace ${escapeControls(model.namespace)}` });
  }
  const shadow = toShadowTag(model, namespace);
  if (shadow !== undefined) tags.push(shadow);
  return tags;
};

const statusWords: Readonly<Record<string, string>> = {
  Creating: "being created",
  Importing: "importing",
  In_Transit: "downloading",
  In_Transit_Failed: "download failed",
  Failed: "download failed",
  Ready: "ready, not read",
};

const toVerdict = (data: MatrixData, coverage: Coverage, index: number, model: ModelSummary): VerdictWord => {
  const plain = (text: string, tone: VerdictWord["tone"], title = ""): VerdictWord => ({
    prefix: "",
    text,
    title,
    tone,
  });
  if (model.problems.length > 0) return plain("unreadable", "error", "The object cannot be read");
  if (model.format === undefined) {
    const state = model.status.state;
    const text = state === undefined ? "not read yet" : (statusWords[state] ?? "not read yet");
    return plain(text, "calm", model.explanations.map(escapeControls).join(" "));
  }
  const winner = data.runtimes[coverage.winner[index] ?? -1];
  if (winner !== undefined) {
    const name = escapeControls(winner.name);
    const { prefix, rest } = splitPrefix(name);
    return { prefix, text: rest, title: `OME selects ${name}`, tone: "good" };
  }
  if (coverage.ownPick[index] === 1) return toOwnVerdict(data, index, model);
  if ((coverage.pinOnly[index] ?? 0) > 0) {
    return plain("pin only", "calm", "Runs only when an InferenceService names the runtime");
  }
  return plain("no runtime", "bad", "No runtime accepts this model");
};

/** In the view of all namespaces: where namespaces have runtimes of their own that OME picks there, and which. */
const toOwnVerdict = (data: MatrixData, index: number, model: ModelSummary): VerdictWord => {
  const ranked = data.runtimes.flatMap((runtime, column) => {
    const { state, number } = cellAt(data, index, column);
    return state === "candidate" ? [{ runtime, rank: number }] : [];
  });
  const picks = toOwnPicks(model, ranked).map(({ namespace, runtime }) => ({
    name: escapeControls(runtime.name),
    namespace: escapeControls(namespace),
  }));
  const title = `OME selects ${picks.map(({ name, namespace }) => `${name} in ${namespace}`).join(", ")}`;
  const [only, ...others] = picks;
  if (only === undefined || others.length > 0) {
    return { prefix: "", text: `in ${picks.length} namespaces`, title, tone: "good" };
  }
  const { prefix, rest } = splitPrefix(only.name);
  return { prefix, text: `${rest} in ${only.namespace}`, title, tone: "good" };
};

/** How a row or a column looks when its object is gone from the newest matrix. */
const gone = "no longer there";

export const toRowView = (
  data: MatrixData,
  coverage: Coverage,
  key: string,
  short: string,
  namespace: string | undefined,
): RowView => {
  const index = data.modelIndex.get(key);
  const model = index === undefined ? undefined : data.models[index];
  if (index === undefined || model === undefined) {
    return {
      key,
      name: short,
      short,
      size: undefined,
      version: undefined,
      tags: [],
      counts: undefined,
      verdict: { prefix: "", text: gone, title: "", tone: "calm" },
      sentence: undefined,
    };
  }
  const judged = !isNotJudged(model);
  const problem = model.problems[0];
  return {
    key,
    name: escapeControls(model.name),
    short,
    size: model.size === undefined ? undefined : escapeControls(model.size),
    version: model.framework?.version === undefined ? undefined : escapeControls(model.framework.version),
    tags: toTags(model, namespace),
    counts: judged
      ? {
          automatic: coverage.automatic[index] ?? 0,
          pinOnly: coverage.pinOnly[index] ?? 0,
          oneOff: coverage.oneOff[index] ?? 0,
        }
      : undefined,
    verdict: toVerdict(data, coverage, index, model),
    sentence:
      problem === undefined
        ? undefined
        : `${escapeControls(problem.message).replace(/[.\s]*$/, "")}. This row is not judged; the others stand.`,
  };
};

export const toColumnView = (data: MatrixData, coverage: Coverage, key: string, short: string): ColumnView => {
  const index = data.runtimeIndex.get(key);
  const runtime = index === undefined ? undefined : data.runtimes[index];
  const { prefix, rest } = splitPrefix(short);
  return {
    key,
    name: runtime === undefined ? short : escapeControls(runtime.name),
    prefix,
    short: rest,
    tag:
      runtime?.namespace === undefined
        ? undefined
        : { text: "ns", title: `ServingRuntime of the namespace ${escapeControls(runtime.namespace)}` },
    disabled: runtime?.disabled ?? false,
    unreadable: (runtime?.problems.length ?? 0) > 0,
    remark:
      (runtime?.problems.length ?? 0) > 0
        ? `, cannot be read: ${escapeControls(runtime?.problems[0]?.message ?? "")}`
        : runtime?.disabled === true
          ? ", disabled"
          : "",
    served: index === undefined ? 0 : (coverage.served[index] ?? 0),
    oneOff: index === undefined ? 0 : (coverage.runtimeOneOff[index] ?? 0),
  };
};

/** Characters that fit in a row head beside its tags. */
const roomOfRow = (room: number, tags: readonly NamedTag[]): number =>
  Math.max(8, room - tags.reduce((sum, tag) => sum + tag.text.length + 3, 0));

/** A model's name and the room for it, which its tags leave. */
const nameInRow = (data: MatrixData, key: string, namespace: string | undefined, room: number) => {
  const model = data.models[data.modelIndex.get(key) ?? -1];
  if (model === undefined) return { name: key.slice(key.lastIndexOf("/") + 1), room };
  return { name: escapeControls(model.name), room: roomOfRow(room, toTags(model, namespace)) };
};

export const shortenRows = (
  data: MatrixData,
  axis: Axis,
  namespace: string | undefined,
  room: number,
): ReadonlyMap<string, string> => {
  const short = shortenNames(axis.keys.map((key) => nameInRow(data, key, namespace, room)));
  return new Map(axis.keys.map((key, index) => [key, short[index] ?? key]));
};

/** The short names of an axis, and what they were made of. */
export interface RowNames {
  readonly data: MatrixData;
  readonly axis: Axis;
  readonly namespace: string | undefined;
  readonly room: number;
  readonly names: ReadonlyMap<string, string>;
}

/** The known names where nothing that they are made of changed: there may be thousands. */
export const toRowNames = (
  data: MatrixData,
  axis: Axis,
  namespace: string | undefined,
  room: number,
  known: RowNames | undefined,
): RowNames => {
  const rows = known === undefined ? undefined : rowsChanged(known.data, data);
  const isSame =
    known !== undefined &&
    known.axis === axis &&
    known.namespace === namespace &&
    known.room === room &&
    rows?.every((row) => {
      const key = data.models[row]?.key ?? "";
      return nameInRow(known.data, key, namespace, room).room === nameInRow(data, key, namespace, room).room;
    }) === true;
  return { data, axis, namespace, room, names: isSame ? known.names : shortenRows(data, axis, namespace, room) };
};

export const shortenColumns = (data: MatrixData, axis: Axis, room: number): ReadonlyMap<string, string> => {
  const names = axis.keys.map((key) => {
    const runtime = data.runtimes[data.runtimeIndex.get(key) ?? -1];
    if (runtime === undefined) return { name: key.slice(key.lastIndexOf("/") + 1), room };
    return { name: escapeControls(runtime.name), room: runtime.namespace === undefined ? room : room - 4 };
  });
  const short = shortenNames(names);
  return new Map(axis.keys.map((key, index) => [key, short[index] ?? key]));
};

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** What a band says after its label: `5 models · 6 runtimes · 4 without an automatic runtime`. */
export const sayBand = (data: MatrixData, coverage: Coverage, group: AxisGroup, runtimes: Axis): string => {
  const indexes = group.keys.map((key) => data.modelIndex.get(key)).filter((index) => index !== undefined);
  if (group.kind === "not-judged") {
    const unreadable = indexes.filter((index) => (data.models[index]?.problems.length ?? 0) > 0).length;
    const parts = [
      indexes.length - unreadable > 0 ? `${indexes.length - unreadable} not read yet` : "",
      unreadable > 0 ? `${unreadable} unreadable` : "",
    ];
    return parts.filter((part) => part !== "").join(" · ");
  }
  const columns = runtimes.groups.find((other) => other.label === group.label && other.kind === group.kind);
  const without = indexes.filter((index) => !isServed(coverage, index)).length;
  return [
    counted(group.keys.length, "model"),
    ...(columns === undefined ? [] : [counted(columns.keys.length, "runtime")]),
    ...(without === 0 ? [] : [`${without.toLocaleString("en")} without an automatic runtime`]),
  ].join(" · ");
};

/** Below the rows' summaries, in two lines. What is picked in some namespaces only counts, and is told apart. */
export const sayFoot = (data: MatrixData, coverage: Coverage): readonly string[] => {
  const served = data.models.filter((_, index) => isServed(coverage, index)).length;
  const inNamespaces = data.models.filter(
    (_, index) => isServed(coverage, index) && coverage.winner[index] === -1,
  ).length;
  const have = `${served.toLocaleString("en")} of ${data.models.length.toLocaleString("en")} models have`;
  return inNamespaces === 0
    ? [have, "an automatic runtime"]
    : [`${have} an automatic`, `runtime, ${inNamespaces.toLocaleString("en")} in a namespace only`];
};

/** A state in words: `near miss, 1 differs: size`. */
export const sayCell = (cell: CellFacts): string => {
  if (cell.state === "near-miss") {
    const fields = cell.fields.map((field) => fieldWords[field].title).join(", ");
    const count = cell.number === 1 ? "1 differs" : `${cell.number} differ`;
    return `near miss, ${count}${fields === "" ? "" : `: ${fields}`}`;
  }
  if (cell.state === "candidate") return `candidate, rank ${cell.number}`;
  return wordsOfState(cell.state).label.toLowerCase();
};

/** The accessible name of a cell. */
export const sayPair = (data: MatrixData, modelKey: string, runtimeKey: string): string => {
  const model = data.modelIndex.get(modelKey);
  const runtime = data.runtimeIndex.get(runtimeKey);
  if (model === undefined || runtime === undefined) return gone;
  const names = [data.models[model]?.name ?? "", data.runtimes[runtime]?.name ?? ""].map(escapeControls);
  return `${names.join(", ")}: ${sayCell(cellAt(data, model, runtime))}`;
};

/** How a pair is ordered among a model's pairs, the best first. */
const goodness = (cell: CellFacts): number => stateNumber[cell.state] * 1_000 + cell.number;

export interface MarkedPair extends CellFacts {
  readonly runtimeKey: string;
  readonly label: string;
}

/** A model's pairs that are on screen, the best first: the phone's row of marks. */
export const listMarks = (
  data: MatrixData,
  modelKey: string,
  runtimes: Axis,
  isShown: (cell: number) => boolean,
): readonly MarkedPair[] => {
  const model = data.modelIndex.get(modelKey);
  if (model === undefined) return [];
  const marks: MarkedPair[] = [];
  for (const runtimeKey of runtimes.keys) {
    const runtime = data.runtimeIndex.get(runtimeKey);
    if (runtime === undefined || !isShown(model * data.runtimes.length + runtime)) continue;
    marks.push({ ...cellAt(data, model, runtime), runtimeKey, label: sayPair(data, modelKey, runtimeKey) });
  }
  return marks.sort((one, other) => goodness(one) - goodness(other));
};

export interface PairRow extends CellFacts {
  readonly modelKey: string;
  readonly runtimeKey: string;
  readonly model: string;
  readonly runtime: string;
}

/** All pairs on screen in reading order: the list beside the grid. */
export const listPairs = (
  data: MatrixData,
  models: Axis,
  runtimes: Axis,
  isShown: (cell: number) => boolean,
  longest: number,
): readonly PairRow[] => {
  const pairs: PairRow[] = [];
  const columns = runtimes.keys.map((key) => data.runtimeIndex.get(key) ?? -1);
  for (const modelKey of models.keys) {
    const model = data.modelIndex.get(modelKey);
    if (model === undefined) continue;
    for (const [at, runtime] of columns.entries()) {
      if (runtime < 0 || !isShown(model * data.runtimes.length + runtime)) continue;
      pairs.push({
        ...cellAt(data, model, runtime),
        modelKey,
        runtimeKey: runtimes.keys[at] ?? "",
        model: escapeControls(data.models[model]?.name ?? ""),
        runtime: escapeControls(data.runtimes[runtime]?.name ?? ""),
      });
      if (pairs.length >= longest) return pairs;
    }
  }
  return pairs;
};
