import { expect, vi } from "vitest";
import { addressOf } from "../../src/kinds.ts";
import { about, aModel, type Fault, patience, startFaulty } from "./fault.ts";

const plainNotFound = { status: 404, message: "404 page not found" };

export const definitionFaults = {
  "OME installed while running": {
    done: "The cluster has no ome.io at all; then OME is installed",
    meanwhile: "OME's kinds `absent`: `it serves no version of ome.io`, and what to install; `/readyz` 200",
    repaired: "The next list, within half a minute",
    async run() {
      const asked: string[] = [];
      const program = await startFaulty({
        prepare: (mock) =>
          mock.misbehave(({ path }) => {
            asked.push(path);
            return path.startsWith("/apis/ome.io") ? plainNotFound : undefined;
          }),
      });
      await program.says("ClusterBaseModel", {
        state: "absent",
        message: expect.stringContaining("it serves no version of ome.io"),
        advice: expect.stringContaining("Install OME"),
      });
      await program.says("Namespace", { state: "live" });
      await vi.waitFor(async () => expect((await program.ask("/readyz")).status).toBe(200), patience);
      // Whether there is another version is asked once, however often the list is tried.
      const lists = (): number => asked.filter((path) => path.endsWith("/clusterbasemodels")).length;
      const before = lists();
      await vi.waitFor(() => expect(lists()).toBeGreaterThan(before + 3), patience);
      expect(asked.filter((path) => path === "/apis/ome.io")).toHaveLength(6);
      await program.equals();
    },
  },

  "OME in another version": {
    done: "The cluster serves ome.io in v1alpha1 only",
    meanwhile: "OME's kinds `absent`: `it serves ome.io/v1alpha1, and not ome.io/v1beta1`",
    repaired: "The next list after v1beta1 is served",
    async run() {
      const group = {
        kind: "APIGroup",
        name: "ome.io",
        versions: [{ groupVersion: "ome.io/v1alpha1", version: "v1alpha1" }],
      };
      const program = await startFaulty({
        prepare: (mock) =>
          mock.misbehave(({ path }) => {
            if (path === "/apis/ome.io") return { garbage: JSON.stringify(group) };
            return path.startsWith("/apis/ome.io") ? plainNotFound : undefined;
          }),
      });
      await program.says("ServingRuntime", {
        state: "absent",
        message: expect.stringContaining("it serves ome.io/v1alpha1, and not ome.io/v1beta1"),
      });
      await program.equals();
    },
  },

  "CRD removed and installed again": {
    done: "The definition of ClusterBaseModels is deleted, and its objects with it; later it is installed again, with another object",
    meanwhile: "that kind `absent`: `it serves ome.io/v1beta1 without them`, no objects; the others `live`",
    repaired: "The next list, within half a minute",
    async run() {
      const program = await startFaulty();
      await program.settled();
      const address = addressOf.ClusterBaseModel;
      for (const round of ["first", "second"]) {
        for (const name of program.names()) program.mock.door.remove({ kind: "ClusterBaseModel", name });
        program.mock.misbehave(about("ClusterBaseModel", () => plainNotFound));
        program.mock.closeWatches("end");
        await program.says("ClusterBaseModel", {
          state: "absent",
          count: 0,
          message: `the cluster has no ${address.plural}: it serves ome.io/v1beta1 without them`,
          advice: expect.stringContaining(`${address.plural}.${address.group}`),
        });
        await program.says("ClusterServingRuntime", { state: "live", count: 1 });
        program.mock.door.put(aModel(`after-the-${round}`));
        await program.equals();
        expect(program.names()).toEqual([`after-the-${round}`]);
      }
    },
  },
} satisfies Readonly<Record<string, Fault>>;
