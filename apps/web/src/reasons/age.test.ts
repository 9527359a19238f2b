import { expect, it } from "vitest";
import { sayAge } from "./age.ts";

it.each([
  ["2026-01-01T00:00:00Z", "18 d"],
  ["2026-01-18T21:00:00Z", "15 h"],
  ["2026-01-19T11:57:30Z", "2 min"],
  ["2026-01-19T11:59:59Z", "just now"],
  ["2026-01-20T00:00:00Z", "just now"],
])("says the age of %s", (createdAt, age) => {
  expect(sayAge(createdAt, Date.parse("2026-01-19T12:00:00Z"))).toBe(age);
});
