import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "./api-client.ts";
import { type Bff, cellOf, comparable, startBff, untilAll, untilMatrix } from "./bff.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { installOpenDefinitions, omePath } from "./definitions.ts";
import { createObjects } from "./objects.ts";
import { until } from "./processes.ts";
import { aModel, aRuntime } from "./samples.ts";

describe("one BFF, from an empty cluster through outages", () => {
  let real: ControlPlane;
  let bff: Bff;

  beforeAll(async () => {
    real = await startControlPlane();
    bff = await startBff("--kubeconfig", await real.kubeconfig("user"), "--context", "real");
  });
  afterAll(async () => {
    await bff?.stop();
    await real?.stop();
  });

  it("says that OME is not installed", async () => {
    await until("OME's kinds are absent", async () => {
      const { kinds } = await bff.cluster();
      for (const kind of kinds) expect(kind.state).toBe(kind.kind === "Namespace" ? "live" : "absent");
      expect(kinds[0]?.advice).toContain("Install OME");
    });
    expect((await bff.fetch("/readyz")).status).toBe(200);
  });

  it("finds OME once it is installed", async () => {
    await installOpenDefinitions(real);
    await createObjects(real.api, [
      aModel("ClusterBaseModel", "writer"),
      aRuntime("ClusterServingRuntime", "writer-rt"),
    ]);
    await untilAll(bff, "live");
    const found = await untilMatrix(
      "The pair is read",
      bff,
      (seen) => cellOf(seen, "writer", "writer-rt") !== undefined,
    );
    expect(cellOf(found, "writer", "writer-rt")).toBe("selected");
  });

  it("keeps what it knows while the API server is gone, and says so", async () => {
    const before = comparable(await bff.matrix());
    await real.killApiServer();
    const cluster = await untilAll(bff, "stale");
    expect(cluster.state).toBe("stale");
    expect(cluster.kinds[0]?.message).toMatch(/ECONN(REFUSED|RESET)/);
    expect(comparable(await bff.matrix())).toEqual(before);
  });

  it("goes on by itself when the API server is back, with the same snapshot", async () => {
    const before = comparable(await bff.matrix());
    await real.startApiServer();
    await untilAll(bff, "live");
    expect(comparable(await bff.matrix())).toEqual(before);
  });

  it("hears of what changes afterwards", async () => {
    await createObjects(real.api, [aModel("ClusterBaseModel", "later")]);
    await untilMatrix("The model is read", bff, (seen) => cellOf(seen, "later", "writer-rt") === "selected");
    expectSuccess("delete", await real.api.call("DELETE", `${omePath}/clusterbasemodels/later`));
    await untilMatrix("The model is gone", bff, (seen) => cellOf(seen, "later", "writer-rt") === undefined);
  });

  it("takes over what changed while it could not listen", async () => {
    await createObjects(real.api, [aModel("ClusterBaseModel", "passing")]);
    await untilMatrix("The model is read", bff, (seen) => cellOf(seen, "passing", "writer-rt") === "selected");
    bff.program.hold();
    try {
      await real.killApiServer();
      await real.startApiServer();
      expectSuccess("delete", await real.api.call("DELETE", `${omePath}/clusterbasemodels/passing`));
      await createObjects(real.api, [aModel("ClusterBaseModel", "arrived")]);
    } finally {
      bff.program.letGo();
    }
    const found = await untilMatrix(
      "The other is read",
      bff,
      (seen) => cellOf(seen, "arrived", "writer-rt") !== undefined,
    );
    expect(found.models.map(({ name }) => name)).toEqual(["arrived", "writer"]);
    await untilAll(bff, "live");
  });

  it("reads more objects than fit into one page", async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => aModel("ClusterBaseModel", `many-${index}`));
    await createObjects(real.api, many);
    const late = await startBff("--kubeconfig", await real.kubeconfig("late"), "--context", "real");
    try {
      for (const reader of [bff, late]) {
        const found = await untilMatrix("All are read", reader, ({ models }) => models.length === 1_102);
        expect(found.cells.every((row) => found.states[Number(row)] === "selected")).toBe(true);
      }
    } finally {
      await late.stop();
    }
    const pages = (await real.auditEvents()).filter(
      ({ verb, uri }) => verb === "list" && uri.includes("clusterbasemodels") && uri.includes("continue="),
    );
    expect(pages.map(({ code }) => code)).toEqual([200, 200]);
    expectSuccess("delete", await real.api.call("DELETE", `${omePath}/clusterbasemodels`));
    await untilMatrix("All are gone", bff, ({ models }) => models.length === 0);
  });

  it("sees what was there before it when it starts first and the API server comes later", async () => {
    const before = comparable(await bff.matrix());
    await real.killApiServer();
    const early = await startBff("--kubeconfig", await real.kubeconfig("early"), "--context", "real");
    try {
      await untilAll(early, "failed");
      expect((await early.fetch("/readyz")).status).toBe(503);
      await real.startApiServer();
      await untilAll(early, "live");
      expect(comparable(await early.matrix())).toEqual(before);
    } finally {
      await early.stop();
    }
  });
});
