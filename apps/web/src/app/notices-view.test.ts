import type { KindState } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { toDoubt } from "../reasons/doubts.ts";
import { toCluster, toKind } from "../testing/matrix-fixture.ts";
import { sayAge, toLiveView, toNotices } from "./notices-view.ts";

const unseen = (kind: KindState["kind"]): KindState => ({ ...toKind(kind, "forbidden"), count: 0 });

describe("notices", () => {
  it("are none when all is well", () => {
    expect(toNotices(toCluster())).toEqual([]);
    expect(toNotices(undefined)).toEqual([]);
  });

  it("hand over the missing rule, one for each API group", () => {
    const [notice, ...others] = toNotices(
      toCluster({
        kinds: [unseen("ClusterBaseModel"), unseen("BaseModel"), unseen("Namespace")],
      }),
    );
    expect(others).toEqual([]);
    expect(notice?.text).toMatch(/start with --namespace NAME; else add to its ClusterRole:$/);
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

  it("send who is limited to a namespace to its Role, and for the cluster's kinds to the ClusterRole", () => {
    const limited = { followedIn: ["studio", "art"] };
    const notices = toNotices(
      toCluster({
        kinds: [
          unseen("ClusterServingRuntime"),
          { ...unseen("BaseModel"), ...limited, worstIn: ["art"] },
          { ...unseen("ServingRuntime"), ...limited, worstIn: ["art"], count: 3 },
          { ...unseen("InferenceService"), ...limited, worstIn: ["studio", "art"] },
        ],
      }),
    );
    expect(notices.map(({ id, title }) => [id, title])).toEqual([
      ["forbidden", "ClusterServingRuntimes: forbidden."],
      ["forbidden in art", "BaseModels, ServingRuntimes in art: forbidden."],
      ["forbidden in studio, art", "InferenceServices in studio, art: forbidden."],
    ]);
    expect(notices[0]?.text).toMatch(/Add to its ClusterRole:$/);
    expect(notices[1]?.text).toMatch(/Add to its Role in the namespace art:$/);
    expect(notices[2]?.text).toMatch(/Add to its Role in each of the namespaces studio, art:$/);
    // It is started that way already.
    for (const { text } of notices) expect(text).not.toContain("--namespace");
    expect(notices[1]?.code).toBe(
      '- apiGroups: ["ome.io"]\n  resources: [basemodels, servingruntimes]\n  verbs: [get, list, watch]',
    );
  });

  const effects: readonly { readonly kind: KindState["kind"]; readonly unseen: RegExp; readonly old: RegExp }[] = [
    {
      kind: "ClusterBaseModel",
      unseen: /Models of the whole cluster are missing, and a service that uses one seems to have no model\./,
      old: /rows of the cluster’s models, and what services get/,
    },
    {
      kind: "BaseModel",
      unseen: /go before the cluster’s: a service there may get another model/,
      old: /rows of a namespace’s own models, and what services get/,
    },
    {
      kind: "ClusterServingRuntime",
      unseen: /what is picked, the ranks, “no runtime” and what services get may be wrong/,
      old: /what is picked, the ranks and what services get may be out of date/,
    },
    {
      kind: "ServingRuntime",
      unseen: /go before the cluster’s: what is picked in a namespace, the ranks, “no runtime”/,
      old: /what is picked there, the ranks and what services get may be out of date/,
    },
    {
      kind: "InferenceService",
      unseen: /also from what a fix would touch, .* Other verdicts do not depend on services/,
      old: /matrix as seen from one, may be out of date/,
    },
    {
      kind: "AcceleratorClass",
      unseen: /No verdict depends on AcceleratorClasses\. Whether one/,
      old: /No verdict depends/,
    },
    {
      kind: "Namespace",
      unseen: /No verdict depends on Namespaces\. .*its name can be typed in there/,
      old: /No verdict depends/,
    },
  ];
  for (const { kind, ...expected } of effects) {
    it(`say which verdicts a trouble with ${kind} may affect`, () => {
      const textOf = (state: KindState["state"], count = 0): string => {
        const kinds = toCluster().kinds.map((known) => (known.kind === kind ? { ...known, state, count } : known));
        const notices = toNotices(toCluster({ kinds }));
        expect(notices.map(({ id }) => id)).toEqual([state]);
        return notices[0]?.text ?? "";
      };
      expect(textOf("forbidden")).toMatch(expected.unseen);
      expect(textOf("failed")).toMatch(expected.unseen);
      expect(textOf("stale", 2)).toMatch(expected.old);
      // The right was lost while running: what was known before stays.
      expect(textOf("forbidden", 2)).toMatch(expected.old);
      if (kind !== "AcceleratorClass") expect(textOf("absent")).toMatch(/worked out as if there were none\.$/);
    });
  }

  it("say it in a sentence when all of them are in trouble", () => {
    const all = (state: KindState["state"], count: number) =>
      toNotices(toCluster({ kinds: toCluster().kinds.map((kind) => ({ ...kind, state, count })) }))[0]?.text;
    expect(all("stale", 2)).toMatch(/^Showing what was known at .* Every verdict may be out of date\.$/);
    expect(all("forbidden", 0)).toContain("Without models and runtimes there is no verdict at all.");
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
    expect(notices[0]?.text).toMatch(
      /^A namespace’s own runtimes are missing.* the answer is too long\. Read the log\.$/,
    );
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

describe("kinds that may be listed and not watched", () => {
  it("are shown as of the last list, with the rule that is missing", () => {
    const unwatched = { state: "stale", missingVerb: "watch" } as const;
    // There may be none, and then too they were listed.
    for (const count of [0, 3]) {
      const cluster = toCluster({
        kinds: toCluster().kinds.map((kind) => (kind.kind === "BaseModel" ? { ...kind, ...unwatched, count } : kind)),
      });
      const [notice, ...others] = toNotices(cluster);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ id: "unwatched", title: "BaseModels: listed, but not watched." });
      expect(notice?.text).toMatch(/^This account may list them but not watch them, so they are shown as of the last/);
      expect(notice?.text).not.toMatch(/may not list|are missing/);
      expect(notice?.code).toContain("resources: [basemodels]");
      expect(toLiveView(cluster, "open", 0, 0)).toMatchObject({
        text: `1 of ${cluster.kinds.length} kinds not watched`,
        title: "BaseModels: not watched",
      });
      expect(toDoubt(cluster, "services", [])?.text).toBe(
        "BaseModels are as of the last list, since this account may not watch them.",
      );
    }
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
  it("says what cannot be read instead of how fresh it is", () => {
    const all = (state: KindState["state"]) =>
      toCluster({ kinds: toCluster().kinds.map((kind) => ({ ...kind, state, count: 0 })) });
    for (const state of ["failed", "forbidden"] as const) {
      const view = toLiveView(all(state), "open", 0, now);
      expect(view).toMatchObject({ look: "stale", text: "nothing could be read" });
      expect(view.title).toContain(`ClusterBaseModels: ${state}`);
    }
    const [first, second, ...others] = toCluster().kinds;
    if (first === undefined || second === undefined) throw new Error("the fixture has no kinds");
    const some = toCluster({
      kinds: [{ ...first, state: "failed", count: 0 }, { ...second, state: "forbidden", count: 0 }, ...others],
    });
    const total = some.kinds.length;
    expect(toLiveView(some, "open", 0, now)).toMatchObject({
      look: "stale",
      text: `2 of ${total} kinds cannot be read`,
    });
    // What was listed once is shown, but nobody tells of changes.
    const listed = toCluster({ kinds: [{ ...first, state: "forbidden", count: 2 }, second, ...others] });
    expect(toLiveView(listed, "open", 0, now)).toMatchObject({
      look: "stale",
      text: `1 of ${total} kinds not up to date`,
    });
  });
  it("counts time in the largest unit that fits", () => {
    expect([500, 59_000, 61_000, 7_200_000, 200_000_000].map(sayAge)).toEqual(["1 s", "59 s", "1 min", "2 h", "2 d"]);
  });
});
