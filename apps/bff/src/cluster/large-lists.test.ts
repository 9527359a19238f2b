import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { usedHeap } from "../../test/faults/heap.ts";
import { systemClock } from "../clock.ts";
import { addressOf } from "../kinds.ts";
import { createClusterApi } from "./api.ts";
import { connect } from "./connect.ts";
import { startListWatch } from "./list-watch.ts";
import { readObject } from "./read.ts";

const mebibyte = 1024 * 1024;

/** An API whose objects exist only while they are sent, so that what is held in memory is held by who reads. */
const startApi = async (objects: number, note: string): Promise<string> => {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://api").searchParams;
    response.setHeader("Content-Type", "application/json");
    if (query.has("watch")) {
      response.flushHeaders();
      return;
    }
    const first = Number(query.get("continue") ?? 0);
    const last = Math.min(objects, first + Number(query.get("limit")));
    const more = last < objects ? `,"continue":"${last}"` : "";
    response.write(`{"metadata":{"resourceVersion":"1"${more}},"items":[`);
    const send = (index: number): void => {
      if (response.destroyed) return;
      if (index === last) return void response.end("]}");
      const comma = index === first ? "" : ",";
      response.write(`${comma}{"metadata":{"name":"model-${index}"},"spec":{},"note":"`);
      response.write(note);
      response.write('"}', () => send(index + 1));
    };
    send(first);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it("lists 300 MiB of large objects without ever holding more than a few pages", async () => {
  const url = await startApi(300, "x".repeat(mebibyte));
  const before = await usedHeap();
  let most = 0;
  let listed = 0;
  const sampling = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, (heapUsed + external) / mebibyte);
  }, 5);
  onTestFinished(() => clearInterval(sampling));
  const { stop } = startListWatch({
    api: createClusterApi({ kubeConfig: connect({ type: "address", url }).kubeConfig, clock: systemClock }),
    address: addressOf.ClusterBaseModel,
    clock: systemClock,
    random: Math.random,
    read: (object) => readObject("ClusterBaseModel", object),
    onListed: (objects) => {
      listed = objects.length;
    },
    onPut: () => undefined,
    onRemoved: () => undefined,
    onCondition: () => undefined,
    onConsumerError: (error) => {
      throw error;
    },
  });
  onTestFinished(stop);
  await vi.waitFor(() => expect(listed).toBe(300), { timeout: 50_000, interval: 20 });
  // A page is there as bytes, as text and as objects, and is garbage for a while.
  expect(most - before).toBeLessThan(200);
  expect((await usedHeap()) - before).toBeLessThan(10);
});
