import { describe, expect, test } from "vitest";
import { at } from "../json.ts";
import { readManifest } from "./read-manifest.ts";

const head = "apiVersion: ome.io/v1beta1\nkind: ClusterBaseModel\n";
const storage = "storage: {storageUri: hf://a/b}";

function manifest(spec: string, name = "x"): string {
  return `${head}metadata: {name: ${name}}\nspec:\n  ${storage}\n${spec.replaceAll(/^(?=.)/gm, "  ")}\n`;
}

async function reportsOf(source: string): Promise<readonly string[]> {
  return (await readManifest(source)).reports.map(
    ({ level, code, line }) => `${level} ${code}${line === undefined ? "" : ` ${line}`}`,
  );
}

describe("documents", () => {
  test("several in a file, empty ones between them", async () => {
    const { objects, reports } = await readManifest(
      `---\n---\n${manifest("", "a")}---\n# nothing\n---\n${manifest("", "b")}...\n`,
    );
    expect(objects.map(({ name, line }) => [name, line])).toEqual([
      ["a", 3],
      ["b", 12],
    ]);
    expect(reports).toEqual([]);
  });

  test("JSON, with tabs, with a byte order mark, with CRLF", async () => {
    const json = JSON.stringify(
      {
        apiVersion: "ome.io/v1beta1",
        kind: "ClusterBaseModel",
        metadata: { name: "x" },
        spec: { storage: { storageUri: "a" } },
      },
      undefined,
      "\t",
    );
    for (const source of [json, `\uFEFF${json}`, manifest("").replaceAll("\n", "\r\n")]) {
      const { objects, reports } = await readManifest(source);
      expect(reports).toEqual([]);
      expect(objects).toHaveLength(1);
    }
  });

  test("lists are expanded, of any kind of list", async () => {
    const item = `- apiVersion: ome.io/v1beta1\n  kind: ClusterBaseModel\n  metadata: {name: NAME}\n  spec: {${storage}}\n`;
    const source = `apiVersion: v1\nkind: List\nitems:\n${item.replace("NAME", "a")}${item.replace("NAME", "b")}`;
    expect((await readManifest(source)).objects.map(({ name, line }) => [name, line])).toEqual([
      ["a", 4],
      ["b", 8],
    ]);
    expect(
      (await readManifest(source.replace("v1\nkind: List", "ome.io/v1beta1\nkind: ClusterBaseModelList"))).objects,
    ).toHaveLength(2);
    expect((await readManifest(source.replace("kind: List", "kind: List\nmetadata: {}"))).objects).toHaveLength(2);
  });

  test("other kinds are counted in one line", async () => {
    const other = (kind: string): string => `---\napiVersion: v1\nkind: ${kind}\n`;
    const { reports } = await readManifest(
      `${other("ConfigMap")}${other("Secret")}${other("ConfigMap")}---\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n`,
    );
    expect(reports).toEqual([
      {
        level: "info",
        code: "other-kinds",
        message: "4 objects of other kinds are ignored: 2 ConfigMap, 1 Secret, 1 Kustomization. Nothing to do.",
      },
    ]);
  });

  test("a namespaced object without a namespace is in default; a cluster-scoped one has none", async () => {
    const source = `${manifest("").replace("ClusterBaseModel", "BaseModel")}---\n${manifest("").replace("{name: x}", "{name: x, namespace: studio}")}`;
    expect(
      (await readManifest(source)).objects.map(({ namespace, object }) => [
        namespace,
        at(object, "metadata", "namespace"),
      ]),
    ).toEqual([
      ["default", "default"],
      ["", undefined],
    ]);
  });
});

describe("scalars are those of kubectl", () => {
  // Read by kubectl 1.32: `kubectl create --dry-run=client -o json`.
  const rows: readonly (readonly [string, unknown])[] = [
    ["y", true],
    ["yes", true],
    ["On", true],
    ["TRUE", true],
    ["N", false],
    ["off", false],
    ["yES", "yES"],
    ["~", null],
    ["", null],
    ["NULL", null],
    ["nULL", "nULL"],
    ["017", 15],
    ["0o17", 15],
    ["-017", -15],
    ["08", 8],
    ["0o8", "0o8"],
    ["0x1F", 31],
    ["-0x1F", -31],
    ["0b11", 3],
    ["0b2", "0b2"],
    ["1_000", 1000],
    ["1_", 1],
    ["_1", "_1"],
    ["+1", 1],
    ["1.0", 1],
    ["1.", 1],
    [".5", 0.5],
    [".", "."],
    ["1e3", 1000],
    ["1e", "1e"],
    ["1_0.5", 10.5],
    ["+.5e-3", 0.0005],
    ["1:30", "1:30"],
    ["2024-01-01", "2024-01-01"],
    ["0x", "0x"],
    ["=", "="],
    ["'1'", "1"],
    ["!!str 5", "5"],
    ['!!int "7"', 7],
    ["!!binary aGk=", "hi"],
  ];
  test.each(rows)("%s", async (source, expected) => {
    const { objects } = await readManifest(
      manifest(`modelConfiguration: {list: [a, ${source === "" ? "null" : source}]}\n`),
    );
    expect(at(objects[0]?.object, "spec", "modelConfiguration", "list")).toEqual(["a", expected]);
  });

  test("so autoSelect: yes is true, and an unquoted version is refused as a number", async () => {
    const entry = (line: string): string =>
      `apiVersion: ome.io/v1beta1\nkind: ClusterServingRuntime\nmetadata: {name: r}\nspec:\n  supportedModelFormats:\n    - modelFormat:\n        name: safetensors\n        ${line}\n      modelFramework: {name: transformers}\n      autoSelect: yes\n`;
    expect((await readManifest(entry('version: "1.0"'))).objects[0]?.object).toMatchObject({
      spec: { supportedModelFormats: [{ autoSelect: true }] },
    });
    expect((await readManifest(entry("version: 1.0"))).reports).toEqual([
      {
        level: "error",
        code: "refused-object",
        line: 8,
        message:
          'ClusterServingRuntime "r" is refused: spec.supportedModelFormats[0].modelFormat.version: Invalid value: "integer": spec.supportedModelFormats[0].modelFormat.version in body must be of type string: "integer". Put the value in quotes.',
      },
    ]);
  });
});

describe("parts", () => {
  test("that are the same as before are not read again, and keep their place", async () => {
    const first = await readManifest(`${manifest("", "a")}---\n${manifest("vendor: 1", "b")}`);
    const second = await readManifest(
      `# words\n---\n${manifest("", "c")}---\n${manifest("vendor: 1", "b")}`,
      first.parts,
    );
    expect(second.objects.map(({ name, line }) => [name, line])).toEqual([["c", 3]]);
    expect(second.reports.map(({ line }) => line)).toEqual([15]);
    const third = await readManifest(`${manifest("", "a")}---\n`, first.parts);
    expect(third.objects[0]?.object).toBe(first.objects[0]?.object);
  });

  test("are not cut where directives stand", async () => {
    const source = `%YAML 1.2\n---\n${manifest("", "a")}---\n${manifest("", "b")}`;
    expect((await readManifest(source)).objects.map(({ name, line }) => [name, line])).toEqual([
      ["a", 3],
      ["b", 10],
    ]);
  });

  test("leave room for others on the way", async () => {
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 0);
    await readManifest(Array.from({ length: 500 }, (_, index) => manifest("", `m-${index}`)).join("---\n"));
    clearInterval(count);
    expect(turns).toBeGreaterThan(1);
  });
});

describe("anchors", () => {
  test("are resolved, merge keys as well", async () => {
    const source = manifest(
      "modelFormat: &f {name: safetensors, version: '1'}\nmodelFramework:\n  <<: *f\n  name: transformers\n",
    );
    expect((await readManifest(source)).objects[0]?.object).toMatchObject({
      spec: { modelFramework: { name: "transformers", version: "1" } },
    });
  });

  test("may be used often", async () => {
    const source = manifest(`modelFormat: {name: &n x}\nmodelCapabilities: [${Array(500).fill("*n").join(", ")}]\n`);
    expect((await readManifest(source)).objects).toHaveLength(1);
  });

  test("are bounded", async () => {
    const laughs = `a: &a [${Array(9).fill("lol").join(",")}]\n${[..."bcdefghi"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`).join("\n")}\n`;
    expect(await reportsOf(manifest(laughs))).toEqual(["error too-many-aliases 1"]);
    const long = `a: &a ${"x".repeat(1_000_000)}\nb: [${Array(100).fill("*a").join(",")}]\n`;
    expect(await reportsOf(manifest(long))).toEqual(["error too-many-aliases 1"]);
    expect(await reportsOf(manifest("a: &a [*a]"))).toHaveLength(1);
    expect(await reportsOf(manifest("a: *nothing"))).toEqual(["error yaml-syntax 6"]);
  });
});

describe("what is reported", () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ["a syntax error, with its line", manifest("vendor: [a\nversion: 'b'"), ["error yaml-syntax 7"]],
    ["a tab for indentation", manifest("modelFormat:\n\tname: a"), ["error yaml-syntax 7"]],
    ["only that document", `${manifest("", "a")}---\na: [\n---\n${manifest("", "b")}`, ["error yaml-syntax 9"]],
    ["a duplicate key", manifest("vendor: a\nvendor: b"), ["warning duplicate-key 7"]],
    ["text", "just words\n", ["error not-an-object 1"]],
    ["a list", "\n- a\n- b\n", ["error not-an-object 2"]],
    ["no kind", "name: x\n", ["error no-kind 1"]],
    ["another version", manifest("").replace("v1beta1", "v1"), ["error wrong-version 1"]],
    [
      "a missing field, at the nearest line",
      `${head}metadata: {name: x}\nspec:\n  vendor: a\n`,
      ["error refused-object 4"],
    ],
    [
      "a missing field in a list item",
      `apiVersion: ome.io/v1beta1\nkind: ClusterServingRuntime\nmetadata: {name: r}\nspec:\n  supportedModelFormats:\n  - autoSelect: true\n    modelFormat: {name: a}\n`,
      ["error refused-object 6"],
    ],
    [
      "every mistake of an object",
      manifest("vendor: 1\nversion: 2\n"),
      ["error refused-object 6", "error refused-object 7"],
    ],
    ["a name that is none", manifest("", "X_Y"), ["error refused-object 3"]],
    ["a name that is a number", manifest("", "5"), ["error refused-object 3"]],
    [
      "annotations that are not strings",
      manifest("").replace("{name: x}", "\n  name: x\n  annotations:\n    a: true"),
      ["error refused-object 6"],
    ],
    ["an unknown field", manifest("modelFormatt: {name: a}"), ["warning unknown-field 6"]],
    ["a status that is none", `${manifest("")}status:\n  state: Lost\n`, ["warning refused-status 8"]],
    ["deep nesting", "[".repeat(50_000), ["error too-deep 1"]],
    ["deep lists", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, ["error too-deep 1"]],
    [
      "deep maps in a later document",
      `a: 1\n---\n\nb:\n  ${"{a: ".repeat(20_000)}`,
      ["error no-kind 1", "error too-deep 5"],
    ],
    [
      "deep blocks",
      Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
      ["error too-deep 202"],
    ],
    ["deep lists on one line", `${"- ".repeat(20_000)}x`, ["error too-deep 1"]],
    ["deep keys", `${"? ".repeat(20_000)}x`, ["error too-deep 1"]],
    ["nesting as deep as it may be", `a: ${"[".repeat(198)}${"]".repeat(198)}`, ["error no-kind 1"]],
    [
      "aliases that nest",
      `a: &a ${"[".repeat(150)}${"]".repeat(150)}\nb: ${"[".repeat(150)}*a${"]".repeat(150)}`,
      ["error too-many-aliases 1"],
    ],
    ["a number too large", manifest("maxTokens: 1e999"), ["error yaml-syntax 1"]],
  ];
  test.each(rows)("%s", async (_name, source, expected) => {
    expect(await reportsOf(source)).toEqual(expected);
  });

  test("the rest is served", async () => {
    const { objects, incomplete } = await readManifest(`${manifest("", "a")}---\na: [\n---\n${manifest("", "b")}`);
    expect(objects.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(incomplete).toBe(true);
  });

  test("the last of two equal keys counts, as with kubectl", async () => {
    expect(at((await readManifest(manifest("vendor: a\nvendor: b"))).objects[0]?.object, "spec", "vendor")).toBe("b");
  });

  test("an object with a wrong status is served without it", async () => {
    const { objects } = await readManifest(`${manifest("")}status: {state: Lost}\n`);
    expect(objects[0]?.object).not.toHaveProperty("status");
    expect((await readManifest(`${manifest("")}status: {state: Ready}\n`)).objects[0]?.object["status"]).toEqual({
      state: "Ready",
    });
  });
});
