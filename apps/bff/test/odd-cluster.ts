/** A program for the browser tests: a cluster whose objects hold anything anywhere, which no real API would let in. */
import { startMockCluster } from "@ome-matrix/mock-cluster";
import fc from "fast-check";
import { anyObject } from "./any-object.ts";

const kinds = ["ClusterBaseModel", "BaseModel", "ClusterServingRuntime", "ServingRuntime", "InferenceService"] as const;

const mock = await startMockCluster({ port: 0 });
for (const kind of kinds) {
  for (const object of fc.sample(anyObject(kind), { numRuns: 60, seed: 20_260_102 })) mock.door.put(object);
}
process.stdout.write(`--server=${mock.url}\n`);
process.once("SIGTERM", () => void mock.stop().then(() => process.exit(0)));
