import { describe, expect, it } from "vitest";
import { toCluster, toKind } from "../testing/matrix-fixture.ts";
import { sayAge, toLiveView, toNotices } from "./notices-view.ts";

describe("notices", () => {
  it("are none when all is well", () => {
    expect(toNotices(toCluster())).toEqual([]);
    expect(toNotices(undefined)).toEqual([]);
  });

  it("hand over the missing rule, one for each API group", () => {
    const [notice] = toNotices(
      toCluster({
        kinds: [
          toKind("ClusterBaseModel", "forbidden"),
          toKind("BaseModel", "forbidden"),
          toKind("Namespace", "forbidden"),
        ],
      }),
    );
    expect(notice).toMatchObject({
      id: "forbidden",
      tone: "warning",
      title: "ClusterBaseModels, BaseModels, Namespaces: forbidden.",
    });
    expect(notice?.code).toBe(
      '- apiGroups: ["ome.io"]\n  resources: [clusterbasemodels, basemodels]\n  verbs: [get, list, watch]\n' +
        '- apiGroups: [""]\n  resources: [namespaces]\n  verbs: [get, list, watch]',
    );
  });

  it("leave a cluster without OME to the page, and an optional kind alone", () => {
    const kinds = toCluster().kinds;
    expect(toNotices(toCluster({ kinds: kinds.map((kind) => ({ ...kind, state: "absent" as const })) }))).toEqual([]);
    expect(toNotices(toCluster({ kinds: [...kinds.slice(0, 5), toKind("AcceleratorClass", "absent")] }))).toEqual([]);
    expect(toNotices(toCluster({ kinds: [...kinds.slice(1), toKind("ClusterBaseModel", "absent")] }))).toMatchObject([
      { id: "absent", tone: "information" },
    ]);
  });

  it("say since when data is old, and what failed", () => {
    const notices = toNotices(
      toCluster({
        kinds: [
          { ...toKind("BaseModel", "stale"), message: "connection refused" },
          { ...toKind("ServingRuntime", "failed"), message: "the answer is too long", advice: "Read the log" },
        ],
      }),
    );
    expect(notices.map(({ id }) => id)).toEqual(["failed", "stale"]);
    expect(notices[0]?.text).toBe("the answer is too long. Read the log.");
    expect(notices[1]?.text).toContain("connection refused.");
  });

  it("gather manifests, with the files inside", () => {
    const report = {
      level: "warning" as const,
      code: "duplicate-object",
      file: "a.yaml",
      line: 3,
      message: "twice\u202e",
    };
    const notices = toNotices(
      toCluster({
        manifestReports: [
          report,
          { ...report, file: "b.yaml" },
          { level: "error", code: "syntax", file: "c.yaml", message: "bad" },
          { level: "info", code: "ignored", file: "d.yaml", message: "fine" },
        ],
      }),
    );
    expect(notices.map(({ title }) => title)).toEqual(["2 objects occur twice.", "1 manifest could not be read."]);
    expect(notices[0]?.lines[0]).toMatch(/^a\.yaml:3: twice/u);
    expect(notices[0]?.lines[0]).not.toContain("\u202e");
  });
});

describe("the live state", () => {
  const now = Date.parse("2026-01-01T10:00:12Z");
  it("says how fresh it is", () => {
    expect(toLiveView(toCluster(), "open", 0, now)).toMatchObject({
      look: "live",
      text: "updated 12 s ago",
      name: "demo",
    });
    expect(toLiveView(toCluster(), "polling", 0, now).title).toContain("events are blocked");
  });
  it("says that it waits, or is stale", () => {
    expect(toLiveView(undefined, "connecting", 0, now).look).toBe("waiting");
    expect(toLiveView(toCluster(), "lost", now, now)).toMatchObject({ look: "stale" });
    expect(toLiveView(toCluster({ kinds: [toKind("BaseModel", "stale")] }), "open", 0, now).text).toMatch(
      /^stale since \d\d:\d\d:\d\d$/u,
    );
  });
  it("counts time in the largest unit that fits", () => {
    expect([500, 59_000, 61_000, 7_200_000, 200_000_000].map(sayAge)).toEqual(["1 s", "59 s", "1 min", "2 h", "2 d"]);
  });
});
