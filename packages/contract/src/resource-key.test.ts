import { describe, expect, it } from "vitest";
import { readResourceKey, toResourceKey } from "./resource-key.ts";

describe("resource keys", () => {
  const rows = [
    { resource: { kind: "ClusterBaseModel", name: "qwen-image-pvc" }, key: "ClusterBaseModel/qwen-image-pvc" },
    { resource: { kind: "BaseModel", namespace: "studio", name: "writer-3b" }, key: "BaseModel/studio/writer-3b" },
    { resource: { kind: "BaseModel", namespace: "a/b", name: "'; $(x)" }, key: "BaseModel/a%2Fb/'%3B%20%24(x)" },
  ];
  for (const { resource, key } of rows) {
    it(`writes and reads ${key}`, () => {
      expect(toResourceKey(resource)).toBe(key);
      expect(readResourceKey(key)).toEqual(resource);
    });
  }
  for (const key of ["", "x", "a//b", "a/b/c/d", "a/%"]) {
    it(`refuses ${JSON.stringify(key)}`, () => expect(readResourceKey(key)).toBeUndefined());
  }
});
