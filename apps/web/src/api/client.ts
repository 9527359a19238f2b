import type { Problem } from "@ome-matrix/contract";
import { inBasePath } from "./base-path.ts";

/** A request that failed: the answer's own problem, or one made here when no readable answer came. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  /** No answer at all: the server is down or the network is. */
  readonly unreachable: boolean;
  constructor(problem: Problem, unreachable = false) {
    super(problem.detail);
    this.name = "ApiProblem";
    this.problem = problem;
    this.unreachable = unreachable;
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" && value !== null && "code" in value && "title" in value && "detail" in value;

const unreachable = (): ApiProblem =>
  new ApiProblem(
    {
      type: "about:blank",
      status: 0,
      code: "not-ready",
      title: "OME Matrix does not answer",
      detail: "The page could not reach its own server.",
      advice: `Check that the ome-matrix process is running and that nothing between it and the browser blocks ${inBasePath("/api")}.`,
      id: "",
    },
    true,
  );

const unreadable = (status: number): ApiProblem =>
  new ApiProblem({
    type: "about:blank",
    status,
    code: "internal",
    title: "The answer could not be read",
    detail: `The server answered with status ${status} and something that is not what the page asked for.`,
    advice: "A proxy in between may have answered instead. Reload the page, and look at the server's log.",
    id: "",
  });

const request = async <Body>(path: string, init: RequestInit, signal?: AbortSignal): Promise<Body> => {
  let response: Response;
  try {
    response = await fetch(inBasePath(path), { ...init, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable();
  }
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    // A gateway that cannot reach the server answers in HTML.
    throw response.status >= 502 && response.status <= 504 ? unreachable() : unreadable(response.status);
  }
  if (response.ok) return body as Body;
  throw isProblem(body) ? new ApiProblem(body) : unreadable(response.status);
};

/** Fetches JSON from an address of the API. Throws ApiProblem, or the abort error of its signal. */
export const fetchJson = <Body>(path: string, signal?: AbortSignal): Promise<Body> =>
  request(path, { headers: { accept: "application/json" } }, signal);

/** Asks a question that needs a body; nothing is changed by it. Throws as `fetchJson` does. */
export const postJson = <Body>(path: string, body: unknown, signal?: AbortSignal): Promise<Body> =>
  request(
    path,
    {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(body),
    },
    signal,
  );
