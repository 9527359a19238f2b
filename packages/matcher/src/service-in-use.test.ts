import { expect, test } from "vitest";
import { driftCodes, driftOf, type InUse, readInUse } from "./service-in-use.ts";
import type { ServiceResultCode } from "./service-verdict.ts";

test("reads the label, the pinned revision and three conditions", () => {
  const conditions = [
    { type: "Ready", status: "True" },
    { type: "RuntimeReady", status: "False", reason: "RuntimeNotFound", message: "no runtime found" },
    { type: "EngineReady", status: "True" },
    { type: "RuntimeDrifted", status: "True", reason: "RevisionMismatch" },
  ];
  expect(
    readInUse({
      metadata: { labels: { "serving-runtime": "r" } },
      status: { conditions, pinnedRevisionName: "r-5d8f7c" },
    }),
  ).toEqual({
    label: "r",
    pinnedRevision: "r-5d8f7c",
    ready: { status: "True" },
    runtimeReady: { status: "False", reason: "RuntimeNotFound", message: "no runtime found" },
    runtimeDrifted: { status: "True", reason: "RevisionMismatch" },
  });
});

test.each([
  undefined,
  null,
  "text",
  {},
  { status: null },
  { status: { conditions: {} } },
  { status: { conditions: [null, 3, { type: "Ready" }] }, metadata: { labels: [] } },
])("reads nothing from %j", (object) => {
  expect(readInUse(object)).toEqual({});
});

const resolved: InUse = { runtimeReady: { status: "True", reason: "RuntimeResolved" } };
const notFound: InUse = { runtimeReady: { status: "False", reason: "RuntimeNotFound" } };
const rows: readonly (readonly [string, InUse, ServiceResultCode, string])[] = [
  ["nothing reported", {}, "selected", ""],
  ["nothing reported", {}, "nothing-selected", ""],
  ["resolved", resolved, "selected", ""],
  ["resolved", resolved, "does-not-declare", ""],
  ["resolved", resolved, "nothing-selected", "drift/none-now"],
  ["resolved", resolved, "runtime-not-found", "drift/none-now"],
  ["resolved", resolved, "runtime-disabled", "drift/none-now"],
  ["resolved", resolved, "inheritance-broken", "drift/none-now"],
  ["resolved", resolved, "model-not-found", ""],
  ["not found", notFound, "nothing-selected", ""],
  ["not found", notFound, "selected", "drift/found-now"],
  ["not found", notFound, "named-without-model", "drift/found-now"],
  ["not ready for another reason", { runtimeReady: { status: "False", reason: "Other" } }, "selected", ""],
  ["labelled the same", { label: "r" }, "selected", ""],
  ["labelled otherwise", { label: "q" }, "declares", "drift/other-runtime"],
  ["labelled otherwise", { label: "q" }, "nothing-selected", "drift/none-now"],
  ["drifted", { runtimeDrifted: { status: "True" } }, "declares", "drift/snapshot"],
  ["not drifted", { runtimeDrifted: { status: "False" } }, "declares", ""],
];

test.each(rows)("%s %j and %s: %s", (_, inUse, code, drift) => {
  expect(driftOf(inUse, { code, runtime: { kind: "ClusterServingRuntime", name: "r" } }).join(" ")).toBe(drift);
});

test("every drift stands in the table", () => {
  expect(driftCodes.filter((code) => !rows.some(([, , , drift]) => drift === code))).toEqual([]);
});
