import { type WatchedKind, watchedKinds } from "@ome-matrix/contract";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { KindCondition } from "../snapshot/change.ts";
import { createConditionLog, sayNothingCanBeRead } from "./condition-log.ts";

const since = "2026-01-01T00:00:00.000Z";

describe("the log of the conditions", () => {
  it("has one entry for each change of a state, with a reason of one bounded line", () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
    const hear = createConditionLog(log);
    const tell = (kind: WatchedKind, state: KindCondition["state"], message?: string): void =>
      hear({
        type: "condition",
        kind,
        condition: { state, since, ...(message === undefined ? {} : { message, advice: "not logged" }) },
      });
    tell("BaseModel", "connecting", "not answered");
    tell("BaseModel", "failed", "first try\n{\u001b[31m");
    tell("BaseModel", "failed", "second try");
    tell("BaseModel", "live");
    tell("Namespace", "forbidden", "x".repeat(5_000));
    hear({ type: "reported" });
    tell("BaseModel", "live");
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.map(({ level, kind, state, reason }) => [level, kind, state, reason])).toEqual([
      [40, "BaseModel", "failed", "first try { [31m"],
      [30, "BaseModel", "live", undefined],
      [40, "Namespace", "forbidden", "x".repeat(300)],
    ]);
  });
});

describe("the sentence for the terminal", () => {
  const conditionsOf = (condition: Omit<KindCondition, "since">, others = condition) =>
    Object.fromEntries(
      watchedKinds.map((kind, index) => [kind, { since, ...(index === 0 ? condition : others) }]),
    ) as Record<WatchedKind, KindCondition>;

  it("is there where nothing at all can be read, and only there", () => {
    expect(sayNothingCanBeRead(conditionsOf({ state: "live" }, { state: "failed" }))).toBeUndefined();
    expect(sayNothingCanBeRead(conditionsOf({ state: "failed", message: "refused", advice: "Look" }))).toBe(
      "Nothing can be read from the cluster yet: refused. Look.",
    );
    expect(sayNothingCanBeRead(conditionsOf({ state: "connecting" }))).toBe(
      "Nothing can be read from the cluster yet: the API has not answered. It is tried again by itself.",
    );
  });
});
