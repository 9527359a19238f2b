import { watchedKinds } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { toDocument } from "./allow-list.ts";

describe("what may leave the BFF", () => {
  it("is what matching reads, and what a person wants to see of it", () => {
    const kept = {
      apiVersion: "ome.io/v1beta1",
      kind: "ServingRuntime",
      metadata: { name: "a", namespace: "b", labels: { c: "d" }, annotations: { "ome.io/inherit-from": "base" } },
      spec: {
        supportedModelFormats: [{ modelFormat: { name: "x", weight: 0 }, autoSelect: false }],
        modelSizeRange: { min: "1B" },
        engineConfig: {
          annotations: { "ome.io/deploymentMode": "RawDeployment" },
          runner: { name: "main", image: "example.org/a:1", resources: { limits: { "nvidia.com/gpu": 1 } } },
        },
      },
      status: { inheritanceChain: ["a"] },
    };
    const object = structuredClone(kept) as Record<string, unknown> & typeof kept;
    Object.assign(object.metadata, { managedFields: [{ secret: 1 }], uid: "secret", ownerReferences: ["secret"] });
    Object.assign(object.metadata.annotations, {
      "kubectl.kubernetes.io/last-applied-configuration": "secret",
      "objectset.rio.cattle.io/applied": "secret",
      "example.org/note": "secret",
    });
    Object.assign(object.spec, { volumes: [{ secret: { secretName: "secret" } }], imagePullSecrets: ["secret"] });
    Object.assign(object.spec.engineConfig.annotations, { other: "secret" });
    Object.assign(object.spec.engineConfig.runner, {
      env: [{ name: "TOKEN", value: "secret" }],
      envFrom: [{ secretRef: { name: "secret" } }],
      command: ["secret"],
      args: ["secret"],
      volumeMounts: ["secret"],
    });
    Object.assign(object.spec.engineConfig, { nodeSelector: { secret: "secret" } });
    expect(toDocument("ServingRuntime", object)).toEqual(kept);
  });

  for (const kind of watchedKinds) {
    it(`is no list and no object in the place of a value: ${kind}`, () => {
      const object = { metadata: { name: { secret: 1 }, namespace: ["secret"], labels: { a: { secret: 1 } } } };
      const text = JSON.stringify(toDocument(kind, object));
      expect(text).not.toContain("secret");
      expect(text).toContain("not shown");
    });
  }
});
