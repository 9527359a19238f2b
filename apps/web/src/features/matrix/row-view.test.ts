import { describe, expect, it } from "vitest";
import { smallMatrix, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { filterMatrix, isInStrength, toCoverage } from "./filter-view.ts";
import { toMatrixData } from "./matrix-data.ts";
import { toLayout } from "./matrix-view.ts";
import { shortenNames, splitPrefix } from "./names-view.ts";
import { listMarks, listPairs, sayBand, sayFoot, sayPair, shortenRows, toColumnView, toRowView } from "./row-view.ts";

const data = toMatrixData(smallMatrix());
const coverage = toCoverage(data);
const filtered = filterMatrix(data, coverage, {});
const layout = toLayout(data, coverage, filtered, {});
const isShown = (cell: number) =>
  isInStrength(filtered.strength, data.states[cell] ?? 0, data.numbers[cell] ?? 0, data.fields[cell] ?? 0);
const row = (name: string) => toRowView(data, coverage, `ClusterBaseModel/${name}`, name, undefined);

describe("a row", () => {
  it("tells what the model gets", () => {
    expect(row("llama-70b")).toMatchObject({
      size: "70B",
      version: "4.46.3",
      counts: { automatic: 1, pinOnly: 0, oneOff: 1 },
      verdict: { prefix: "srt-", text: "llama-70b", tone: "good" },
      sentence: undefined,
    });
    expect(row("qwen-image").verdict).toMatchObject({ text: "no runtime", tone: "bad" });
  });

  it("stays when its model is gone", () => {
    expect(row("deleted")).toMatchObject({ name: "deleted", counts: undefined, verdict: { text: "no longer there" } });
  });

  it("shows tags for quantization, namespace and shadow", () => {
    const tagged = toMatrixData(
      toMatrix(
        [
          toModel({ name: "a", quantization: "fp8", shadowedIn: ["studio"] }),
          toModel({ name: "b", namespace: "studio" }),
        ],
        [],
        [[], []],
      ),
    );
    const tags = (key: string, namespace?: string) =>
      toRowView(tagged, toCoverage(tagged), key, "x", namespace).tags.map(({ text }) => text);
    expect(tags("ClusterBaseModel/a")).toEqual(["fp8", "shadowed"]);
    expect(tags("ClusterBaseModel/a", "elsewhere")).toEqual(["fp8"]);
    expect(tags("BaseModel/studio/b")).toEqual(["ns"]);
  });

  it("says why it cannot be read, with controls escaped", () => {
    const broken = toMatrixData(
      toMatrix(
        [
          toModel({
            name: "evil\u202e",
            problems: [
              {
                path: "spec.modelFormat",
                expected: "an object",
                found: "a text",
                message: "spec.modelFormat: expected an object, found a text.",
              },
            ],
          }),
          toModel({
            name: "loading",
            format: undefined,
            status: { state: "In_Transit", nodesReady: 0, nodesFailed: 0 },
          }),
        ],
        [toRuntime({ name: "off", disabled: true })],
        [["error"], ["unknown"]],
      ),
    );
    const view = toRowView(broken, toCoverage(broken), "ClusterBaseModel/evil%E2%80%AE", "x", undefined);
    expect(view.sentence).toBe(
      "spec.modelFormat: expected an object, found a text. This row is not judged; the others stand.",
    );
    expect(view.name).not.toContain("\u202e");
    expect(view.verdict.text).toBe("unreadable");
    expect(toRowView(broken, toCoverage(broken), "ClusterBaseModel/loading", "x", undefined).verdict.text).toBe(
      "downloading",
    );
    expect(toColumnView(broken, toCoverage(broken), "ClusterServingRuntime/off", "off")).toMatchObject({
      disabled: true,
      remark: ", disabled",
    });
  });
});

describe("words", () => {
  it("name a cell for those who do not see it", () => {
    const say = (model: string, runtime: string) =>
      sayPair(data, `ClusterBaseModel/${model}`, `ClusterServingRuntime/${runtime}`);
    expect(say("qwen-image", "srt-qwen-image")).toBe(
      "qwen-image, srt-qwen-image: near miss, 1 differs: diffusion pipeline",
    );
    expect(say("llama-8b", "srt-llama-70b")).toBe("llama-8b, srt-llama-70b: near miss, 2 differ: quantization, size");
    expect(say("llama-8b", "srt-llama-8b")).toBe("llama-8b, srt-llama-8b: candidate, rank 2");
    expect(say("llama-70b", "srt-mamba")).toBe("llama-70b, srt-mamba: rejected");
    expect(say("gone", "srt-mamba")).toBe("no longer there");
  });

  it("count a band and the whole", () => {
    const [llama] = layout.models.groups;
    expect(llama === undefined ? "" : sayBand(data, coverage, llama, layout.runtimes)).toBe(
      "2 models · 2 runtimes · 1 without an automatic runtime",
    );
    expect(sayFoot(data, coverage)).toEqual(["1 of 4 models have", "an automatic runtime"]);
  });
});

describe("lists of pairs", () => {
  it("show a model's marks, the best first", () => {
    expect(
      listMarks(data, "ClusterBaseModel/llama-8b", layout.runtimes, isShown).map(({ state, number }) => [
        state,
        number,
      ]),
    ).toEqual([
      ["candidate", 2],
      ["near-miss", 2],
    ]);
  });

  it("hold the pairs on screen in reading order, as many as asked for", () => {
    const pairs = listPairs(data, layout.models, layout.runtimes, isShown, 4);
    expect(pairs.map(({ model, runtime }) => `${model} ${runtime}`)).toEqual([
      "llama-8b srt-llama-8b",
      "llama-8b srt-llama-70b",
      "llama-70b srt-llama-8b",
      "llama-70b srt-llama-70b",
    ]);
  });
});

describe("what is picked in a namespace only", () => {
  const runtimes = [
    toRuntime({ name: "vision-wan-slow", namespace: "vision" }),
    toRuntime({ name: "vision-wan-fast", namespace: "vision" }),
    toRuntime({ name: "other", namespace: "studio" }),
  ];
  const dataOf = (cells: readonly string[], shadowedIn: string[] = []) =>
    toMatrixData(toMatrix([toModel({ name: "wan", shadowedIn })], runtimes, [cells]));
  const verdictOf = (cells: readonly string[], shadowedIn: string[] = []) => {
    const matrix = dataOf(cells, shadowedIn);
    return toRowView(matrix, toCoverage(matrix), "ClusterBaseModel/wan", "wan", undefined).verdict;
  };

  it("is named with its namespace", () => {
    const verdict = verdictOf(["candidate 2", "candidate 1", "rejected"]);
    expect(verdict.prefix + verdict.text).toBe("vision-wan-fast in vision");
    expect(verdict.title).toBe("OME selects vision-wan-fast in vision");
  });

  it("is counted in several namespaces", () => {
    expect(verdictOf(["candidate 2", "candidate 1", "candidate 1"])).toMatchObject({
      text: "in 2 namespaces",
      title: "OME selects other in studio, vision-wan-fast in vision",
    });
  });

  it("has an automatic runtime, and the foot says that it is in a namespace only", () => {
    const matrix = dataOf(["candidate 2", "candidate 1", "rejected"]);
    const counted = toCoverage(matrix);
    expect(sayFoot(matrix, counted)).toEqual(["1 of 1 models have an automatic", "runtime, 1 in a namespace only"]);
    const rows = toLayout(matrix, counted, filterMatrix(matrix, counted, {}), {});
    const [band] = rows.models.groups;
    expect(band === undefined ? "" : sayBand(matrix, counted, band, rows.runtimes)).toBe("1 model · 2 runtimes");
    expect(filterMatrix(matrix, counted, { problems: true }).pairs).toBe(0);
  });

  it("is not picked where a BaseModel of its name stands in front of it", () => {
    const cells = ["candidate 1", "rejected", "rejected"];
    expect(verdictOf(cells, ["vision"]).text).toBe("no runtime");
    expect(sayFoot(dataOf(cells, ["vision"]), toCoverage(dataOf(cells, ["vision"])))[0]).toBe("0 of 1 models have");
  });
});

describe("names in little room", () => {
  const shorten = (names: readonly string[], room: number) => shortenNames(names.map((name) => ({ name, room })));
  it("stay whole when they fit", () => expect(shorten(["short"], 10)).toEqual(["short"]));
  it("are cut in the middle", () =>
    expect(shorten(["llama-4-maverick-17b-instruct"], 15)).toEqual(["llama-4…nstruct"]));
  it("never read the same", () => {
    const [one, other] = shorten(["llama-a-aaaaaaaaaaaaaaaa-instruct", "llama-a-bbbbbbbbbbbbbbbb-instruct"], 15);
    expect(one).not.toBe(other);
    expect(other).toHaveLength(15);
  });
  it("lose their common prefix to a dimmed one", () => {
    expect(splitPrefix("srt-llama")).toEqual({ prefix: "srt-", rest: "llama" });
    expect(splitPrefix("srt-")).toEqual({ prefix: "", rest: "srt-" });
  });
  it("have less room beside tags", () => {
    const tagged = toMatrixData(
      toMatrix([toModel({ name: "a-rather-long-name-of-a-model", quantization: "fp8" })], [], [[]]),
    );
    const axis = { groups: [], keys: ["ClusterBaseModel/a-rather-long-name-of-a-model"], folded: 0, unfolded: false };
    expect([...shortenRows(tagged, axis, undefined, 21).values()][0]).toHaveLength(15);
  });
});
