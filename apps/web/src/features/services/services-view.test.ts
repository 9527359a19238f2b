import type { ServiceRow } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { type RowChange, serviceRowExample } from "../../testing/service-examples.ts";
import { toDrift, toInUse, toReady } from "./in-use-view.ts";
import { readServicesSearch } from "./services-search.ts";
import { severityOf, toServicesView } from "./services-view.ts";

const listOf = (services: ServiceRow[], search = {}) =>
  toServicesView({ revision: 1, services, unknownKinds: [] }, search);

const one = (row: RowChange) => {
  const [view] = listOf([serviceRowExample(row)]).rows;
  if (view === undefined) throw new Error("no row");
  return view;
};

describe("a row", () => {
  it.each<readonly [string, RowChange, string]>([
    ["picked", {}, "srt-writer, picked; declares yes; selected, fine"],
    [
      "named",
      { result: { ...serviceRowExample().result, code: "declares" } },
      "srt-writer, named; declares yes; pin-only, fine",
    ],
    [
      "named and not declared",
      { result: { ...serviceRowExample().result, code: "does-not-declare" } },
      "srt-writer, named; declares no; pin-only, attention",
    ],
    [
      "named without a model",
      { result: { ...serviceRowExample().result, code: "named-without-model" } },
      "srt-writer, named; declares no model; pin-only, fine",
    ],
    ["nothing found", { result: { code: "nothing-selected" } }, "no runtime found; declares –; error, problem"],
    [
      "named and not there",
      { result: { code: "runtime-not-found" }, runtime: { name: "gone" } },
      "named, not found gone; declares –; error, problem",
    ],
    [
      "named and disabled",
      { result: { ...serviceRowExample().result, code: "runtime-disabled" }, runtime: { name: "srt-writer" } },
      "named, disabled srt-writer; declares –; disabled, problem",
    ],
    [
      "picked for a model of the wrong kind",
      { notes: ["model/wrong-kind"] },
      "srt-writer, picked; declares yes; error, problem",
    ],
  ])("%s", (_, row, expected) => {
    const { runtime, how, declares, mark, severity } = one(row);
    const name = plainText(runtime.text) + (how === "" ? "" : `, ${how}`);
    expect(`${name}; declares ${plainText(declares.text)}; ${mark}, ${severity}`).toBe(expected);
  });

  it("leads from the runtime to the pair, and to the runtime alone without a model", () => {
    expect(one({}).runtime.text).toMatchObject([
      { modelKey: "ClusterBaseModel/writer", runtimeKey: "ClusterServingRuntime/srt-writer" },
    ]);
    const { foundModel: _, ...rest } = serviceRowExample();
    expect(listOf([rest]).rows[0]?.runtime.text).toMatchObject([{ runtimeKey: "ClusterServingRuntime/srt-writer" }]);
  });
});

describe("urgency", () => {
  it.each<readonly [RowChange, string]>([
    [{}, "fine"],
    [{ drift: ["drift/snapshot"] }, "attention"],
    [{ inUse: { ready: { status: "False" } } }, "attention"],
    [{ inUse: { ready: { status: "Unknown" } } }, "fine"],
    [{ notes: ["selection/without-parent"] }, "attention"],
    [{ notes: ["model/shadows", "model/wrong-kind"] }, "problem"],
    [{ result: { code: "model-not-found" }, notes: ["model/shadows"] }, "problem"],
  ])("%j: %s", (row, severity) => {
    expect(severityOf(serviceRowExample(row))).toBe(severity);
  });
});

describe("the list", () => {
  const services = [
    serviceRowExample({ name: "fine" }),
    serviceRowExample({ name: "drifted", drift: ["drift/other-runtime"] }),
    serviceRowExample({ name: "without", result: { code: "nothing-selected" }, namespace: "lab" }),
    serviceRowExample({ name: "asks", asks: "nvidia-h100" }),
  ];
  const names = (search: Parameters<typeof toServicesView>[1]) => listOf(services, search).rows.map(({ name }) => name);

  it("has the problems first", () => {
    expect(names({})).toEqual(["without", "drifted", "asks", "fine"]);
    expect(listOf(services).summary).toBe("4 services, 2 to look at");
  });

  it("can be cut down to them", () => {
    expect(names({ problems: true })).toEqual(["without", "drifted"]);
    expect(listOf(services, { problems: true }).found).toBe(4);
  });

  it("is searched in what stands in it, all words of it", () => {
    expect(names({ q: "LAB" })).toEqual(["without"]);
    expect(names({ q: "h100 writer" })).toEqual(["asks"]);
    expect(names({ q: "no runtime" })).toEqual(["without"]);
    expect(names({ q: "lab h100" })).toEqual([]);
    expect(listOf(services, { q: "lab" }).summary).toBe("1 of 4 services, 1 to look at");
  });
});

describe("what is in use", () => {
  it.each<readonly [ServiceRow["inUse"], string]>([
    [{}, "not reported"],
    [{ runtimeReady: { status: "True", reason: "RuntimeResolved" } }, "found, name not recorded"],
    [{ runtimeReady: { status: "False", reason: "RuntimeNotFound" } }, "RuntimeNotFound"],
    [{ runtimeReady: { status: "Unknown" } }, "RuntimeReady Unknown"],
    [{ pinnedRevision: "r-1", runtimeReady: { status: "True" } }, "snapshot r-1"],
    [{ label: "r", pinnedRevision: "r-1" }, "r"],
  ])("%j: %s", (inUse, text) => {
    expect(plainText(toInUse(inUse).text)).toBe(text);
  });

  it.each<readonly [ServiceRow["inUse"], string]>([
    [{}, "not reported"],
    [{ ready: { status: "True" } }, "yes"],
    [{ ready: { status: "False", reason: "Crashed" } }, "no, Crashed"],
    [{ ready: { status: "Unknown" } }, "Unknown"],
  ])("ready %j: %s", (inUse, text) => {
    expect(plainText(toReady(inUse).text)).toBe(text);
  });

  it("names every drift", () => {
    expect(plainText(toDrift({ inUse: {}, drift: ["drift/snapshot", "drift/found-now"] }).text)).toBe(
      "snapshot is behind, one found now",
    );
  });
});

describe("the address", () => {
  it.each([
    [{}, {}],
    [
      { namespace: "studio", q: "x", problems: "true" },
      { namespace: "studio", q: "x", problems: true },
    ],
    [{ problems: "false", q: "", namespace: ["a"], other: "x" }, {}],
    [{ q: 3 }, { q: "3" }],
  ])("%j", (search, read) => {
    expect(readServicesSearch(search)).toEqual(read);
  });
});
