/** Names and values that try to be more than names and values: in bash nothing of them runs, and the API stores the exact value or refuses. */
import { type PairFixes, pairFixes, pathToFixes, type ViewParameters } from "@ome-matrix/contract";
import { applyPatch, type Json, type JsonObject, type Patch } from "@ome-matrix/matcher";
import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { askJson } from "./fixes/ask.ts";
import { parseInBash, pathOfCall, sendCall } from "./fixes/commands.ts";
import { type Bffs, type FreshBff, startBffs } from "./fixes/fresh-bff.ts";
import { hasKubectl, openShell } from "./fixes/kubectl.ts";
import { expectSameCall, openPowershell } from "./fixes/powershell.ts";

const hostile = [
  "'; touch pwned; '",
  "$(touch pwned)",
  "`touch pwned`",
  '"; touch pwned; "',
  "a\ntouch pwned\n",
  "a\r\ntouch pwned\r\n'@\r\ntouch pwned",
  "\\'; touch pwned; \\'",
  "$'\\x27'; touch pwned",
  "!!; touch pwned",
  "&& touch pwned ||",
  "--kubeconfig=/dev/null",
  "-o=jsonpath={.a}",
  "’; touch pwned; ‘",
  "‮evil​\u0007\u001b[2J",
  "~/a~1b/../c",
  "{{ a }} %s %n \\u0027",
  "é😀",
];

/** With what the API fills in, since the door does not. */
const defaults = { operator: "Equal", weight: 1 };
const framework = { name: "transformers", version: "4.45.0", ...defaults };
const format = { name: "safetensors", version: "1.0.0", ...defaults };
const apiVersion = "ome.io/v1beta1";
const namespace = "studio";

interface Plain {
  readonly model: string;
  readonly runtime: string;
  readonly service?: string;
}

/** For every text, pairs that fail in each field that a text can be in. */
const objectsFor = (
  text: string,
  at: number,
): { readonly objects: readonly object[]; readonly pairs: readonly Plain[] } => {
  const metadata = (name: string, more: object = {}) => ({
    name: `${name}-${at}`,
    annotations: { "example.org/note": text },
    ...more,
  });
  const model = (name: string, spec: object) => ({
    apiVersion,
    kind: "ClusterBaseModel",
    metadata: metadata(name),
    spec,
  });
  const runtime = (name: string, entry: object, spec: object = {}) => ({
    apiVersion,
    kind: "ServingRuntime",
    metadata: metadata(name, { namespace }),
    spec: { supportedModelFormats: [entry], ...spec },
  });
  const plain = { modelFormat: format, modelFramework: framework };
  const asked = {
    className: text,
    vae: { library: text, type: text },
    additionalComponents: { [text]: { library: text, type: text }, "a/b~c": { type: text } },
  };
  const objects = [
    model("plain", plain),
    model("full", { ...plain, modelArchitecture: text, quantization: text, diffusionPipeline: asked }),
    model("named", {
      modelFormat: { name: text, version: "1.0", ...defaults },
      modelFramework: { name: text, ...defaults },
      modelParameterSize: text,
    }),
    runtime("plain", { ...plain, autoSelect: true }),
    runtime("full", {
      ...plain,
      modelArchitecture: text,
      quantization: text,
      diffusionPipeline: asked,
      // Not shown, and not to be lost.
      acceleratorConfig: { a: { minMemoryPerBillionParams: 3 } },
      autoSelect: true,
      name: text,
    }),
    runtime("named", {
      modelFormat: { name: text, version: "1.0", ...defaults },
      modelFramework: { name: text, ...defaults },
      name: text,
      priority: 3,
    }),
    runtime(
      "modes",
      { ...plain, autoSelect: true },
      {
        engineConfig: { annotations: { "ome.io/deploymentMode": "MultiNode", "example.org/other": text } },
        acceleratorRequirements: { acceleratorClasses: [text], minMemory: 80 },
      },
    ),
    { apiVersion, kind: "AcceleratorClass", metadata: { name: text }, spec: {} },
    {
      apiVersion,
      kind: "InferenceService",
      metadata: metadata("ask", {
        namespace,
        annotations: { "ome.io/accelerator-class": text, "example.org/other": text },
      }),
      spec: {
        model: { name: `plain-${at}`, kind: "ClusterBaseModel", apiGroup: "ome.io" },
        engine: {
          runner: { name: "ome-container", env: [{ name: "TOKEN", value: text }] },
          annotations: { "ome.io/deploymentMode": "RawDeployment" },
        },
      },
    },
    // A label and names that no API accepts.
    {
      apiVersion,
      kind: "ClusterBaseModel",
      metadata: { name: `labelled-${at}`, labels: { team: text } },
      spec: plain,
    },
    { apiVersion, kind: "ClusterBaseModel", metadata: { name: text }, spec: plain },
    {
      apiVersion,
      kind: "ServingRuntime",
      metadata: { name: text, namespace },
      spec: { supportedModelFormats: [{ ...plain, quantization: "fp8" }] },
    },
  ];
  const names = ["plain", "full", "named"].map((name) => `ClusterBaseModel/${name}-${at}`);
  const runtimes = ["plain", "full", "named", "modes"].map((name) => `ServingRuntime/${namespace}/${name}-${at}`);
  const pairs = names.flatMap((name) => runtimes.map((one) => ({ model: name, runtime: one })));
  return {
    objects,
    pairs: [
      ...pairs,
      ...pairs.map((pair) => ({ ...pair, service: `ask-${at}` })),
      { model: `ClusterBaseModel/${encodeURIComponent(text)}`, runtime: `ServingRuntime/${namespace}/full-${at}` },
      { model: `ClusterBaseModel/labelled-${at}`, runtime: `ServingRuntime/${namespace}/full-${at}` },
      {
        model: `ClusterBaseModel/plain-${at}`,
        runtime: `ServingRuntime/${namespace}/${encodeURIComponent(text)}`,
        service: `ask-${at}`,
      },
    ],
  };
};

describe("hostile names and values", () => {
  let mock: MockCluster;
  let bffs: Bffs;
  let bff: FreshBff;
  const answers: PairFixes[] = [];

  beforeAll(async () => {
    mock = await startMockCluster({ watch: false });
    bffs = await startBffs(mock.url);
    const all = hostile.map(objectsFor);
    for (const { objects } of all) for (const object of objects) mock.door.put(object);
    bff = await bffs.begin();
    for (const { pairs } of all) {
      for (const { service, ...pair } of pairs) {
        const view: ViewParameters = service === undefined ? { namespace } : { namespace, service };
        answers.push(pairFixes.parse(await bff.get(pathToFixes(pair, view))));
      }
    }
  }, 120_000);
  afterAll(async () => {
    await bffs.stop();
    await mock.stop();
  });

  const allChanges = () => answers.flatMap(({ fixes }) => fixes.flatMap(({ changes }) => changes));
  const distinct = () => [
    ...new Map(allChanges().map((change) => [JSON.stringify([change.target, change.patch]), change])).values(),
  ];

  it("get into fixes", () => {
    const text = JSON.stringify(allChanges().map(({ patch }) => patch));
    for (const one of hostile) expect(text, one).toContain(JSON.stringify(one).slice(1, -1));
    expect(distinct().length).toBeGreaterThan(300);
  });

  it("are no commands where the API would refuse the name", () => {
    const refused = allChanges().filter(({ commands }) => commands === undefined);
    expect(refused.length).toBeGreaterThan(hostile.length / 2);
    for (const { refused: why, target } of refused)
      expect([why, hostile.includes(target.name)]).toEqual(["name-refused", true]);
  });

  it("run nothing when pasted, and are sent as they are", async () => {
    const changes = distinct().filter(({ commands }) => commands !== undefined);
    const texts = changes.flatMap(({ commands }) =>
      commands === undefined ? [] : [commands.forward.bash, commands.forward.bashDryRun, commands.undo.bash],
    );
    for (const text of texts) expect(text).toMatch(/^[ -~]+$/);
    const { calls, stderr, files } = parseInBash(texts);
    expect({ stderr, files, calls: calls.length }).toEqual({ stderr: "", files: [], calls: texts.length });
    let stored = 0;
    let refused = 0;
    for (const [index, { patch, undo }] of changes.entries()) {
      const [forward = [], dry = [], back = []] = calls.slice(3 * index, 3 * index + 3);
      const url = `${mock.url}${pathOfCall(forward)}`;
      const before = await askJson<JsonObject>(url);
      expect(dry).toEqual([...forward, "--dry-run=server"]);
      const tried = await sendCall(mock.url, dry);
      expect(await askJson(url)).toEqual(before);
      const sent = await sendCall(mock.url, forward);
      expect(sent.status).toBe(tried.status);
      if (sent.status !== 200) {
        expect(sent.status).toBe(422);
        refused++;
        continue;
      }
      stored++;
      expectWithin(sent.object, specOf(applyPatch(before, patch as Patch)));
      const restored = await sendCall(mock.url, back);
      expect(restored.status, JSON.stringify([undo, restored.object])).toBe(200);
      expect(specAndAnnotations(restored.object)).toEqual(specAndAnnotations(before));
    }
    expect({ stored: stored > 200, refused }).toEqual({ stored: true, refused: expect.any(Number) });
  }, 120_000);

  it("are nothing but text in PowerShell, which its grammar reads as the same calls", async () => {
    const read = await openPowershell();
    const all = distinct().flatMap(({ commands }) => commands ?? []);
    const { calls } = parseInBash(
      all.flatMap(({ forward, undo }) => [forward.bash, forward.bashDryRun, undo.bash, undo.bashDryRun]),
    );
    expect(calls.length).toBeGreaterThan(4 * 200);
    for (const [index, { forward, undo }] of all.entries()) {
      const [done = [], tried = [], undone = [], undoTried = []] = calls.slice(4 * index, 4 * index + 4);
      expectSameCall(read, forward.powershell, done);
      expectSameCall(read, forward.powershellDryRun, tried);
      expectSameCall(read, undo.powershell, undone);
      expectSameCall(read, undo.powershellDryRun, undoTried);
    }
  }, 120_000);

  it("run nothing with the real kubectl either", async ({ skip }) => {
    if (!hasKubectl()) {
      if (process.env["CI"] === "true") expect.fail("kubectl is missing: with CI=true it has to be there");
      skip("kubectl is missing, so nothing is run with it");
    }
    const shell = openShell(mock.url);
    onTestFinished(() => shell.remove());
    const changes = distinct().filter(({ commands }) => commands !== undefined);
    const some = changes.filter((_, index) => index % Math.ceil(changes.length / 25) === 0);
    for (const { commands } of some) {
      const { stdout, stderr, status } = await shell.run(commands?.forward.bashDryRun ?? "");
      expect(stdout + stderr, String(status)).toMatch(/patched|is invalid|Invalid value/);
      expect(shell.files()).toEqual([]);
    }
  }, 120_000);

  it("come back from the YAML as what they are", () => {
    for (const { yamlBefore, yamlAfter, patch } of allChanges()) {
      const document = parse(yamlBefore, { version: "1.1" }) as Json;
      const patched = applyPatch(document, patch as Patch);
      expect(patched.ok && patched.object).toEqual(parse(yamlAfter, { version: "1.1" }));
    }
    for (const { fixes } of answers) for (const { manifest } of fixes) if (manifest !== undefined) parse(manifest);
  });
});

const specOf = (patched: ReturnType<typeof applyPatch>): Json | undefined => {
  if (!patched.ok) throw new Error(JSON.stringify(patched.problem));
  const { spec = null, metadata = null } = patched.object;
  const { annotations = null } = metadata as JsonObject;
  return annotations === null ? { spec } : { spec, metadata: { annotations } };
};

/** Whatever was written is there; beside it are the defaults of the API. */
const expectWithin = (stored: unknown, written: Json | undefined): void => {
  expect(stored).toMatchObject(written as object);
};

const specAndAnnotations = (object: unknown): unknown => {
  const { spec, metadata } = object as { spec: unknown; metadata: { annotations?: unknown; labels?: unknown } };
  return { spec, annotations: metadata.annotations, labels: metadata.labels };
};
