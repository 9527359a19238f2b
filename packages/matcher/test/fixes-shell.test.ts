import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { isNamespaceName, isObjectName, patchJson } from "../src/fixes/kubectl.ts";
import { type Change, commandsFor, type JsonObject, type Patch, proposeFixes, toYaml } from "../src/index.ts";
import { runInBash } from "./bash.ts";

const hostile = [
  "'; touch pwned; #",
  "$(touch pwned)",
  "`touch pwned`",
  "\"'\\n",
  "'\n'@\ntouch pwned\n@'",
  "‘; touch pwned; ’‚‛",
  "”; touch pwned; “",
  "$env:PATH $PATH $\u007bPATH} %PATH% !!",
  "a\u202etxt.exe\u2066b\u2069",
  "\u0000\u0007\u001b[31mred\u007f\u0085\u2028\u2029\ufeff",
  "\r\n\t",
  "~/* | & ; < > ( ) [ ] { } ? ^ = % \\ \" ' `",
  "\\",
  "\\'",
  "'",
  "''''",
  "-n",
  "--type",
  "é 日本 \u{1f600}",
  "__proto__",
  "a/b~c~1d",
  "",
];

const target = { kind: "ClusterBaseModel", name: "painter" } as const;
const undo: Patch = { type: "merge", body: { spec: null } };

function pasted(change: Change) {
  const commands = commandsFor(change);
  if (!commands.ok) throw new Error(commands.why);
  return commands;
}

const anyValue = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" }), fc.string());
const anyBody = fc
  .dictionary(fc.oneof(fc.constantFrom(...hostile), fc.string()), anyValue, { maxKeys: 4, noNullPrototype: true })
  .map((value) => ({ spec: value }) as JsonObject);

describe("bash", () => {
  test("gets every value back as one argument, and nothing runs", () => {
    const bodies = fc.sample(anyBody, { numRuns: 400, seed: 7 });
    const fixed = hostile.map(
      (text): JsonObject => JSON.parse(JSON.stringify({ spec: { [text]: text, list: [text] } })),
    );
    const patches = [...bodies, ...fixed].flatMap((body): Patch[] => [
      { type: "merge", body },
      { type: "json", operations: [{ op: "add", path: "/spec/a~1b", value: body }] },
    ]);
    const commands = patches.map((patch) => pasted({ target, patch, undo: patch }));
    const { calls, stderr, files } = runInBash(
      commands.flatMap(({ bash, bashDryRun, undo: back }) => [bash, bashDryRun, back.bash, back.bashDryRun]),
    );
    expect(stderr).toBe("");
    expect(files).toEqual([]);
    expect(calls.length).toBe(4 * patches.length);
    for (const [index, patch] of patches.entries()) {
      for (const [form, call] of calls.slice(4 * index, 4 * index + 4).entries()) {
        expect(call.slice(0, 6)).toEqual(["patch", "clusterbasemodel", "painter", "--type", patch.type, "-p"]);
        expect(call.slice(7)).toEqual(form % 2 === 1 ? ["--dry-run=server"] : []);
        const sent: unknown = JSON.parse(call[6] ?? "");
        expect(JSON.stringify(sent)).toBe(JSON.stringify(patch.type === "merge" ? patch.body : patch.operations));
      }
    }
  });

  test("an interactive shell does the same, where ! and tabs mean something", () => {
    const patches = hostile.map((text): Patch => ({ type: "merge", body: { spec: { a: text } } }));
    const lines = patches.map((patch) => pasted({ target, patch, undo }).bash);
    const { stdout } = spawnSync("bash", ["--norc", "--noprofile", "-i"], {
      input: `kubectl() { printf '<<%s>>' "\${@: -1}"; }\n${lines.join("\n")}\nexit\n`,
    });
    const seen = [...stdout.toString().matchAll(/<<(.*?)>>/g)].map(([, text = ""]) => text);
    expect(seen).toEqual(patches.map(patchJson));
  });

  test("a command is one line of printable ASCII", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const { bash, powershell, fragment } = pasted({ target, patch: { type: "merge", body }, undo });
        expect(bash).toMatch(/^[ -~]+$/);
        expect(powershell).toMatch(/^[ -~\n]+$/);
        expect(fragment).toMatch(/^[ -~\n]+$/);
      }),
    );
  });
});

describe("PowerShell", () => {
  test("the here-string holds the patch alone, and nothing in it can end it", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const { powershell, powershellDryRun } = pasted({ target, patch: { type: "merge", body }, undo });
        const lines = powershell.split("\n");
        expect(lines.length).toBe(6);
        expect(lines[1]).toBe("Set-Content -Path $patch -Encoding Ascii -Value @'");
        expect(lines[2]?.startsWith("{")).toBe(true);
        expect(JSON.parse(lines[2] ?? "")).toEqual(JSON.parse(JSON.stringify(body)));
        expect(lines[3]).toBe("'@");
        expect(lines[4]).toBe("kubectl patch clusterbasemodel painter --type merge --patch-file $patch");
        expect(powershellDryRun.split("\n")[4]).toBe(`${lines[4]} --dry-run=server`);
        expect(lines[0]).toBe("$patch = New-TemporaryFile");
        expect(lines[5]).toBe("Remove-Item $patch");
      }),
    );
  });
});

describe("names", () => {
  test.each(["1", "007", "1e3", "8kb", "0x1f", "7b-chat"])("%s is no number in PowerShell", (name) => {
    const { bash, powershell } = pasted({ target: { kind: "BaseModel", namespace: name, name }, patch: undo, undo });
    expect(bash).toContain(` basemodel ${name} -n ${name} --type `);
    expect(powershell).toContain(` basemodel '${name}' -n '${name}' --type `);
  });

  test.each(hostile.filter((name) => name !== "-n" && name !== "--type"))("%j gets no command", (name) => {
    expect(commandsFor({ target: { ...target, name }, patch: undo, undo })).toEqual({ ok: false, why: "name-refused" });
    const namespaced = { kind: "BaseModel", namespace: name, name: "ok" } as const;
    expect(commandsFor({ target: namespaced, patch: undo, undo })).toEqual({ ok: false, why: "namespace-refused" });
  });

  test("what looks like an option, a path or an upper-case letter is no name", () => {
    for (const name of ["-n", "--type", "../etc", "A", "a_b", "a..b", "a.", ".a", "a-", `${"a".repeat(254)}`, "a\n"]) {
      expect(isObjectName(name), name).toBe(false);
    }
    for (const name of ["a", "a-b", "a.b", "1", "a".repeat(253)]) expect(isObjectName(name), name).toBe(true);
    expect(isNamespaceName("a.b")).toBe(false);
    expect(isNamespaceName("a".repeat(64))).toBe(false);
    expect(isNamespaceName("team-a")).toBe(true);
  });

  test("a namespaced kind needs its namespace, and a cluster-wide one takes none", () => {
    expect(commandsFor({ target: { kind: "BaseModel", name: "m" }, patch: undo, undo })).toEqual({
      ok: false,
      why: "namespace-missing",
    });
    const named = pasted({ target: { kind: "ServingRuntime", namespace: "studio", name: "rt" }, patch: undo, undo });
    expect(named.bash).toBe(`kubectl patch servingruntime rt -n studio --type merge -p '{"spec":null}'`);
    const lowest = { bash: "1.18", bashDryRun: "1.18", powershell: "1.20", powershellDryRun: "1.20" };
    expect(named.lowestKubectl).toEqual({ forward: lowest, undo: lowest });
  });
});

describe("hostile objects", () => {
  test.each(hostile)("%j in every value, label and component key: nothing runs", (text) => {
    const pipeline = { className: text, additionalComponents: { [text]: { library: text } } };
    const named = { name: `format${text}`, version: "1.0.0" };
    const { fixes } = proposeFixes({
      model: {
        kind: "BaseModel",
        metadata: { name: "m", namespace: "studio", labels: { [text]: text }, annotations: { [text]: text } },
        spec: { modelFormat: named, modelFramework: named, storage: { storageUri: "vendor://x" } },
      },
      runtime: {
        kind: "ServingRuntime",
        metadata: { name: "rt", namespace: "studio", labels: { [text]: text } },
        spec: {
          supportedModelFormats: [
            { modelFormat: named, modelFramework: named, modelArchitecture: text, diffusionPipeline: pipeline },
          ],
        },
      },
      namespace: "studio",
      runtimes: [],
      acceleratorClasses: [text],
    });
    expect(fixes.length).toBeGreaterThan(1);
    const changes = fixes.flatMap((fix): readonly Change[] => fix.changes);
    const commands = changes.map(pasted);
    const { calls, stderr, files } = runInBash(commands.flatMap(({ bash, undo: back }) => [bash, back.bash]));
    expect(stderr).toBe("");
    expect(files).toEqual([]);
    expect(calls.length).toBe(2 * changes.length);
    for (const [index, change] of changes.entries()) {
      expect(calls[2 * index]?.at(-1)).toBe(patchJson(change.patch));
      const fragment = parseAllDocuments(commands[index]?.fragment ?? "");
      expect(fragment.flatMap(({ errors }) => errors)).toEqual([]);
    }
  });
});

describe("YAML", () => {
  test("comes back as it was, whatever it is", () => {
    const json = fc.jsonValue({ stringUnit: "grapheme" }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, (value) => {
        expect(parse(toYaml(value))).toEqual(value);
        expect(parse(toYaml(value), { version: "1.1" })).toEqual(value);
      }),
      { numRuns: 1000 },
    );
    for (const text of [...hostile, "true", "No", "1.0", "1e3", "0x1f", "2026-05-04", "null", "a: b", "# a", "- a"]) {
      expect(parse(toYaml({ a: text, [text]: 1 }))).toEqual({ a: text, [text]: 1 });
    }
  });

  test("a fragment holds what the patch sets, and says what it removes", () => {
    const merge = pasted({
      target,
      patch: { type: "merge", body: { spec: { quantization: null, modelFormat: { version: "1.0" } } } },
      undo,
    });
    expect(merge.fragment).toBe(
      [
        "# remove spec.quantization",
        "apiVersion: ome.io/v1beta1",
        "kind: ClusterBaseModel",
        "metadata:",
        "  name: painter",
        "spec:",
        "  modelFormat:",
        '    version: "1.0"',
        "",
      ].join("\n"),
    );
    const json = pasted({
      target: { kind: "ServingRuntime", namespace: "studio", name: "rt" },
      patch: {
        type: "json",
        operations: [
          { op: "test", path: "/spec/supportedModelFormats/1/modelFormat/name", value: "diffusers" },
          { op: "add", path: "/spec/supportedModelFormats/1/modelFramework/version", value: "0.34.0.dev0" },
          { op: "remove", path: "/spec/supportedModelFormats/1/quantization" },
        ],
      },
      undo,
    });
    expect(json.fragment).toBe(
      [
        "# remove spec.supportedModelFormats[1].quantization",
        "# entry 1 of spec.supportedModelFormats, counted from 0; its other fields and the other entries stay as they are",
        "apiVersion: ome.io/v1beta1",
        "kind: ServingRuntime",
        "metadata:",
        "  name: rt",
        "  namespace: studio",
        "spec:",
        "  supportedModelFormats:",
        "    - modelFormat:",
        "        name: diffusers",
        "      modelFramework:",
        '        version: "0.34.0.dev0"',
        "",
      ].join("\n"),
    );
  });
});
