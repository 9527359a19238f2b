import { EventEmitter } from "node:events";
import type { Response } from "express";
import { expect, it } from "vitest";
import { createUnsent } from "./unsent.ts";

/** As much of a response as is used: it is read when the test says so. */
const aResponse = () => {
  const emitter = new EventEmitter();
  const response = Object.assign(emitter, {
    destroyed: false,
    sent: undefined as Buffer | undefined,
    set: () => response,
    end(bytes: Buffer) {
      response.sent = bytes;
    },
    destroy() {
      response.destroyed = true;
      emitter.emit("close");
    },
  });
  return { response: response as unknown as Response & typeof response, read: () => emitter.emit("close") };
};

it("holds what is not read yet, each body once, and lets go of what is", () => {
  const unsent = createUnsent(100);
  const shared = Buffer.alloc(40);
  const [one, two, other] = [aResponse(), aResponse(), aResponse()];
  unsent.send(one.response, shared);
  unsent.send(two.response, shared);
  unsent.send(other.response, Buffer.alloc(50));
  expect(unsent.bytes()).toBe(90);
  expect(one.response.sent).toBe(shared);
  one.read();
  expect(unsent.bytes()).toBe(90);
  two.read();
  expect(unsent.bytes()).toBe(50);
  other.read();
  expect(unsent.bytes()).toBe(0);
});

it("cuts off the oldest readers when there is no room, and never the newest", () => {
  const unsent = createUnsent(100);
  const readers = [40, 40, 40].map((size) => {
    const { response } = aResponse();
    unsent.send(response, Buffer.alloc(size));
    return response;
  });
  expect(readers.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  expect(unsent.bytes()).toBe(80);
  const { response: large } = aResponse();
  unsent.send(large, Buffer.alloc(1_000));
  expect(readers.every(({ destroyed }) => destroyed)).toBe(true);
  expect(large.destroyed).toBe(false);
  expect(unsent.bytes()).toBe(1_000);
});

it("sends nothing to one who has gone meanwhile", () => {
  const unsent = createUnsent(100);
  const { response } = aResponse();
  response.destroy();
  unsent.send(response, Buffer.alloc(10));
  expect(response.sent).toBeUndefined();
  expect(unsent.bytes()).toBe(0);
});
