import { expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { fixExample, pairFixesExample } from "../../testing/fixes.ts";
import { toChoices } from "./model-fixes-view.ts";

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
