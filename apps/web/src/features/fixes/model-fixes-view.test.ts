import { expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { fixExample, pairFixesExample } from "../../testing/fixes.ts";
import { toChoices, whyNotNearest } from "./model-fixes-view.ts";

const runtimes = ["near", "pinned", "hopeless", "unread"].map((name) => ({
  key: `ClusterServingRuntime/${name}`,
  name,
  state: "near-miss" as const,
}));
const naming = fixExample({
  id: "n",
  code: "service/name-runtime",
  parts: ["service/name-runtime"],
  risk: "change-service",
});

it("prefers the least risk; naming a runtime is no reason to prefer it", () => {
  const enabling = fixExample({
    id: "a",
    code: "runtime/auto-select",
    parts: ["runtime/auto-select"],
    risk: "enable-auto-select",
  });
  const appending = fixExample({
    id: "b",
    code: "runtime/append-entry",
    parts: ["runtime/append-entry"],
    risk: "append-entry",
  });
  const choices = toChoices(runtimes, [
    pairFixesExample({ fixes: [appending, naming] }),
    pairFixesExample({ fixes: [enabling, naming] }),
    pairFixesExample({ fixes: [] }),
    undefined,
  ]);
  expect(choices.map(({ name, title }) => [name, title === undefined ? undefined : plainText(title)])).toEqual([
    ["pinned", "Let OME pick srt by itself"],
    ["near", "Append an entry for writer to srt"],
    ["hopeless", undefined],
  ]);
});

it.each([
  [
    "risks more",
    "change-runtime",
    "fill-model",
    "near is nearer, but its fix risks more (other models may gain or lose the runtime) than this one (fills in what OME left empty).",
  ],
  ["has none", undefined, "fill-model", "near is nearer, but no honest change makes OME serve the model with it."],
  [
    "is not picked",
    "fill-model",
    "fill-model",
    "near is nearer, but OME would still not pick it by itself after its fix.",
  ],
] as const)("says why the fix is not one of the nearest runtime, which %s", (_, near, shown, expected) => {
  const answer = (risk: typeof near | typeof shown) =>
    pairFixesExample({ fixes: risk === undefined ? [] : [fixExample({ risk })] });
  const answers = [answer(near), answer(shown)];
  const why = (key: string) => {
    const said = whyNotNearest(runtimes, answers, key);
    return said === undefined ? undefined : plainText(said);
  };
  expect(why("ClusterServingRuntime/pinned")).toBe(expected);
  expect(why("ClusterServingRuntime/near")).toBeUndefined();
});

it("says nothing where no runtime is near", () => {
  const far = runtimes.map((runtime) => ({ ...runtime, state: "rejected" as const }));
  const answers = [pairFixesExample({ fixes: [] }), pairFixesExample({ fixes: [fixExample({})] })];
  expect(whyNotNearest(far, answers, "ClusterServingRuntime/pinned")).toBeUndefined();
});
