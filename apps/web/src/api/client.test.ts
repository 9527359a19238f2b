import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, fetchJson } from "./client.ts";

const answer = (respond: () => Response | Promise<Response>) => vi.stubGlobal("fetch", respond);
const fault = async (): Promise<ApiProblem> => {
  const thrown: unknown = await fetchJson("/api/x").then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ApiProblem)) throw new Error("expected an ApiProblem");
  return thrown;
};

describe("fetching", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("gives the body", async () => {
    answer(() => Response.json({ revision: 1 }));
    expect(await fetchJson("/api/x")).toEqual({ revision: 1 });
  });

  it("throws the server's problem", async () => {
    answer(() => Response.json({ code: "model-not-found", title: "T", detail: "D" }, { status: 404 }));
    expect(await fault()).toMatchObject({ unreachable: false, problem: { code: "model-not-found", detail: "D" } });
  });

  const rows = [
    { name: "no connection", respond: () => Promise.reject(new TypeError("failed")), unreachable: true },
    { name: "a gateway's page", respond: () => new Response("<html>", { status: 502 }), unreachable: true },
    { name: "a page where JSON was asked for", respond: () => new Response("<html>"), unreachable: false },
    { name: "JSON that is no problem", respond: () => Response.json({ oops: 1 }, { status: 500 }), unreachable: false },
  ];
  for (const { name, respond, unreachable } of rows) {
    it(`turns ${name} into a problem`, async () => {
      answer(respond);
      const thrown = await fault();
      expect(thrown.unreachable).toBe(unreachable);
      expect(thrown.problem.advice).not.toBe("");
    });
  }

  it("lets an abort be an abort", async () => {
    const controller = new AbortController();
    controller.abort();
    answer(() => Promise.reject(new DOMException("aborted", "AbortError")));
    await expect(fetchJson("/api/x", controller.signal)).rejects.toMatchObject({ name: "AbortError" });
  });
});
