import { pathToExplain, pathToMatrix, toResourceKey } from "@ome-matrix/contract";
import { expect, it } from "vitest";
import { startProgram } from "../../test/program.ts";

const model = (name: string) => ({
  apiVersion: "ome.io/v1beta1",
  kind: "ClusterBaseModel",
  metadata: { name },
  spec: { modelFormat: { name: "safetensors" }, storage: { storageUri: "hf://acme/writer" } },
});

it("tells Prometheus what is known, how well, and who asks", async () => {
  const program = await startProgram({ prepare: (mock) => mock.door.put(model("writer-secret-name")) });
  await program.settled();
  await program.ask(pathToMatrix());
  await program.ask(pathToExplain({ model: toResourceKey({ kind: "ClusterBaseModel", name: "writer-secret-name" }) }));
  await program.ask("/api/no-such-thing");

  const answer = await program.ask("/metrics");
  expect(answer.status).toBe(200);
  const { text } = answer;
  expect(text).toContain('ome_matrix_objects{kind="ClusterBaseModel"} 1');
  expect(text).toContain('ome_matrix_kind_state{kind="ServingRuntime",state="live"} 1');
  expect(text).toContain('ome_matrix_kind_state{kind="ServingRuntime",state="forbidden"} 0');
  expect(text).toMatch(/^ome_matrix_revision [1-9]\d*$/m);
  expect(text).toMatch(/^ome_matrix_revision_age_seconds \d/m);
  expect(text).toContain("ome_matrix_matrix_seconds_count 1");
  expect(text).toContain("ome_matrix_event_streams 0");
  expect(text).toContain('ome_matrix_requests_total{route="/api/matrix",method="GET",status="200"} 1');
  expect(text).toContain('ome_matrix_requests_total{route="other",method="GET",status="404"} 1');
  expect(text).not.toContain("writer-secret-name");
});
