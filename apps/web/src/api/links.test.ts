import { createMemoryHistory } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";
import { createRouter } from "../app/router.tsx";
import { toHref, toModelPage, toPair, toRuntimePage } from "./links.ts";

describe("links", () => {
  const view = { namespace: "studio", service: "writer" };
  const keys = ["ClusterBaseModel/qwen-image-pvc", "BaseModel/studio/writer-3b", "BaseModel/a%2Fb/x%20y"];

  for (const key of keys) {
    it(`are the router's own for ${key}`, async () => {
      const router = createRouter(createMemoryHistory({ initialEntries: [toHref(toModelPage(key, view))] }));
      await router.load();
      const match = router.state.matches.at(-1);
      expect(match?.params).toMatchObject({ _splat: key });
      expect(match?.search).toEqual(view);
    });
  }

  it("lead to runtimes and pairs", () => {
    expect(toHref(toRuntimePage("ClusterServingRuntime/srt"))).toBe("/runtimes/ClusterServingRuntime/srt");
    expect(toPair("m", "r", { namespace: "a" }).search).toEqual({ namespace: "a", model: "m", runtime: "r" });
  });
});
