/** The machine-readable examples of the specification. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import {
  acceptsVersion,
  explainTable,
  formatTable,
  judge,
  type Model,
  parseSize,
  parseVersion,
  type Read,
  type Runtime,
  readInferenceService,
  readModel,
  readModelSpec,
  readRuntime,
  readRuntimeSpec,
  recordModelIndex,
  sayNoRuntimeFound,
  sayRejection,
  select,
} from "../src/index.ts";

function example(file: string): string {
  return readFileSync(new URL(`examples/${file}`, import.meta.url), "utf8");
}

function known<Value>(read: Read<Value>): Value {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.value;
}

interface MatchVectors {
  readonly versionParse: readonly {
    readonly input: string;
    readonly parses: boolean;
    readonly prefix?: string;
    readonly major?: string;
    readonly minor?: string;
    readonly patch?: string;
    readonly pre?: readonly string[];
    readonly build?: readonly string[];
    readonly dev?: readonly string[];
    readonly precision?: number;
  }[];
  readonly versionCompare: readonly {
    readonly entry: string;
    readonly operator: string | null;
    readonly model: string;
    readonly matches: boolean;
  }[];
  readonly sizeParse: readonly { readonly input: string; readonly value: string }[];
  readonly match: readonly {
    readonly id: string;
    readonly why: string;
    readonly model: unknown;
    readonly runtime: unknown;
    readonly inferenceService?: { readonly annotations?: unknown; readonly spec?: unknown };
    readonly expect: { readonly compatible: boolean; readonly reason: string | null };
  }[];
}

const vectors = parse(example("match-vectors.yaml")) as MatchVectors;

describe("versions", () => {
  test("there are as many as the specification says", () => {
    expect(
      [vectors.versionParse, vectors.versionCompare, vectors.sizeParse, vectors.match].map((list) => list.length),
    ).toEqual([46, 45, 41, 102]);
  });

  test.each(vectors.versionParse)("parse $input", (row) => {
    const version = parseVersion(row.input);
    expect(version !== undefined).toBe(row.parses);
    if (version === undefined) return;
    expect({
      prefix: version.prefixed ? "v" : "",
      major: String(version.major),
      minor: String(version.minor),
      patch: String(version.patch),
      pre: version.preRelease,
      build: version.build,
      dev: version.dev,
      precision: version.parts,
      parses: true,
      input: row.input,
    }).toEqual(row);
  });

  test.each(vectors.versionCompare)(
    "$entry $operator accepts $model: $matches",
    ({ entry, operator, model, matches }) => {
      expect(acceptsVersion(entry, operator ?? undefined, model).accepts).toBe(matches);
    },
  );
});

test.each(vectors.sizeParse)("size $input", ({ input, value }) => {
  const expected = { "+Inf": Number.POSITIVE_INFINITY, "-Inf": Number.NEGATIVE_INFINITY, NaN: Number.NaN }[value];
  expect(parseSize(input)).toBe(expected ?? Number(value));
});

describe("matches", () => {
  test.each(vectors.match)("$id $why", ({ model, runtime, inferenceService, expect: expected }) => {
    const service =
      inferenceService === undefined
        ? undefined
        : known(
            readInferenceService({
              kind: "InferenceService",
              metadata: { name: "s", annotations: inferenceService.annotations },
              spec: inferenceService.spec,
            }),
          ).spec;
    const verdict = judge(known(readModelSpec(model)), known(readRuntimeSpec(runtime)), service);
    expect(verdict.compatible).toBe(expected.compatible);
    expect(verdict.rejection === undefined ? null : sayRejection(verdict.rejection)).toBe(expected.reason);
  });
});

describe("the worked example of chapter 3", () => {
  const objects = parseAllDocuments(example("selection.yaml")).map((document): unknown => document.toJS());
  const isModel = (object: unknown) => (object as { kind: string }).kind.endsWith("BaseModel");
  const model = objects.filter(isModel).map((object): Model => known(readModel(object)))[0];
  const runtimes = objects.filter((object) => !isModel(object)).map((object): Runtime => known(readRuntime(object)));
  const spec = model?.spec ?? {};

  test("row for row", () => {
    const selection = select(spec, runtimes, { namespace: "studio" });
    expect(formatTable(explainTable(selection)).split("\n")).toEqual([
      "RUNTIME       SCOPE       COMPATIBLE  PRIORITY  WEIGHT  REASON",
      "studio-own    Namespaced  Yes         1         2       -",
      "zero-weight   Cluster     Yes         1         0       -",
      "fast          Cluster     Yes         2         6       -",
      "tight         Cluster     Yes         3         6       -",
      "half-open     Cluster     Yes         3         6       -",
      "wide          Cluster     Yes         3         6       -",
      "big           Cluster     No          -         -       model size 3.2B is outside supported range [70B, inf)",
      "manual        Cluster     No          -         -       supports the model but has no supportedModelFormats[].autoSelect=true entry, so automatic selection skips it (pin it explicitly via spec.runtime.name instead)",
      "mistral-only  Cluster     No          -         -       model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM), framework version mismatch (model=4.45.0, runtime=4.36.0)",
      "switched-off  Cluster     No          -         -       runtime is disabled",
    ]);
    expect(
      selection.ranking.map(({ verdict, sizeDistance, decidedBy }) => [verdict.score.score, sizeDistance, decidedBy]),
    ).toEqual([
      [2n, 69e9, "kind"],
      [15n, 7e9, "score"],
      [6n, 0, "size-distance"],
      [6n, 2e9, "size-distance"],
      [6n, 2.2e9, "size-distance"],
      [6n, 69e9, undefined],
    ]);
  });

  test("the message when nothing is left", () => {
    const left = runtimes.filter(({ name }) => ["manual", "mistral-only", "big", "switched-off"].includes(name));
    const selection = select(spec, left, { namespace: "studio" });
    expect(selection.selected).toBeUndefined();
    expect(sayNoRuntimeFound(spec, selection)).toBe(
      "no runtime found to support model safetensors with format safetensors in namespace studio. Checked 4 runtimes (0 namespace-scoped, 4 cluster-scoped). Excluded runtimes: big (model size 3.2B is outside supported range [70B, inf)); mistral-only (model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=MistralForCausalLM), framework version mismatch (model=4.45.0, runtime=4.36.0)); switched-off (runtime is disabled)",
    );
  });

  test("without the namespace's own runtime the weights of 0 win", () => {
    const others = runtimes.filter(({ name }) => name !== "studio-own");
    expect(select(spec, others, { namespace: "studio" }).selected?.runtime.name).toBe("zero-weight");
    expect(select(spec, runtimes, { namespace: "elsewhere" }).selected?.runtime.name).toBe("zero-weight");
  });
});

describe("what is recorded from model_index.json", () => {
  interface IndexVector {
    readonly id: string;
    readonly why: string;
    readonly input: string;
    readonly pipeline?: Readonly<Record<string, unknown>>;
    readonly error?: string;
  }
  test.each(parse(example("model-index-vectors.yaml")) as readonly IndexVector[])(
    "$id $why",
    ({ input, pipeline, error }) => {
      const recorded = recordModelIndex(JSON.parse(input));
      expect(recorded.error).toBe(error);
      const { additionalComponents, ...rest } = recorded.fields.diffusionPipeline ?? {};
      const additional = additionalComponents && { additionalComponents: Object.fromEntries(additionalComponents) };
      expect({ ...rest, ...additional }).toEqual(pipeline ?? {});
    },
  );
});
