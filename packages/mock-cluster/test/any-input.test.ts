import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../src/clock.ts";
import { canonicalJson, type Json, type JsonObject } from "../src/json.ts";
import { kinds } from "../src/kinds.ts";
import { readManifest } from "../src/manifests/read-manifest.ts";
import { applyMergePatch } from "../src/patch.ts";
import { createRegistry, readObject } from "../src/registry.ts";
import { ApiError } from "../src/status.ts";
import { createStore } from "../src/store.ts";

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => value as Json);
const options = { dryRun: false, fieldValidation: "Warn" } as const;

// Objects whose members have the right names, so that odd values get somewhere.
const names = [
  "spec",
  "status",
  "metadata",
  "name",
  "labels",
  "storage",
  "storageUri",
  "modelFormat",
  "supportedModelFormats",
  "constructor",
  "hasOwnProperty",
  "__proto__",
];
const odd: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    json,
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie("value")), { maxLength: 5 })
      .map((members) => Object.fromEntries(members)),
  ),
})).value;

/** Whatever is refused is refused by the rules, not by an accident. */
function refusable(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
  }
}

test("any body is stored or refused, and what is stored can be stored again", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), odd, odd, (kind, spec, metadata) => {
      const registry = createRegistry(createStore({ firstRevision: 0, historyLimit: 10 }), systemClock);
      registry.ensureNamespace("default");
      const namespace = kind.namespaced ? "default" : "";
      const apiVersion = kind.group === "" ? "v1" : "ome.io/v1beta1";
      const body = {
        apiVersion,
        kind: kind.kind,
        metadata: { ...(metadata as JsonObject), name: "x" },
        spec,
      } as JsonObject;
      refusable(() => {
        const { object } = registry.create(kind, namespace, body, options);
        expect(registry.update(kind, namespace, "x", object, options).object).toBe(object);
        const reread = readObject(kind, object);
        expect(reread.errors).toEqual([]);
        expect(canonicalJson(reread.object["spec"] ?? null)).toBe(canonicalJson(object["spec"] ?? null));
      });
    }),
  );
});

test("any patch is applied or refused", () => {
  const pointer = fc
    .array(fc.constantFrom(...names, "0", "-", "length", "toString"), { maxLength: 4 })
    .map((steps) => steps.map((step) => `/${step}`).join(""));
  const operation = fc.record({
    op: fc.constantFrom("add", "remove", "replace", "test", "move", "copy"),
    path: pointer,
    from: pointer,
    value: odd,
  });
  const patch = fc.oneof(
    odd.map((body) => ({ type: "merge" as const, body })),
    fc.array(operation, { maxLength: 5 }).map((body) => ({ type: "json" as const, body: body as Json })),
  );
  const kind = kinds.find((candidate) => candidate.kind === "ClusterServingRuntime");
  if (kind === undefined) throw new Error("no kind of runtimes");
  fc.assert(
    fc.property(patch, (given) => {
      const registry = createRegistry(createStore({ firstRevision: 0, historyLimit: 10 }), systemClock);
      registry.create(
        kind,
        "",
        { apiVersion: "ome.io/v1beta1", kind: kind.kind, metadata: { name: "x" }, spec: { supportedModelFormats: [] } },
        options,
      );
      refusable(() => registry.patch(kind, "", "x", given, options));
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
  );
});

test("a merge patch onto its own result changes nothing", () => {
  fc.assert(
    fc.property(odd, odd, (target, patch) => {
      const once = applyMergePatch(target, patch);
      expect(canonicalJson(applyMergePatch(once, patch))).toBe(canonicalJson(once));
    }),
  );
});

test("any text is read as a manifest or reported", async () => {
  const line = fc.constantFrom(
    "---",
    "apiVersion: ome.io/v1beta1",
    "kind: ClusterBaseModel",
    "metadata: {name: x}",
    "spec:",
    "  storage: {storageUri: x}",
    "  <<: *a",
    "  a: &a [*a]",
    "items:",
    "- ",
    "kind: List",
    "%YAML 1.1",
    "...",
    "? !!set {a}",
    "\t",
    "!!timestamp 2001-01-01",
    "{",
    "}",
    "'",
    "|",
    ">-",
    "__proto__: {a: 1}",
    "? [a, b]\n: c",
    "!!omap [a: 1]",
    "!<x> y",
    "&x",
  );
  const source = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(line, fc.string({ maxLength: 8 })), { maxLength: 12 }).map((lines) => lines.join("\n")),
  );
  await fc.assert(
    fc.asyncProperty(source, async (text) => {
      const { objects, reports } = await readManifest(text);
      const lines = text.split("\n").length;
      for (const { line: at } of reports) if (at !== undefined) expect(at).toBeLessThanOrEqual(lines + 1);
      expect(objects.length + reports.length).toBeLessThanOrEqual(10_000);
    }),
    { numRuns: 1000 },
  );
});
