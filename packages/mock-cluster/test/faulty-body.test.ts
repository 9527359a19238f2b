import { expect, onTestFinished, test } from "vitest";
import { type MockCluster, startMockCluster } from "../src/index.ts";
import { model, ome } from "./client.ts";

async function start(): Promise<MockCluster> {
  const cluster = await startMockCluster();
  onTestFinished(() => cluster.stop());
  cluster.door.put(model("one"));
  return cluster;
}

async function readAll(response: Response): Promise<{ text: string; broken: boolean }> {
  let text = "";
  try {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
    return { text, broken: false };
  } catch {
    return { text, broken: true };
  }
}

test("a list that breaks off", async () => {
  const cluster = await start();
  cluster.misbehave(() => ({ cutAfter: 20 }));
  const { text, broken } = await readAll(await fetch(`${cluster.url}${ome}/clusterbasemodels`));
  expect(broken).toBe(true);
  expect(text.length).toBeLessThanOrEqual(20);
});

test("a watch that says everything twice", async () => {
  const cluster = await start();
  cluster.misbehave(() => ({ rewrite: (piece) => [piece, piece] }));
  const { text } = await readAll(await fetch(`${cluster.url}${ome}/clusterbasemodels?watch=true&timeoutSeconds=1`));
  const names = text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name);
  expect(names).toEqual(["one", "one"]);
});

test("a refusal that says when to come again", async () => {
  const cluster = await start();
  cluster.misbehave(({ headers }) =>
    headers.authorization === undefined ? { status: 429, retryAfter: "7" } : undefined,
  );
  const refused = await fetch(`${cluster.url}${ome}/clusterbasemodels`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
  const headers = { authorization: "Bearer token" };
  expect((await fetch(`${cluster.url}${ome}/clusterbasemodels`, { headers })).status).toBe(200);
});
