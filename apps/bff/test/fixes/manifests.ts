/** Fixes that are a manifest only: sent to the API as `kubectl create --dry-run=server -f` would send them. */
import assert from "node:assert/strict";
import { applyPatch, type JsonObject } from "@ome-matrix/matcher";
import { parse } from "yaml";
import { ask } from "./ask.ts";
import type { Use } from "./collect.ts";

interface Manifest extends JsonObject {
  readonly metadata: { readonly namespace: string };
}

/** A fix leaves the name of the InferenceService to whoever writes it. */
const name = "new-service";

/** Each manifest once; how many there were. The API takes it as it is, and keeps nothing of it. */
export const createManifests = async (api: string, uses: readonly Use[]): Promise<number> => {
  const distinct = new Set(uses.map(({ fix }) => fix.manifest ?? ""));
  for (const text of distinct) {
    const { metadata, ...rest } = parse(text) as Manifest;
    const path = `${api}/apis/ome.io/v1beta1/namespaces/${metadata.namespace}/inferenceservices`;
    const answer = await ask(`${path}?dryRun=All&fieldValidation=Strict`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...rest, metadata: { ...metadata, name } }),
    });
    const created = JSON.parse(answer.text) as JsonObject;
    assert.equal(answer.status, 201, `${text}${JSON.stringify(created)}`);
    // Beside what is written stand the defaults of the API.
    const again = applyPatch(created, { type: "merge", body: { ...rest, metadata: { ...metadata, name } } });
    assert.deepEqual(again, { ok: true, object: created });
    const { status } = await ask(`${path}/${name}`);
    assert.equal(status, 404, `${text} was stored`);
  }
  return distinct.size;
};
