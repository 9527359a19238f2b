import { type MockCluster, startMockCluster } from "@ome-matrix/mock-cluster";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Case, caseTable, prepared } from "./admission-cases.ts";
import { anySpec } from "./any-body.ts";
import { type ApiClient, createApiClient, type Reply } from "./api-client.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { catalog, installDefinitions, omeKinds, omePath } from "./definitions.ts";
import { essence, outline } from "./essence.ts";
import { knownDifferences } from "./known-differences.ts";
import { createObjects } from "./objects.ts";
import { sayMissingCatalog } from "./without-catalog.ts";

sayMissingCatalog();

describe.skipIf(catalog === undefined)("the mock cluster answers as a real API server", () => {
  let real: ControlPlane;
  let mock: MockCluster;
  let mockApi: ApiClient;

  beforeAll(async () => {
    real = await startControlPlane();
    await installDefinitions(real);
    mock = await startMockCluster();
    mockApi = createApiClient(mock.url);
    for (const api of [real.api, mockApi]) await createObjects(api, prepared);
  });
  afterAll(async () => {
    await mock?.stop();
    await real?.stop();
  });

  const ask = (api: ApiClient, { method, path, body, contentType }: Case): Promise<Reply> =>
    api.call(method, path, body, contentType);

  for (const [subject, cases] of Object.entries(caseTable)) {
    describe(subject, () => {
      for (const tried of cases) {
        const { what } = tried;
        it(what, async () => {
          const [said, wanted] = [await ask(mockApi, tried), await ask(real.api, tried)];
          const known = knownDifferences[what];
          if (known === undefined) expect(essence(said)).toEqual(essence(wanted));
          // Written down so that it is not forgotten, and goes from the list once the mock cluster is right.
          else expect(essence(said), `no longer differs: ${known}`).not.toEqual(essence(wanted));
        });
      }
    });
  }

  describe("at random", () => {
    for (const [kind, spec] of Object.entries(anySpec)) {
      const { plural, namespaced } = omeKinds.find((known) => known.kind === kind) ?? { plural: "", namespaced: false };
      const path = `${omePath}/${namespaced ? "namespaces/default/" : ""}${plural}?dryRun=All`;
      it(`takes, refuses and completes a ${kind} alike`, async () => {
        await fc.assert(
          fc.asyncProperty(spec, async (value) => {
            const body = { apiVersion: "ome.io/v1beta1", kind, metadata: { name: "any" }, spec: value };
            const tried: Case = { what: kind, method: "POST", path, body };
            expect(outline(await ask(mockApi, tried))).toEqual(outline(await ask(real.api, tried)));
          }),
          { numRuns: 300, seed: 1 },
        );
      });
    }
  });
});
