/** What must hold of a load run, and its figures as a table. */
import { percentile } from "./attribution.ts";
import type { LoadResult } from "./load.ts";

/** The product makes at most one revision in this time. */
export const periodMilliseconds = 100;
/** From a watch event to a reader, at the 95th percentile. */
const mostPeriods = 3;
/** How much more memory than in the middle third of a run may be used in the last. */
const mostGrowth = 1.1;

export interface Bounds {
  /** Of the product, in MiB, after collection. */
  readonly mostMemory: number;
  /** Of the product, in MiB, at any moment. */
  readonly mostMemoryEver: number;
}

const greatest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** The greatest value of the middle third and of the last. */
export const thirds = (samples: readonly number[]): { readonly middle: number; readonly last: number } => {
  const third = Math.floor(samples.length / 3);
  return {
    middle: greatest(samples.slice(third, samples.length - third)),
    last: greatest(samples.slice(samples.length - third)),
  };
};

/** What was lost, or told wrongly: it may not happen however slow the machine is. */
export const faults = ({ delays, received, untold, unequal }: LoadResult): readonly string[] => [
  ...(delays.lost > 0 ? [`${delays.lost} times a reader was never told of a change`] : []),
  ...(received.unequal > 0 ? [`${received.unequal} events of one revision were not the same for everybody`] : []),
  ...untold,
  ...unequal.map((path) => `${path} is not what a freshly started program answers`),
];

/** What was too slow or too much, or so slow that the figures mean nothing. */
export const excesses = ({ delays, memory, received, attribution }: LoadResult, bounds: Bounds): readonly string[] => {
  const p95 = percentile(delays.sorted, 0.95) / periodMilliseconds;
  const { middle, last } = thirds(memory.samples);
  return [
    ...(percentile(delays.sorted, 1) >= attribution.closest
      ? ["a delay was as long as the time between two changes of one object: which revision holds them cannot be told"]
      : []),
    ...(p95 <= mostPeriods ? [] : [`p95 is ${p95.toFixed(2)} periods, and not ${mostPeriods}`]),
    ...(last <= mostGrowth * middle
      ? []
      : [`memory grows: up to ${last.toFixed(0)} MiB in the last third, ${middle.toFixed(0)} in the middle one`]),
    ...(memory.after <= bounds.mostMemory
      ? []
      : [`${memory.after.toFixed(0)} MiB are in use after collection, and not ${bounds.mostMemory}`]),
    ...(greatest(memory.samples) <= bounds.mostMemoryEver
      ? []
      : [`${greatest(memory.samples).toFixed(0)} MiB were in use, and not ${bounds.mostMemoryEver}`]),
    ...(received.ended.length === 0
      ? []
      : [`${received.ended.length} streams ended before their time, such as ${received.ended[0]}`]),
  ];
};

const inPeriods = (milliseconds: number): string =>
  `${(milliseconds / periodMilliseconds).toFixed(2)} periods (${milliseconds.toFixed(0)} ms)`;
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
const inMebibytes = (value: number): string => `${value.toFixed(0)} MiB`;

/** The figures of a run, a line each. */
export const toTable = ({
  options,
  changes,
  received,
  attribution,
  delays,
  memory,
  processors,
  loadAverage,
}: LoadResult): string => {
  const { middle, last } = thirds(memory.samples);
  const fetched = received.fetches.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const bytes = received.fetches.map((fetch) => fetch.bytes);
  const whole = received.fetches.filter(({ isWhole }) => isWhole).length;
  const lag = ({ p50, p95, max }: typeof received.lag): string =>
    `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${max.toFixed(1)} ms`;
  const rows: readonly (readonly [string, string])[] = [
    ["models × runtimes, services", `${options.models} × ${options.runtimes}, ${options.services}`],
    ["readers, of which fetch the matrix", `${options.readers} + ${options.pages}, ${options.pages}`],
    ["changes", `${changes.changes.length} in ${options.seconds} s`],
    ["revisions", String(received.events.length)],
    ["watch event to reader, p50", inPeriods(percentile(delays.sorted, 0.5))],
    ["watch event to reader, p95", inPeriods(percentile(delays.sorted, 0.95))],
    ["watch event to reader, p99", inPeriods(percentile(delays.sorted, 0.99))],
    ["watch event to reader, longest", inPeriods(percentile(delays.sorted, 1))],
    ["pairs of change and reader, lost", `${delays.sorted.length + delays.lost}, ${delays.lost}`],
    ["changes known by their kind only", String(attribution.byKind)],
    ["shortest time between changes of one object", `${attribution.closest.toFixed(0)} ms`],
    [
      "matrix fetched again, of which whole",
      `${fetched.length} times, ${whole}; ${(greatest(bytes) / 1024).toFixed(0)} KiB compressed`,
    ],
    ["a fetch, p50 / p95", `${percentile(fetched, 0.5).toFixed(0)} / ${percentile(fetched, 0.95).toFixed(0)} ms`],
    ["memory at rest", inMebibytes(memory.atRest)],
    ["memory, most in the middle and the last third", `${inMebibytes(middle)}, ${inMebibytes(last)}`],
    ["memory, most of all", inMebibytes(greatest(memory.samples))],
    ["memory after collection, of which heap", `${inMebibytes(memory.after)}, ${inMebibytes(memory.heapAfter)}`],
    ["memory, last third to middle third", (last / middle).toFixed(2)],
    ...(processors === undefined
      ? []
      : ([
          [
            "of one core: product, cluster, readers",
            [processors.program, processors.cluster, processors.readers].map(percent).join(", "),
          ],
        ] as const)),
    ["timers late, cluster: p50 / p95 / most", lag(changes.lag)],
    ["timers late, readers: p50 / p95 / most", lag(received.lag)],
    ["load average at the end", loadAverage.toFixed(1)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
};
