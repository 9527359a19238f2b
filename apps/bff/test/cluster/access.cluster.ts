import { fileURLToPath } from "node:url";
import {
  pathToCluster,
  pathToEvents,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToOpenApi,
  pathToRuntimes,
  pathToServices,
  watchedKinds,
} from "@ome-matrix/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addressOf, ruleFor } from "../../src/kinds.ts";
import { expectSuccess } from "./api-client.ts";
import { type Bff, startBff, untilAll, untilMatrix } from "./bff.ts";
import { type AuditEvent, type ControlPlane, startControlPlane } from "./control-plane.ts";
import { installOpenDefinitions, omePath } from "./definitions.ts";
import { createObjects } from "./objects.ts";
import { until } from "./processes.ts";
import { aModel, aRuntime, aService } from "./samples.ts";

const deploy = (name: string): string => fileURLToPath(new URL(`../../../../deploy/${name}`, import.meta.url));

describe("with the rights that are published", () => {
  let real: ControlPlane;

  const kubectl = async (...commandArguments: readonly string[]): Promise<void> => {
    const { code, stderr } = await real.kubectl(...commandArguments);
    if (code !== 0) throw new Error(stderr);
  };
  /** The BFF as a service account, and what the audit log says of it so far. */
  const startAs = async (
    namespace: string,
    account: string,
    ...options: readonly string[]
  ): Promise<Bff & { audit(): Promise<readonly AuditEvent[]> }> => {
    const token = await real.token(namespace, account);
    const bff = await startBff(
      "--kubeconfig",
      await real.kubeconfig(account, { token }),
      "--context",
      "real",
      ...options,
    );
    onTestFinished(() => bff.stop());
    const user = `system:serviceaccount:${namespace}:${account}`;
    return { ...bff, audit: async () => (await real.auditEvents()).filter((event) => event.user === user) };
  };

  beforeAll(async () => {
    real = await startControlPlane();
    await installOpenDefinitions(real);
    await kubectl("apply", "-f", deploy("service-account.yaml"));
    await kubectl("apply", "-f", deploy("cluster-role.yaml"));
    for (const namespace of ["studio", "elsewhere"]) await kubectl("create", "namespace", namespace);
    for (const account of ["only-studio", "nobody"]) {
      const path = "/api/v1/namespaces/ome-matrix/serviceaccounts";
      const body = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account } };
      expectSuccess(account, await real.api.post(path, body));
    }
    // The published Role as it is, for another account than that of the ClusterRole.
    await kubectl("apply", "--namespace", "studio", "-f", deploy("role.yaml"));
    await kubectl(
      ...["patch", "rolebinding", "ome-matrix", "--namespace", "studio", "--type", "json"],
      ...["-p", '[{"op":"replace","path":"/subjects/0/name","value":"only-studio"}]'],
    );
    await createObjects(real.api, [
      aModel("BaseModel", "painter", "studio"),
      aModel("ClusterBaseModel", "writer"),
      aRuntime("ServingRuntime", "painter-rt", "studio"),
      aRuntime("ClusterServingRuntime", "writer-rt"),
      aService("paint", "studio"),
    ]);
  });
  afterAll(() => real?.stop());

  describe("deploy/cluster-role.yaml", () => {
    it("is enough for every route, and nothing else is asked of the API", async () => {
      const bff = await startAs("ome-matrix", "ome-matrix");
      await untilAll(bff, "live");
      await untilMatrix("All is read", bff, ({ models, runtimes }) => models.length === 2 && runtimes.length === 2);
      const routes = [
        "/healthz",
        "/readyz",
        pathToCluster(),
        pathToModels(),
        pathToModels({ namespace: "studio" }),
        pathToRuntimes(),
        pathToServices({ namespace: "studio" }),
        pathToMatrix(),
        pathToMatrix({ namespace: "studio", service: "paint" }),
        pathToExplain({ model: "writer" }),
        pathToExplain({ runtime: "writer-rt" }),
        pathToExplain({ model: "painter", runtime: "painter-rt" }, { namespace: "studio", service: "paint" }),
        pathToOpenApi(),
      ];
      for (const route of routes) expect((await bff.fetch(route)).status, route).toBe(200);
      const stream = await bff.fetch(pathToEvents());
      expect(stream.headers.get("content-type")).toContain("text/event-stream");
      await stream.body?.cancel();

      const events = await bff.audit();
      const published = new Set(watchedKinds.map((kind) => `${addressOf[kind].group}/${addressOf[kind].plural}`));
      const asked = new Set(events.map(({ group, resource }) => `${group}/${resource}`));
      expect(asked).toEqual(published);
      expect([...new Set(events.map(({ verb }) => verb))].sort()).toEqual(["list", "watch"]);
      expect(events.filter(({ code }) => code !== 200)).toEqual([]);
    });

    it("lets nobody write, nor read anything else", async () => {
      const reader = real.clientWith(await real.token("ome-matrix", "ome-matrix"));
      expect((await reader.get(`${omePath}/clusterbasemodels/writer`)).status).toBe(200);
      const refused = [
        await reader.post(`${omePath}/clusterbasemodels`, aModel("ClusterBaseModel", "other")),
        await reader.patch(`${omePath}/clusterbasemodels/writer`, { spec: { disabled: true } }, "merge-patch"),
        await reader.patch(`${omePath}/clusterbasemodels/writer/status`, { status: {} }, "merge-patch"),
        await reader.call("DELETE", `${omePath}/clusterbasemodels/writer`),
        await reader.get("/api/v1/secrets"),
        await reader.get("/api/v1/pods"),
        await reader.get("/api/v1/namespaces/studio/configmaps"),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    });
  });

  describe("deploy/deployment.yaml", () => {
    it("is taken as it is written, field by field", async () => {
      const { code, stdout, stderr } = await real.kubectl(
        ...["apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", deploy("deployment.yaml")],
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout.trim().split("\n")).toEqual([
        "deployment.apps/ome-matrix serverside-applied (server dry run)",
        "service/ome-matrix serverside-applied (server dry run)",
      ]);
    });
  });

  describe("deploy/role.yaml in one namespace", () => {
    it("is enough to follow that namespace; the kinds of the cluster are forbidden, namespaces are not needed", async () => {
      const bff = await startAs("ome-matrix", "only-studio", "--namespace", "studio");
      const namespaced = ["BaseModel", "ServingRuntime", "InferenceService"];
      await until("The namespace is followed, and the rest is forbidden", async () => {
        const { kinds, namespaces } = await bff.cluster();
        for (const { kind, state, count } of kinds) {
          const expected = namespaced.includes(kind) || kind === "Namespace" ? ["live", 1] : ["forbidden", 0];
          expect([kind, state, count]).toEqual([kind, ...expected]);
        }
        expect(namespaces).toEqual(["studio"]);
      });
      const { models, runtimes } = await bff.matrix("studio");
      expect([...models, ...runtimes].map(({ name }) => name)).toEqual(["painter", "painter-rt"]);
    });

    // Without a namespace the BFF asks for all of them at once, which a Role cannot allow.
    it("is not enough for all namespaces: every kind is forbidden, and each says which rule is missing", async () => {
      const bff = await startAs("ome-matrix", "only-studio");
      const { kinds, state, namespaces } = await untilAll(bff, "forbidden");
      expect(state).toBe("forbidden");
      expect(namespaces).toEqual([]);
      for (const kind of kinds) {
        expect(kind.message).toContain("at the cluster scope");
        expect(kind.advice).toContain(ruleFor(addressOf[kind.kind]));
      }
    });

    it("lets the account read its own namespace, and no other", async () => {
      const reader = real.clientWith(await real.token("ome-matrix", "only-studio"));
      expect((await reader.get(`${omePath}/namespaces/studio/basemodels`)).status).toBe(200);
      expect((await reader.get(`${omePath}/namespaces/elsewhere/basemodels`)).status).toBe(403);
      expect((await reader.get(`${omePath}/clusterbasemodels`)).status).toBe(403);
    });
  });

  describe("no rights at all", () => {
    it("makes every kind forbidden with the missing rule, and takes the rights over once they are given", async () => {
      const bff = await startAs("ome-matrix", "nobody");
      const { kinds } = await untilAll(bff, "forbidden");
      expect(kinds.map(({ advice }) => advice)).toEqual(
        kinds.map(({ kind }) => expect.stringContaining(ruleFor(addressOf[kind]))),
      );
      expect(kinds.map(({ count }) => count)).toEqual(kinds.map(() => 0));
      expect((await bff.fetch("/readyz")).status).toBe(200);

      await kubectl(
        ...["create", "clusterrolebinding", "late", "--clusterrole=ome-matrix"],
        "--serviceaccount=ome-matrix:nobody",
      );
      await untilAll(bff, "live");
      await untilMatrix("All is read", bff, ({ models, runtimes }) => models.length === 2 && runtimes.length === 2);
    });
  });
});
