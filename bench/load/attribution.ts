/**
 * Which revision holds a change, and when each reader was told of it; found out from the events alone, so that nothing has to
 * be added to the product for it.
 *
 * The events of a revision name the objects that changed. A change is in the first one that names its object and arrives
 * anywhere after the change was written: an earlier revision cannot hold it. That one could still be about the object's change
 * before, if the two were so close that the event of the first was on its way when the second was written. No object is
 * changed twice within seconds, so that would take a delay of seconds: `closest` is the shortest time between two changes of
 * one object, and who finds a delay as long as that must not believe the figures.
 *
 * An event that names no objects, because there were too many, stands for all changes of its kinds written before it. Whether
 * a change that was on its way then is in it or in the next cannot be told, so the earlier is taken; such changes are counted.
 */
import type { Change } from "./changes.ts";
import type { Told } from "./event-stream.ts";

export interface Attribution {
  /** The place in `events` of each change's revision; -1 when no event holds it. */
  readonly places: Int32Array;
  /** Changes that were only found by their kind. */
  readonly byKind: number;
  /** The shortest time between two changes of one object, in milliseconds. */
  readonly closest: number;
}

/** The first of some places, in order, that is not before a time. */
const firstAfter = (
  places: readonly number[] | undefined,
  firstArrivals: readonly number[],
  at: number,
): number | undefined => {
  if (places === undefined) return undefined;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firstArrivals[places[middle] ?? 0] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return places[low];
};

const push = (lists: Map<string, number[]>, name: string, place: number): void => {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [place]);
  else list.push(place);
};

/** The earliest arrival of each event; infinity for one that nobody received. */
const earliest = (arrivals: readonly Float64Array[]): number[] =>
  arrivals.map((ofEvent) =>
    ofEvent.reduce((least, at) => (Number.isNaN(at) || at >= least ? least : at), Number.POSITIVE_INFINITY),
  );

/** Changes and events in the order of time. */
export const attribute = (
  changes: readonly Change[],
  events: readonly Told[],
  arrivals: readonly Float64Array[],
): Attribution => {
  const firstArrivals = earliest(arrivals);
  const byKey = new Map<string, number[]>();
  const byKindOnly = new Map<string, number[]>();
  for (const [place, { kinds, touched }] of events.entries()) {
    if (touched === undefined) for (const kind of kinds) push(byKindOnly, kind, place);
    else for (const key of touched) push(byKey, key, place);
  }
  const nextChange = new Map<string, number>();
  const places = new Int32Array(changes.length).fill(-1);
  let byKind = 0;
  let closest = Number.POSITIVE_INFINITY;
  for (let index = changes.length - 1; index >= 0; index--) {
    const change = changes[index];
    if (change === undefined) continue;
    const { at, key, kind } = change;
    const next = nextChange.get(key) ?? Number.POSITIVE_INFINITY;
    nextChange.set(key, at);
    closest = Math.min(closest, next - at);
    const named = firstAfter(byKey.get(key), firstArrivals, at);
    if (named !== undefined && (firstArrivals[named] ?? 0) < next) {
      places[index] = named;
      continue;
    }
    const unnamed = firstAfter(byKindOnly.get(kind), firstArrivals, at);
    if (unnamed !== undefined) {
      places[index] = unnamed;
      byKind += 1;
    } else if (named !== undefined) places[index] = named;
  }
  return { places, byKind, closest };
};

/**
 * When each reader was told of each event or of a later one: who was away is told afterwards of everything. Infinity for one
 * who never was. `catchesUp` are the arrivals of such later news.
 */
export const toldAt = (
  events: readonly Told[],
  arrivals: readonly Float64Array[],
  catchesUp: readonly { readonly reader: number; readonly revision: number; readonly at: number }[],
): readonly Float64Array[] => {
  const told = arrivals.map((ofEvent) => ofEvent.slice());
  for (const { reader, revision, at } of catchesUp) {
    for (let place = events.length - 1; place >= 0; place--) {
      if ((events[place]?.revision ?? 0) > revision) continue;
      // The newest event that the news stands for; the ones before it follow below.
      const known = told[place]?.[reader] ?? Number.NaN;
      if (told[place] !== undefined && (Number.isNaN(known) || at < known)) (told[place] as Float64Array)[reader] = at;
      break;
    }
  }
  for (let place = told.length - 1; place >= 0; place--) {
    const ofEvent = told[place];
    const later = told[place + 1];
    if (ofEvent === undefined) continue;
    for (let reader = 0; reader < ofEvent.length; reader++) {
      if (Number.isNaN(ofEvent[reader] ?? Number.NaN)) ofEvent[reader] = later?.[reader] ?? Number.POSITIVE_INFINITY;
    }
  }
  return told;
};

export interface Delays {
  /** From each change to each reader, in milliseconds, in rising order. */
  readonly sorted: Float32Array;
  /** Pairs of a change and a reader who was never told. */
  readonly lost: number;
}

export const delaysOf = (
  changes: readonly Change[],
  { places }: Attribution,
  told: readonly Float64Array[],
  readers: number,
): Delays => {
  const delays = new Float32Array(changes.length * readers);
  let count = 0;
  let lost = 0;
  for (const [index, { at }] of changes.entries()) {
    const ofEvent = told[places[index] ?? -1];
    for (let reader = 0; reader < readers; reader++) {
      const delay = (ofEvent?.[reader] ?? Number.POSITIVE_INFINITY) - at;
      if (Number.isFinite(delay)) delays[count++] = delay;
      else lost += 1;
    }
  }
  return { sorted: delays.subarray(0, count).sort(), lost };
};

/** The value that this share of them does not exceed. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;

/** Who came back and was told less than what had changed meanwhile. */
export const untold = (
  events: readonly Told[],
  welcomes: readonly (Told & { readonly reader: number; readonly before: number | undefined })[],
): readonly string[] =>
  welcomes.flatMap(({ reader, before, revision, kinds, touched }) => {
    if (before === undefined) return [];
    const missed = events.filter((event) => event.revision > before && event.revision <= revision);
    const named = new Set(touched);
    const ofKinds = new Set(kinds);
    const isTold = missed.every(
      (event) =>
        event.kinds.every((kind) => ofKinds.has(kind)) &&
        (touched === undefined || (event.touched?.every((key) => named.has(key)) ?? false)),
    );
    return isTold ? [] : [`reader ${reader} was not told all of ${before + 1} to ${revision}`];
  });
