import {
  pathToCluster,
  pathToEffect,
  pathToExplain,
  pathToFixes,
  pathToMatrix,
  pathToModels,
  pathToRuntimes,
  pathToServices,
} from "@ome-matrix/contract";
import { expect, it, vi } from "vitest";
import { startProgram } from "./program.ts";

const secret = "hunter2";

/** A container with a secret wherever one can be. */
const container = {
  name: "main",
  image: "example.org/server:1",
  env: [{ name: "TOKEN", value: secret }],
  envFrom: [{ secretRef: { name: secret } }],
  command: ["serve", `--token=${secret}`],
  args: [secret],
  volumeMounts: [{ name: secret, mountPath: secret }],
  lifecycle: { postStart: { exec: { command: [secret] } } },
  resources: { limits: { "nvidia.com/gpu": "1" }, claims: [{ name: secret }] },
};
const part = {
  runner: container,
  containers: [container],
  initContainers: [container],
  leader: { runner: container, env: secret },
  worker: { runner: container, size: 2 },
  volumes: [{ secret: { secretName: secret } }],
  imagePullSecrets: [{ name: secret }],
  annotations: { "ome.io/deploymentMode": "RawDeployment", "example.org/token": secret },
  labels: { token: secret },
  serviceAccountName: secret,
  nodeSelector: { token: secret },
};
const metadata = {
  managedFields: [{ manager: secret }],
  ownerReferences: [{ name: secret }],
  finalizers: [secret],
  annotations: {
    "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(container),
    // Others keep a copy of the whole object as well, or whatever they like.
    "objectset.rio.cattle.io/applied": secret,
    "kapp.k14s.io/original": JSON.stringify(container),
    "example.org/token": secret,
    [`example.org/${secret}`]: "",
    "ome.io/unheard-of": secret,
  },
};
const status = { conditions: [{ type: "Ready", status: "True", token: secret }], token: secret, nodes: [secret] };
const format = { name: "safetensors", version: "1.0.0", token: secret };

const objects = [
  {
    kind: "ClusterBaseModel",
    metadata: { ...metadata, name: "writer" },
    spec: {
      modelFormat: format,
      modelFramework: { name: "transformers" },
      storage: {
        storageUri: `https://user:${secret}@example.org/writer?sig=${secret}`,
        key: secret,
        parameters: { token: secret },
      },
      modelConfiguration: { token: secret },
      additionalMetadata: { token: secret },
      diffusionPipeline: { className: "A", additionalComponents: { a: { type: "B", token: secret } }, token: secret },
    },
    status,
  },
  {
    kind: "ServingRuntime",
    metadata: { ...metadata, name: "fast", namespace: "studio" },
    spec: {
      supportedModelFormats: [
        { modelFormat: format, modelFramework: { name: "transformers" }, acceleratorConfig: { a: { env: [secret] } } },
      ],
      engineConfig: part,
      decoderConfig: part,
      routerConfig: { ...part, config: { token: secret } },
      containers: [container],
      volumes: [secret],
      env: secret,
    },
    status,
  },
  {
    kind: "InferenceService",
    metadata: { ...metadata, name: "write", namespace: "studio" },
    spec: { model: { name: "writer", fineTunedWeights: [secret] }, engine: part, decoder: part, router: part },
    status: { ...status, components: { engine: { url: secret } } },
  },
  { kind: "AcceleratorClass", metadata: { ...metadata, name: "nvidia-h100" }, spec: { token: secret } },
  // Unreadable in every part: what is reported about them must not repeat them.
  {
    kind: "ClusterBaseModel",
    metadata: { ...metadata, name: "broken" },
    spec: { modelFormat: { name: { token: secret } } },
  },
  {
    kind: "ServingRuntime",
    metadata: { ...metadata, name: "broken", namespace: "studio" },
    spec: { supportedModelFormats: { token: secret } },
  },
];

it("lets no secret out, wherever it is planted", async () => {
  const program = await startProgram();
  await program.settled();
  for (const object of objects) program.mock.door.put({ apiVersion: "ome.io/v1beta1", ...object });
  await vi.waitFor(
    () => {
      const { models, runtimes, services } = program.store.snapshot();
      expect([models.length, runtimes.length, services.length]).toEqual([2, 2, 1]);
    },
    { timeout: 10_000, interval: 5 },
  );
  const view = { namespace: "studio", service: "write" };
  const paths = [
    pathToCluster(),
    pathToModels(),
    pathToRuntimes(),
    pathToServices(),
    pathToMatrix(),
    pathToMatrix(view),
    ...["writer", "broken"].flatMap((model) => [
      pathToExplain({ model }, view),
      ...["fast", "broken"].flatMap((runtime) => [
        pathToExplain({ model, runtime }, view),
        pathToFixes({ model, runtime }, view),
        pathToExplain({ runtime }, view),
      ]),
    ]),
    pathToExplain({ model: secret.slice(0, 6) }),
  ];
  for (const path of paths) {
    for (const accept of ["application/json", "text/plain"]) {
      const { text } = await program.ask(path, { headers: { accept } });
      expect(text, path).not.toContain(secret);
    }
  }
  const targets = ["ClusterBaseModel/writer", "ServingRuntime/studio/fast", "ServingRuntime/studio/broken"];
  for (const target of [...targets, "InferenceService/studio/write"]) {
    const body = JSON.stringify({
      changes: [{ target, patch: { type: "merge", body: { spec: { disabled: true } } } }],
    });
    for (const path of [pathToEffect(), pathToMatrix(), pathToMatrix(view)]) {
      const { text, status } = await program.ask(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(status, text).toBe(200);
      expect(text, `${path} ${target}`).not.toContain(secret);
    }
  }
  const pair = await program.ask(pathToExplain({ model: "writer", runtime: "fast" }, view));
  expect(pair.text).toContain("example.org/server:1");
  expect(pair.text).toContain("nvidia.com/gpu");
  expect(program.logged()).not.toContain(secret);
});
