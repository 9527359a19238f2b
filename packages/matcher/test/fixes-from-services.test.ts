/** What is offered and said where a pair is seen from an InferenceService (spec 3.5, 3.7, 3.8, chapter 6). */
import { describe, expect, test } from "vitest";
import { patchJson } from "../src/fixes/kubectl.ts";
import { type FixInput, type InheritingRuntime, type JsonObject, type Proposals, proposeFixes } from "../src/index.ts";

const entry: JsonObject = {
  modelFormat: { name: "safetensors", version: "1.0.0" },
  modelFramework: { name: "transformers", version: "4.45.0" },
  modelArchitecture: "LlamaForCausalLM",
};
const modelSpec: JsonObject = { ...entry, storage: { storageUri: "hf://acme/writer" } };
const parent: InheritingRuntime = {
  kind: "ClusterServingRuntime",
  name: "base",
  spec: {
    supportedModelFormats: [
      {
        modelFormat: { name: "safetensors", version: "1.0.0" },
        modelFramework: { name: "transformers", version: "4.45.0" },
        modelArchitecture: "LlamaForCausalLM",
      },
    ],
    acceleratorClasses: ["h100"],
    deploymentModes: {},
  },
};
const child = { annotations: { "ome.io/inherit-from": "base" }, spec: {} };
const named = (name: string, more: JsonObject = {}): JsonObject => ({
  model: { name: "writer" },
  runtime: { name, kind: "ClusterServingRuntime", ...more },
});
const service = (name: string, spec: JsonObject): JsonObject => ({
  kind: "InferenceService",
  metadata: { name, namespace: "studio" },
  spec,
});

interface Case {
  readonly model?: "BaseModel" | "ClusterBaseModel";
  readonly modelSpec?: JsonObject;
  readonly runtime?: { readonly annotations?: JsonObject; readonly spec: JsonObject };
  readonly service?: JsonObject;
  readonly services?: readonly JsonObject[];
  readonly others?: FixInput["runtimes"];
  readonly isShadowed?: boolean;
}

const pinOnly = { spec: { supportedModelFormats: [entry] } };

function propose({ model = "ClusterBaseModel", runtime = pinOnly, others = [parent], ...row }: Case): Proposals {
  const asked = row.service === undefined ? {} : { service: service("chat", row.service) };
  return proposeFixes({
    model: {
      kind: model,
      metadata: { name: "writer", ...(model === "BaseModel" ? { namespace: "studio" } : {}) },
      spec: row.modelSpec ?? modelSpec,
      status: { state: "Ready" },
    },
    runtime: {
      kind: "ClusterServingRuntime",
      metadata: { name: "rt", annotations: runtime.annotations ?? {} },
      spec: runtime.spec,
    },
    ...asked,
    namespace: "studio",
    runtimes: others,
    acceleratorClasses: undefined,
    services: row.services ?? [],
    ...(row.isShadowed === undefined ? {} : { isShadowed: row.isShadowed }),
  });
}

const parts = ({ fixes }: Proposals) => fixes.map((fix) => fix.parts.join("+"));
const reasons = ({ refusals }: Proposals) =>
  refusals.map(({ code, names = [], instead }) =>
    [code, names.join(), instead.join()].filter((part) => part !== "").join(" "),
  );
const warningsOf = ({ fixes }: Proposals, code: string) =>
  fixes.flatMap(({ parts: [part], warnings }) =>
    warnings.flatMap((warning) => (warning.code === code ? [`${part}: ${warning.names?.join() ?? ""}`] : [])),
  );

describe("a runtime that inherits its formats", () => {
  test("is named first; an entry of its own changes the runtime", () => {
    const proposals = propose({ runtime: child });
    expect(parts(proposals)).toEqual(["service/name-runtime", "runtime/append-entry"]);
    expect(proposals.fixes.map(({ risk }) => risk)).toEqual(["change-service", "change-runtime"]);
    expect(proposals.fixes[0]?.verified).toMatchObject({ outcome: "named", matches: true });
    expect(warningsOf(proposals, "hides-inherited-formats")).toHaveLength(1);
  });

  test("gets no entry of its own where others rely on what it inherits", () => {
    const other = { model: { name: "other" }, runtime: { name: "rt" } };
    const proposals = propose({ runtime: child, services: [service("s1", other)] });
    expect(parts(proposals)).toEqual(["service/name-runtime"]);
    expect(reasons(proposals)).toEqual(["hides-inherited-list studio/s1 service/name-runtime"]);
  });

  test("nor where a runtime below it is relied on", () => {
    const below: InheritingRuntime = { ...parent, name: "below", inheritsFrom: "rt", spec: { ...parent.spec } };
    const other = { model: { name: "other" }, runtime: { name: "below" } };
    const proposals = propose({ runtime: child, others: [parent, below], services: [service("s1", other)] });
    expect(parts(proposals)).toEqual(["service/name-runtime"]);
  });

  test("may get one where only this model is served with it", () => {
    const proposals = propose({ runtime: child, services: [service("s1", named("rt"))] });
    expect(parts(proposals)).toEqual(["service/name-runtime", "runtime/append-entry"]);
  });

  test("keeps the risk of an entry more where it has entries of its own", () => {
    const own = { ...child, spec: { supportedModelFormats: [{ ...entry, modelArchitecture: "Other" }] } };
    const fix = propose({ runtime: own, services: [service("s1", named("rt"))] }).fixes[0];
    expect([fix?.code, fix?.risk]).toEqual(["runtime/append-entry", "append-entry"]);
  });

  test("gets no list of classes of its own where others rely on the one it inherits", () => {
    const classes = { ...child, spec: { supportedModelFormats: [{ ...entry, autoSelect: true }] } };
    const asks = { model: { name: "writer" }, acceleratorSelector: { acceleratorClass: "h100" } };
    const other = { model: { name: "other" }, runtime: { name: "rt" } };
    const alone = propose({ runtime: classes, service: asks });
    expect(parts(alone)).toContain("runtime/accelerator-class");
    const relied = propose({ runtime: classes, service: asks, services: [service("s1", other)] });
    expect(parts(relied)).not.toContain("runtime/accelerator-class");
    expect(reasons(relied)).toContain("hides-inherited-list studio/s1 service/name-runtime");
  });

  test("needs nothing for an InferenceService that names it and is declared", () => {
    const proposals = propose({ runtime: child, service: named("rt") });
    expect(parts(proposals)).toEqual([]);
    expect(reasons(proposals)).toEqual(["named-already studio/chat"]);
  });
});

describe("an InferenceService whose model is of another kind than it says", () => {
  test("gets the kind with the name of the runtime", () => {
    const proposals = propose({ model: "BaseModel", service: { model: { name: "writer" } } });
    const fix = proposals.fixes.find(({ code }) => code === "service/name-runtime");
    expect(fix?.changes.map(({ patch }) => patchJson(patch))).toEqual([
      '{"spec":{"runtime":{"name":"rt"},"model":{"kind":"BaseModel"}}}',
    ]);
    expect(warningsOf(proposals, "service-has-no-workload")).toEqual(["runtime/auto-select: BaseModel"]);
  });

  test("gets the kind alone where it names the runtime already", () => {
    const proposals = propose({ model: "BaseModel", service: named("rt") });
    const fix = proposals.fixes.find(({ code }) => code === "service/model-kind");
    expect(fix?.changes.map(({ patch }) => patchJson(patch))).toEqual(['{"spec":{"model":{"kind":"BaseModel"}}}']);
    expect(fix?.verified).toMatchObject({ outcome: "named", matches: true });
  });

  test("keeps the kind that it has where that is right", () => {
    const proposals = propose({ model: "BaseModel", service: { model: { name: "writer", kind: "BaseModel" } } });
    const fix = proposals.fixes.find(({ code }) => code === "service/name-runtime");
    expect(fix?.changes.map(({ patch }) => patchJson(patch))).toEqual(['{"spec":{"runtime":{"name":"rt"}}}']);
    expect(warningsOf(proposals, "service-has-no-workload")).toEqual([]);
  });

  test("is not changed for a model that another one of its name hides: it gets that one", () => {
    const hidden = "model-hidden studio another-namespace";
    for (const service of [
      undefined,
      { model: { name: "another" } },
      { model: { name: "writer" } },
      { model: { name: "writer", kind: "BaseModel" } },
      named("rt"),
      named("another"),
    ]) {
      const proposals = propose({ isShadowed: true, ...(service === undefined ? {} : { service }) });
      expect(reasons(proposals).filter((reason) => reason === hidden)).toEqual([hidden]);
      expect(parts(proposals).filter((part) => part.includes("service/"))).toEqual([]);
    }
  });
});

describe("a runtime that OME picks", () => {
  const picked = { spec: { supportedModelFormats: [{ ...entry, autoSelect: true }] } };
  const settled = (row: Case) => {
    const proposals = propose({ runtime: picked, others: [], ...row });
    return [...parts(proposals), ...reasons(proposals)];
  };

  test("is what an InferenceService gets that names none", () => {
    expect(settled({})).toEqual(["selected-already studio"]);
    expect(settled({ service: { model: { name: "writer" } } })).toEqual(["selected-already studio"]);
    expect(settled({ service: { model: { name: "another" } } })).toEqual(["selected-already studio"]);
  });

  test("is not what one gets that names another; of one that names it nothing is left to do", () => {
    expect(settled({ service: named("another") })).toEqual(["service/name-runtime"]);
    expect(settled({ service: named("another", { autoSync: false }) })).toEqual(["keeps-a-snapshot unpin-service"]);
    expect(settled({ service: named("rt") })).toEqual(["named-already studio/chat"]);
  });

  test("is of no use to one whose model has another kind: that is corrected", () => {
    const row = { model: "BaseModel", service: { model: { name: "writer" } } } as const;
    expect(settled(row)).toEqual(["service/model-kind"]);
    const [fix] = propose({ runtime: picked, others: [], ...row }).fixes;
    expect(fix?.changes.map(({ patch }) => patchJson(patch))).toEqual(['{"spec":{"model":{"kind":"BaseModel"}}}']);
    expect(fix?.verified).toMatchObject({ outcome: "selected", selected: true });
    expect(settled({ model: "ClusterBaseModel", service: row.service, isShadowed: true })).toEqual([
      "model-hidden studio another-namespace",
    ]);
  });
});

describe("an InferenceService that names a runtime", () => {
  test("gets nothing of what automatic selection would do, and is told so", () => {
    const proposals = propose({ service: named("another") });
    expect(parts(proposals)).toEqual(["runtime/auto-select", "service/name-runtime"]);
    expect(warningsOf(proposals, "service-names-runtime")).toEqual(["runtime/auto-select: another"]);
    expect(warningsOf(propose({ service: { model: { name: "writer" } } }), "service-names-runtime")).toEqual([]);
    const itself = { spec: { supportedModelFormats: [{ ...entry, modelFramework: { name: "transformers" } }] } };
    const ofItself = warningsOf(propose({ runtime: itself, service: named("rt") }), "service-names-runtime");
    expect(new Set(ofItself)).toEqual(new Set(["runtime/append-entry: ", "runtime/change-entry: "]));
  });

  test("keeps a snapshot with autoSync: false, and is pinned with a revision only", () => {
    const snapshot = propose({ service: named("another", { autoSync: false }) });
    expect(reasons(snapshot)).toEqual(["keeps-a-snapshot unpin-service"]);
    const pinned = propose({ service: named("another", { autoSync: false, revision: "r1" }) });
    expect(reasons(pinned)).toEqual(["pinned-to-a-revision unpin-service"]);
  });

  test("is not told to name a runtime where that is not offered", () => {
    const own: InheritingRuntime = {
      ...parent,
      kind: "ServingRuntime",
      namespace: "studio",
      name: "own",
      spec: {
        ...parent.spec,
        supportedModelFormats: parent.spec.supportedModelFormats.map((one) => ({ ...one, autoSelect: true })),
      },
    };
    const candidate = { spec: { supportedModelFormats: [{ ...entry, autoSelect: true }] } };
    const row = { runtime: candidate, others: [own] };
    expect(reasons(propose({ ...row, service: named("another") }))).toEqual([
      "namespace-comes-first own service/name-runtime",
    ]);
    expect(reasons(propose({ ...row, service: named("another", { autoSync: false }) }))).toEqual([
      "namespace-comes-first own unpin-service",
      "keeps-a-snapshot unpin-service",
    ]);
  });
});
