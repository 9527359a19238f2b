import type { Problem } from "@ome-matrix/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { type RenderResult, render } from "@testing-library/react";
import { vi } from "vitest";
import { createQueryClient, Providers } from "../app/providers.tsx";
import { createRouter } from "../app/router.tsx";

/**
 * What the fake server answers: a path with its query, as the contract's path functions write it -> the body, or a function of
 * the URL that returns one. A body that is a Response is answered as it is; a path that is missing is a `not-found` problem.
 */
export type Fixture = Readonly<Record<string, unknown>>;

export interface RenderedApp extends RenderResult {
  readonly queryClient: QueryClient;
  /** The page's address now, path and search. */
  readonly url: () => string;
  /** All paths that were asked for, in order. */
  readonly requests: readonly string[];
}

/** A problem as the server would answer it. */
export const toProblemResponse = (problem: Partial<Problem> & Pick<Problem, "code" | "status">): Response =>
  Response.json(
    { type: "about:blank", title: problem.code, detail: problem.code, advice: "", id: "test", ...problem },
    { status: problem.status, headers: { "content-type": "application/problem+json" } },
  );

const answer = (fixture: Fixture, path: string): Response => {
  const known = Object.hasOwn(fixture, path) ? fixture[path] : undefined;
  const body: unknown = typeof known === "function" ? known(new URL(path, "http://test")) : known;
  if (body === undefined) return toProblemResponse({ status: 404, code: "not-found" });
  return body instanceof Response ? body.clone() : Response.json(body);
};

/** The whole page at a URL: real router, real cache, fake server. */
export const renderApp = (url: string, fixture: Fixture): RenderedApp => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (input: string) => {
    requests.push(input);
    return answer(fixture, input);
  });
  const queryClient = createQueryClient(1);
  const router = createRouter(createMemoryHistory({ initialEntries: [url] }));
  const result = render(<Providers queryClient={queryClient} router={router} />);
  return { ...result, queryClient, url: () => router.state.location.href, requests };
};
