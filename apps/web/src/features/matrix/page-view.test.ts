import type { ClusterState, Problem } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { smallMatrix, toCluster, toKind, toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { filterMatrix, toCoverage } from "./filter-view.ts";
import { toMatrixData } from "./matrix-data.ts";
import { toLayout } from "./matrix-view.ts";
import { type RequestFault, toPageView } from "./page-view.ts";
import type { MatrixSearch } from "./url-state.ts";

const pageOf = (
  matrix: ReturnType<typeof smallMatrix> | undefined,
  {
    cluster = toCluster(),
    fault,
    search = {},
  }: { cluster?: ClusterState; fault?: RequestFault; search?: MatrixSearch } = {},
) => {
  const data = matrix === undefined ? undefined : toMatrixData(matrix);
  const coverage = data === undefined ? undefined : toCoverage(data);
  const filtered = data === undefined || coverage === undefined ? undefined : filterMatrix(data, coverage, search);
  const layout =
    data === undefined || coverage === undefined || filtered === undefined
      ? undefined
      : toLayout(data, coverage, filtered, search);
  return toPageView({ cluster, fault, data, filtered, layout, search });
};

const problem = (code: Problem["code"], unreachable = false): RequestFault => ({
  unreachable,
  problem: { type: "", status: 404, code, title: "Title", detail: "Detail", advice: "Advice", id: "7" },
});

describe("the page", () => {
  it("is the matrix", () => expect(pageOf(smallMatrix())).toEqual({ kind: "ready" }));
  it("waits", () => expect(pageOf(undefined)).toMatchObject({ kind: "loading" }));
  it("waits while the server reads the cluster", () =>
    expect(pageOf(undefined, { fault: problem("not-ready") })).toMatchObject({ kind: "loading" }));

  const rows: readonly { readonly name: string; readonly page: ReturnType<typeof pageOf>; readonly expect: object }[] =
    [
      {
        name: "the server does not answer",
        page: pageOf(undefined, { fault: problem("not-ready", true) }),
        expect: { icon: "unplugged", tone: "error", action: "try-again" },
      },
      {
        name: "a namespace that does not exist",
        page: pageOf(undefined, { fault: problem("namespace-not-found"), search: { namespace: "nope" } }),
        expect: { title: "There is no namespace nope", action: "all-namespaces" },
      },
      {
        name: "a namespace that is not followed, of which nothing is known",
        page: pageOf(undefined, { fault: problem("namespace-not-followed"), search: { namespace: "art" } }),
        expect: {
          title: "The namespace art is not followed",
          text: "Detail. Advice.",
          action: "all-namespaces",
          icon: "lock",
        },
      },
      {
        name: "a service that may not be looked at, which would be waited for in vain",
        page: pageOf(undefined, {
          fault: problem("not-ready"),
          search: { namespace: "a", service: "writer" },
          cluster: toCluster({ kinds: [toKind("InferenceService", "forbidden")] }),
        }),
        expect: { title: "What writer asks for cannot be seen", text: "Detail. Advice.", action: "any-service" },
      },
      {
        name: "a service that does not exist, also when an older matrix is known",
        page: pageOf(smallMatrix(), {
          fault: problem("service-not-found"),
          search: { namespace: "a", service: "gone" },
        }),
        expect: { title: "There is no InferenceService gone", action: "any-service" },
      },
      {
        name: "any other problem, with its id",
        page: pageOf(undefined, { fault: problem("internal") }),
        expect: { title: "Title", text: "Detail. Advice.", code: "Problem id 7" },
      },
      {
        name: "OME is not installed",
        page: pageOf(toMatrix([], [], []), {
          cluster: toCluster({ kinds: toCluster().kinds.map((kind) => ({ ...kind, state: "absent" as const })) }),
        }),
        expect: { title: "OME is not installed here" },
      },
      {
        name: "no models",
        page: pageOf(toMatrix([], [toRuntime({ name: "a" })], [])),
        expect: { title: "No models here" },
      },
      {
        name: "no runtimes",
        page: pageOf(toMatrix([toModel({ name: "a" }), toModel({ name: "b" })], [], [[], []])),
        expect: {
          title: "No runtimes yet",
          text: expect.stringContaining(
            "There are 2 models. No model can be served before a ClusterServingRuntime, or a ServingRuntime of some namespace",
          ),
        },
      },
      {
        name: "models that may not be listed are not no models",
        page: pageOf(toMatrix([], [toRuntime({ name: "a" })], []), {
          cluster: toCluster({ kinds: [{ ...toKind("ClusterBaseModel", "forbidden"), message: "No right to list" }] }),
        }),
        expect: {
          icon: "lock",
          title: "ClusterBaseModels: forbidden",
          text: "No right to list. There may be models, but they cannot be seen.",
        },
      },
      ...(["failed", "forbidden"] as const).map((state) => ({
        name: `nothing could be looked at: ${state}`,
        page: pageOf(toMatrix([], [], []), {
          cluster: toCluster({
            kinds: toCluster().kinds.map((kind) => ({
              ...kind,
              state,
              count: 0,
              message: "self-signed certificate",
              advice: "Check the CA",
            })),
          }),
        }),
        expect: {
          title: "Nothing could be read from the cluster",
          text: expect.stringMatching(
            state === "failed" ? /^Self-signed certificate\. .*cannot be seen\. Check the CA\.$/ : /stand above/,
          ),
          action: "try-again",
          isBlind: true,
        },
      })),
      {
        name: "nothing read yet",
        page: pageOf(toMatrix([toModel({ name: "a", format: undefined })], [toRuntime({ name: "b" })], [["unknown"]])),
        expect: { title: "OME has not read any model yet", action: "show-anyway" },
      },
      {
        name: "no pair matches the filter",
        page: pageOf(smallMatrix(), { search: { q: "nothing-like-it" } }),
        expect: {
          title: "No pair matches the filter",
          text: expect.stringContaining("0 of 16 pairs"),
          action: "clear-filters",
        },
      },
      {
        name: "nothing comes near anything",
        page: pageOf(toMatrix([toModel({ name: "a" })], [toRuntime({ name: "b" })], [["rejected"]])),
        expect: { title: "No runtime comes near any model", action: "show-anyway" },
      },
    ];
  for (const row of rows) {
    it(`says: ${row.name}`, () => expect(row.page).toMatchObject({ kind: "instead", ...row.expect }));
  }

  it("keeps the last matrix while the server does not answer", () => {
    expect(pageOf(smallMatrix(), { fault: problem("not-ready", true) })).toEqual({ kind: "ready" });
  });

  it("shows what nobody has read when asked to", () => {
    const matrix = toMatrix([toModel({ name: "a", format: undefined })], [toRuntime({ name: "b" })], [["unknown"]]);
    expect(pageOf(matrix, { search: { all: "both" } })).toEqual({ kind: "ready" });
  });
});
