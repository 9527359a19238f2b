import { expect, it } from "vitest";
import {
  capitalized,
  counted,
  countInWords,
  listed,
  phrase,
  plainText,
  shownValue,
  strong,
  value,
  withFullStop,
} from "./phrase.ts";

it.each([
  ["1.0.0", "1.0.0"],
  ["", '""'],
  ["1.0.0 ", '"1.0.0 "'],
  [" a", '" a"'],
  ["a\nb", "a\\nb"],
  ["abc\u202edcba", "abc\\u202edcba"],
])("shows %j as %s", (text, shown) => {
  expect(shownValue(text)).toBe(shown);
});

it("keeps values, marks and phrases apart from the words around them", () => {
  expect(phrase`a ${value("b")} ${phrase`c ${strong("d")}`} ${4}`).toEqual([
    "a ",
    { part: "code", text: "b" },
    " ",
    "c ",
    { part: "strong", text: "d" },
    " ",
    "4",
  ]);
});

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("lists %j", (items, text) => {
  expect(plainText(listed(items))).toBe(text);
});

it("counts", () => {
  expect(["gone", "gone.", "gone. "].map(withFullStop)).toEqual(["gone.", "gone.", "gone."]);
  expect([countInWords(1), countInWords(11), capitalized("two")]).toEqual(["one", "11", "Two"]);
  expect([counted(1, "runtime"), counted(1200, "runtime")]).toEqual(["1 runtime", "1,200 runtimes"]);
});
