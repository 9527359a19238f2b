import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MockCluster, startMockCluster } from "../src/index.ts";
import { model, runtime } from "./client.ts";
import { eventually } from "./eventually.ts";

// The real client says whether this is a Kubernetes API.
const program = "kubectl";
const hasKubectl = spawnSync(program, ["version", "--client"]).status === 0;
const mustRun = process.env["CI"] === "true";

let home: string;
let cluster: MockCluster;
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "kubectl-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));
beforeEach(async () => {
  cluster = await startMockCluster();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  await cluster.stop();
});

function settings(args: readonly string[]) {
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    KUBECONFIG: join(home, "none"),
    KUBECTL_EXTERNAL_DIFF: "diff -u",
  };
  return { args: [`--server=${cluster.url}`, ...args], options: { env, cwd: home } };
}

/** Everything that kubectl prints, and its exit code when that is not 0. */
function kubectl(...args: readonly string[]): Promise<string> {
  const { args: all, options } = settings(args);
  return new Promise((resolve) => {
    execFile(program, all, options, (error, stdout, stderr) => {
      const code = error === null ? "" : `\nexit ${String(error.code)}`;
      resolve(`${stdout}${stderr}${code}`.trim());
    });
  });
}

async function file(object: unknown): Promise<string> {
  const path = join(home, "object.json");
  await writeFile(path, JSON.stringify(object));
  return path;
}

test("kubectl is on the path", ({ skip }) => {
  if (hasKubectl) return expect(hasKubectl).toBe(true);
  if (mustRun) expect.fail("kubectl is missing: with CI=true this suite has to run");
  skip("kubectl is missing, so nothing is tried with it");
});

describe.skipIf(!hasKubectl)("kubectl", () => {
  test("api-resources, version, cluster addresses", async () => {
    expect(await kubectl("api-resources", "--api-group=ome.io", "-o", "name")).toBe(
      [
        "acceleratorclasses",
        "basemodels",
        "clusterbasemodels",
        "clusterservingruntimes",
        "inferenceservices",
        "servingruntimes",
      ]
        .map((plural) => `${plural}.ome.io`)
        .join("\n"),
    );
    expect(await kubectl("version")).toContain("Server Version: v1.32");
    expect(await kubectl("get", "isvc", "-A")).toBe("No resources found");
    expect(await kubectl("get", "namespaces", "-o", "name")).toBe("namespace/default\nnamespace/kube-system");
  });

  test("get in every form", async () => {
    cluster.door.put(model("writer", { vendor: "acme" }, { labels: { team: "red" } }));
    cluster.door.put(model("painter", { vendor: "other" }));
    expect(await kubectl("get", "namespaces")).toMatch(
      /^NAME +STATUS +AGE\ndefault +Active +\d+s\nkube-system +Active +\d+s$/,
    );
    expect(await kubectl("get", "clusterbasemodels")).toMatch(
      /^NAME +DISABLED +VERSION .* READY +AGE\npainter .*\nwriter .*$/,
    );
    expect(await kubectl("get", "clusterbasemodels", "--sort-by", ".spec.vendor", "--no-headers")).toMatch(
      /^writer .*\npainter .*$/,
    );
    expect(await kubectl("get", "clusterbasemodel", "writer", "-o", "name")).toBe("clusterbasemodel.ome.io/writer");
    expect(await kubectl("get", "clusterbasemodel", "writer", "-o", "jsonpath={.spec.storage.storageUri}")).toBe(
      "hf://acme/writer",
    );
    expect(await kubectl("get", "clusterbasemodel", "writer", "-o", "yaml")).toMatch(
      /^apiVersion: ome.io\/v1beta1\nkind: ClusterBaseModel\nmetadata:\n/,
    );
    expect(await kubectl("get", "clusterbasemodels", "-l", "team in (red,blue)", "-o", "name")).toBe(
      "clusterbasemodel.ome.io/writer",
    );
    expect(await kubectl("get", "clusterbasemodels", "-l", "!team", "-o", "name")).toBe(
      "clusterbasemodel.ome.io/painter",
    );
    expect(await kubectl("get", "clusterbasemodels", "--field-selector", "metadata.name!=writer", "-o", "name")).toBe(
      "clusterbasemodel.ome.io/painter",
    );
    expect(await kubectl("get", "clusterbasemodels", "--field-selector", "spec.vendor=x")).toContain(
      "field label not supported: spec.vendor",
    );
    expect(await kubectl("get", "clusterbasemodel", "nobody")).toContain(
      '(NotFound): clusterbasemodels.ome.io "nobody" not found',
    );
    expect(await kubectl("get", "clusterbasemodels", "--chunk-size=1", "-o", "name")).toBe(
      "clusterbasemodel.ome.io/painter\nclusterbasemodel.ome.io/writer",
    );
    expect(await kubectl("describe", "clusterbasemodel", "writer")).toContain("Storage Uri:  hf://acme/writer");
  });

  test("get -w shows changes as they come", async () => {
    const { args, options } = settings([
      "get",
      "clusterbasemodels",
      "-w",
      "--output-watch-events",
      "-o",
      'jsonpath={.type} {.object.metadata.name}{"\\n"}',
    ]);
    const child = spawn(program, args, options);
    children.push(child);
    let seen = "";
    child.stdout.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
    });
    await eventually(cluster.watchCount).toBe(1);
    cluster.door.put(model("a"));
    cluster.door.put(model("a", { vendor: "v" }));
    cluster.door.remove({ kind: "ClusterBaseModel", name: "a" });
    await eventually(() => seen).toBe("ADDED a\nMODIFIED a\nDELETED a\n");
  });

  test("apply, create, replace, diff", async () => {
    const path = await file(model("writer"));
    expect(await kubectl("apply", "-f", path)).toBe("clusterbasemodel.ome.io/writer created");
    expect(await kubectl("apply", "-f", path)).toBe("clusterbasemodel.ome.io/writer unchanged");
    await file(model("writer", { vendor: "acme" }));
    expect(await kubectl("diff", "-f", path)).toMatch(/\+ {2}vendor: acme[\s\S]*exit 1$/);
    expect(await kubectl("apply", "-f", path, "--dry-run=server")).toBe(
      "clusterbasemodel.ome.io/writer configured (server dry run)",
    );
    expect(await kubectl("apply", "-f", path)).toBe("clusterbasemodel.ome.io/writer configured");
    expect(await kubectl("diff", "-f", path)).toBe("");
    expect(await kubectl("create", "-f", path)).toContain('clusterbasemodels.ome.io "writer" already exists');
    await file(model("writer", { vendor: "other" }));
    expect(await kubectl("replace", "-f", path)).toBe("clusterbasemodel.ome.io/writer replaced");
    expect(await kubectl("get", "clusterbasemodel", "writer", "-o", "jsonpath={.spec.vendor}")).toBe("other");
    await file({ apiVersion: "ome.io/v1beta1", kind: "ClusterBaseModel", metadata: { name: "bad" }, spec: {} });
    expect(await kubectl("create", "-f", path)).toBe(
      'The ClusterBaseModel "bad" is invalid: spec.storage: Required value\n\nexit 1',
    );
    await file(model("bad", { odd: 1 }));
    expect(await kubectl("create", "-f", path)).toContain('unknown field "spec.odd"');
    await file(model("writer"));
    expect(await kubectl("apply", "--server-side", "-f", path)).toContain(
      "Server-side apply not available on the server",
    );
  });

  test("patch, of the types that are supported", async () => {
    cluster.door.put(model("writer"));
    expect(await kubectl("apply", "-f", await file(runtime("small")))).toContain("created");
    const merge = ["patch", "clusterbasemodel", "writer", "--type", "merge", "-p"];
    expect(await kubectl(...merge, '{"spec":{"modelArchitecture":"X"}}')).toBe(
      "clusterbasemodel.ome.io/writer patched",
    );
    expect(await kubectl(...merge, '{"spec":{"modelArchitecture":"X"}}')).toBe(
      "clusterbasemodel.ome.io/writer patched (no change)",
    );
    expect(await kubectl(...merge, '{"spec":{"modelFormat":{"version":"1"}}}')).toContain(
      'The ClusterBaseModel "writer" is invalid: spec.modelFormat.name: Required value',
    );
    expect(await kubectl(...merge, '{"spec":{"vendor":"v"}}', "--dry-run=server")).toBe(
      "clusterbasemodel.ome.io/writer patched",
    );
    expect(await kubectl("get", "clusterbasemodel", "writer", "-o", "jsonpath={.spec.vendor}")).toBe("");
    const json = ["patch", "clusterservingruntime", "small", "--type", "json", "-p"];
    const operations = (name: string): string =>
      `[{"op":"test","path":"/spec/supportedModelFormats/0/modelFormat/name","value":"${name}"},{"op":"add","path":"/spec/supportedModelFormats/0/autoSelect","value":true}]`;
    expect(await kubectl(...json, operations("safetensors"))).toBe("clusterservingruntime.ome.io/small patched");
    expect(await kubectl(...json, operations("diffusers"))).toBe(
      "The request is invalid: the server rejected our request due to an error in our request\n\nexit 1",
    );
    expect(await kubectl("patch", "clusterbasemodel", "writer", "-p", "{}")).toContain(
      "application/strategic-merge-patch+json is not supported",
    );
  });

  test("annotate, label, delete", async () => {
    cluster.door.put(model("writer"));
    expect(await kubectl("annotate", "clusterbasemodel", "writer", "a=b")).toBe(
      "clusterbasemodel.ome.io/writer annotated",
    );
    expect(await kubectl("annotate", "clusterbasemodel", "writer", "a-")).toBe(
      "clusterbasemodel.ome.io/writer annotated",
    );
    expect(await kubectl("label", "clusterbasemodel", "writer", "team=red")).toBe(
      "clusterbasemodel.ome.io/writer labeled",
    );
    expect(await kubectl("label", "clusterbasemodel", "writer", "team=blue")).toContain("already has a value");
    expect(await kubectl("delete", "clusterbasemodel", "writer")).toBe('clusterbasemodel.ome.io "writer" deleted');
    expect(await kubectl("delete", "clusterbasemodel", "writer", "--ignore-not-found")).toBe("");
  });

  test("create namespace, which comes as protobuf", async () => {
    expect(await kubectl("create", "namespace", "art", "--dry-run=server")).toBe(
      "namespace/art created (server dry run)",
    );
    expect(await kubectl("create", "namespace", "art", "--save-config")).toBe("namespace/art created");
    expect(await kubectl("get", "namespace", "art", "-o", "jsonpath={.metadata.labels} {.status.phase}")).toBe(
      '{"kubernetes.io/metadata.name":"art"} Active',
    );
    expect(await kubectl("create", "namespace", "art")).toContain('namespaces "art" already exists');
    expect(await kubectl("create", "namespace", "Art")).toContain("RFC 1123");
  });

  test("namespaces and what is in them", async () => {
    const path = join(home, "all.yaml");
    await writeFile(
      path,
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: studio}\n---\napiVersion: ome.io/v1beta1\nkind: InferenceService\nmetadata: {name: paint, namespace: studio}\nspec: {model: {name: painter}}\n",
    );
    expect(await kubectl("apply", "-f", path)).toBe("namespace/studio created\ninferenceservice.ome.io/paint created");
    expect(await kubectl("get", "isvc", "-n", "studio", "paint", "-o", "jsonpath={.spec.model.kind}")).toBe(
      "ClusterBaseModel",
    );
    expect(await kubectl("get", "isvc", "-o", "name")).toBe("");
    expect(await kubectl("label", "namespace", "studio", "team=red")).toBe("namespace/studio labeled");
    expect(await kubectl("delete", "namespace", "studio")).toContain('namespace "studio" deleted');
    expect(await kubectl("get", "isvc", "-A", "-o", "name")).toBe("");
    expect(await kubectl("get", "isvc", "-n", "nowhere")).toBe("No resources found in nowhere namespace.");
    expect(await kubectl("delete", "-f", path, "--ignore-not-found")).toBe("");
  });
});
