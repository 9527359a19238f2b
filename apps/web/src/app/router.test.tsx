import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { smallMatrix, toCluster } from "../testing/matrix-fixture.ts";
import { renderApp } from "../testing/render.tsx";
import { createRouter } from "./router.tsx";

/** What the page of an address gets to see, without the names that say nothing. */
const searchOf = async (url: string): Promise<object> => {
  const router = createRouter(createMemoryHistory({ initialEntries: [url] }));
  await router.load();
  const { search = {} } = router.state.matches.at(-1) ?? {};
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
};

const long = "x".repeat(6000);
/** No known word, and no known word by way of what every object has. */
const noWords = ["bogus", "5", "", "false", "maybe", "toString", "__proto__", "null", "[]", "{}", ",", "%00", long];
const noTexts = ["", long];

const pages: readonly {
  readonly path: string;
  readonly words: readonly string[];
  readonly texts: readonly string[];
}[] = [
  {
    path: "/",
    words: ["states", "fields", "scope", "problems", "order", "show", "all", "preview"],
    texts: ["q", "namespace", "capability", "model", "runtime"],
  },
  { path: "/models/ClusterBaseModel/a", words: [], texts: ["namespace"] },
  { path: "/runtimes/ClusterServingRuntime/a", words: [], texts: ["namespace"] },
  { path: "/services", words: ["problems"], texts: ["namespace", "q"] },
  { path: "/services/studio/a", words: [], texts: [] },
];

describe("nonsense in the address", () => {
  for (const { path, words, texts } of pages) {
    const queries = [
      ...words.flatMap((name) => noWords.map((text) => `${name}=${text}`)),
      ...texts.flatMap((name) => noTexts.map((text) => `${name}=${text}`)),
      // Without its namespace.
      "service=nobody",
      "unheard=of",
    ];
    it(`is as if nothing was said to ${path}`, async () => {
      for (const query of queries) {
        expect(await searchOf(`${path}?${query}`), `${path}?${query.slice(0, 40)}`).toEqual({});
      }
    });
  }

  it("leaves what makes sense beside it", async () => {
    expect(await searchOf("/?order=bogus&q=llama&states=selected,bogus&fields=toString&model=half")).toEqual({
      q: "llama",
      states: ["selected"],
    });
  });

  it("is gone from the page and from the address", async () => {
    const app = renderApp("/?order=bogus&fields=5&problems=false&states=&scope=moon&all=some", {
      "/api/cluster": toCluster(),
      "/api/matrix": smallMatrix(),
    });
    expect(await screen.findByText("3 of 4 models · 3 of 4 runtimes")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /reset/u })).toBeNull();
    expect(app.url()).toBe("/");
  });
});

describe("the tab's title", () => {
  for (const [url, title] of [
    ["/", "Matrix · OME Matrix"],
    ["/?namespace=studio", "Matrix from studio · OME Matrix"],
    ["/?namespace=studio&service=painter", "Matrix from painter · OME Matrix"],
  ] as const) {
    it(`says from where ${url} looks`, async () => {
      renderApp(url, { "/api/cluster": toCluster(), "/api/matrix": smallMatrix() });
      await waitFor(() => expect(document.title).toBe(title));
    });
  }
});
