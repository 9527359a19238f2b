import type { KindState, WatchedKind } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { toCluster } from "../testing/matrix-fixture.ts";
import { type Subject, toDoubt } from "./doubts.ts";

const clusterWith = (states: { readonly [Kind in WatchedKind]?: KindState["state"] }) =>
  toCluster({
    kinds: toCluster().kinds.map((kind) => {
      const state = states[kind.kind];
      return state === undefined ? kind : { ...kind, state, count: state === "stale" ? 2 : 0 };
    }),
  });

const notSeen = "“not found” may only mean “not seen”";

const subjects: readonly Subject[] = ["model", "runtime", "pair", "service", "services"];

describe("the doubt beside a verdict", () => {
  it("is none while everything is followed, or not yet known", () => {
    for (const subject of subjects) {
      expect(toDoubt(toCluster(), subject, [])).toBeUndefined();
      expect(toDoubt(undefined, subject, [])).toBeUndefined();
    }
  });

  const rows: readonly {
    readonly kind: WatchedKind;
    readonly titles: { readonly [About in Subject]?: string };
  }[] = [
    ...(["ClusterBaseModel", "BaseModel"] as const).map((kind) => ({
      kind,
      titles: {
        runtime: "Which models it serves",
        service: "Which model it gets",
        services: "Which models they get",
      },
    })),
    {
      kind: "ClusterServingRuntime",
      titles: {
        model: "What is picked and every rank",
        runtime: "For which models it is picked",
        pair: "What is picked for the model",
        service: "Which runtime it gets",
        services: "Which runtimes they get",
      },
    },
    {
      kind: "ServingRuntime",
      titles: {
        model: "What is picked and every rank",
        runtime: "For which models it is picked",
        pair: "What is picked for the model",
        service: "Which runtime it gets",
        services: "Which runtimes they get",
      },
    },
    {
      kind: "InferenceService",
      titles: {
        model: "The list of services",
        runtime: "The list of services",
        service: "What it asks for and uses",
        services: "The list",
      },
    },
    { kind: "AcceleratorClass", titles: {} },
    { kind: "Namespace", titles: {} },
  ];
  for (const { kind, titles } of rows) {
    it(`names what depends on ${kind}`, () => {
      for (const subject of subjects) {
        const title = titles[subject];
        for (const state of ["forbidden", "failed"] as const) {
          expect(toDoubt(clusterWith({ [kind]: state }), subject, []), `${subject} ${state}`).toEqual(
            title === undefined
              ? undefined
              : {
                  title: `${title} may be wrong.`,
                  text: `${kind}s cannot be read${subject === "pair" ? "" : `: ${notSeen}`}.`,
                },
          );
        }
        expect(toDoubt(clusterWith({ [kind]: "stale" }), subject, [])?.title, subject).toBe(
          title === undefined ? undefined : `${title} may be out of date.`,
        );
        // There are none, and nothing is hidden.
        expect(toDoubt(clusterWith({ [kind]: "absent" }), subject, []), subject).toBeUndefined();
      }
    });
  }

  it("tells of objects that are shown as they were", () => {
    expect(toDoubt(clusterWith({ BaseModel: "stale" }), "pair", ["BaseModel", "ClusterServingRuntime"])).toEqual({
      title: "What is said of BaseModels may be out of date.",
      text: "BaseModels are not up to date.",
    });
    // Another kind of model is stale: this pair does not depend on it.
    expect(toDoubt(clusterWith({ BaseModel: "stale" }), "pair", ["ClusterBaseModel"])).toBeUndefined();
  });

  it("is short when nothing is up to date", () => {
    const kinds = toCluster().kinds.map((kind) => ({ ...kind, state: "stale" as const }));
    for (const subject of subjects) {
      expect(toDoubt(toCluster({ kinds }), subject, [])).toEqual({
        title: "All of this may be out of date.",
        text: "The Kubernetes API does not answer.",
      });
    }
  });

  it("puts several kinds into one sentence", () => {
    const doubt = toDoubt(
      clusterWith({ ClusterServingRuntime: "stale", ServingRuntime: "forbidden", InferenceService: "failed" }),
      "model",
      ["ClusterBaseModel"],
    );
    expect(doubt).toEqual({
      title: "What is picked and every rank, and the list of services may be wrong.",
      text: `ServingRuntimes and InferenceServices cannot be read: ${notSeen}. ClusterServingRuntimes are not up to date.`,
    });
  });
});
