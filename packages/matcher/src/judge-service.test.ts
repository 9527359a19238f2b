import { describe, expect, test } from "vitest";
import { entryWith, modelWith, runtimeWith } from "../test/base.ts";
import { asking, nameable, naming, ownModel, ownRuntime, servedModel, unreadable, world } from "../test/services.ts";
import type { ServiceFacts } from "./index.ts";
import { judgeService, judgeServices, type ServiceWorld } from "./judge-service.ts";
import { type ServiceToJudge, serviceNoteCodes, serviceResultCodes } from "./service-verdict.ts";

interface Row {
  readonly what: string;
  readonly service: ServiceToJudge;
  readonly world: ServiceWorld;
  /** The code and the runtime, then the notes. */
  readonly gets: string;
}

function told(row: Row): string {
  const { result, notes } = judgeService(row.service, row.world);
  const { runtime } = result;
  const name = runtime === undefined ? [] : [[runtime.namespace, runtime.name].filter(Boolean).join("/")];
  return [result.code, ...name, ...notes].join(" ");
}

const other = entryWith({ modelArchitecture: "Other" });
const matchesNothing = nameable("r", { spec: runtimeWith({}, [other]) });
const disabled = runtimeWith({ disabled: true });
const noFormat = modelWith({ modelFormat: undefined });
const classes = [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }] as const;
const empty = runtimeWith({}, []);

/** Spec 3.7. */
const models: readonly Row[] = [
  { what: "a ClusterBaseModel", service: asking(), world: world(), gets: "selected r" },
  {
    what: "a BaseModel of the namespace, under its kind",
    service: asking({ model: { name: "m", kind: "BaseModel" } }),
    world: world([ownModel("m")]),
    gets: "selected r",
  },
  {
    what: "a BaseModel under the kind that the API server fills in",
    service: asking(),
    world: world([ownModel("m")]),
    gets: "selected r model/wrong-kind",
  },
  {
    what: "a ClusterBaseModel under the other kind",
    service: asking({ model: { name: "m", kind: "BaseModel" } }),
    world: world(),
    gets: "selected r model/wrong-kind",
  },
  {
    what: "both: the BaseModel, whatever the kind says",
    service: asking({ model: { name: "m", kind: "ClusterBaseModel" } }),
    world: world([servedModel("m", { spec: noFormat }), ownModel("m")]),
    gets: "selected r model/wrong-kind model/shadows",
  },
  {
    what: "both, under the BaseModel's kind",
    service: asking({ model: { name: "m", kind: "BaseModel" } }),
    world: world([servedModel("m"), ownModel("m")]),
    gets: "selected r model/shadows",
  },
  {
    what: "a BaseModel of another namespace is none",
    service: asking(),
    world: world([ownModel("m", { namespace: "lab" })]),
    gets: "model-not-found",
  },
  { what: "none of the name", service: asking(), world: world([]), gets: "model-not-found" },
  {
    what: "a disabled model",
    service: asking(),
    world: world([servedModel("m", { disabled: true })]),
    gets: "model-disabled",
  },
  {
    what: "files on a claim of this namespace",
    service: asking(),
    world: world([servedModel("m", { claimNamespace: "studio" })]),
    gets: "selected r",
  },
  {
    what: "files on a claim of another namespace",
    service: asking(),
    world: world([servedModel("m", { claimNamespace: "lab" })]),
    gets: "model-elsewhere",
  },
  {
    what: "a model that cannot be read, and does not let the one behind it through",
    service: asking({ model: { name: "m", kind: "BaseModel" } }),
    world: world([servedModel("m"), unreadable(ownModel("m"))]),
    gets: "model-unreadable model/shadows",
  },
];

/** Spec 3.6. */
const selections: readonly Row[] = [
  { what: "nothing qualifies", service: asking(), world: world(undefined, [matchesNothing]), gets: "nothing-selected" },
  { what: "no runtime at all", service: asking(), world: world(undefined, []), gets: "nothing-selected" },
  {
    what: "a model without a format",
    service: asking(),
    world: world([servedModel("m", { spec: noFormat })]),
    gets: "model-without-format",
  },
  {
    what: "a Sharded model matches nothing",
    service: asking(),
    world: world([servedModel("m", { spec: modelWith({ distribution: "Sharded" }) })]),
    gets: "nothing-selected",
  },
  {
    what: "its own runner image",
    service: asking({}, { hasOwnImage: true }),
    world: world(undefined, [matchesNothing]),
    gets: "nothing-selected selection/own-image",
  },
  {
    what: "the namespace's own first",
    service: asking(),
    world: world(undefined, [nameable("r"), ownRuntime("own"), ownRuntime("theirs", { namespace: "lab" })]),
    gets: "selected studio/own",
  },
  {
    what: "neither a model nor a runtime",
    service: asking({ model: undefined }),
    world: world(),
    gets: "no-model",
  },
  {
    what: "a runtime that cannot be read is no candidate",
    service: asking(),
    world: world(undefined, [unreadable(nameable("a")), nameable("b")]),
    gets: "selected b",
  },
  {
    what: "the classes that it asks for",
    service: asking({ acceleratorClasses: classes }),
    world: world(undefined, [nameable("a"), nameable("b", { spec: runtimeWith({ acceleratorClasses: ["h100"] }) })]),
    gets: "selected b",
  },
];

/** Spec 3.8. */
const named: readonly Row[] = [
  { what: "passes", service: naming(), world: world(), gets: "declares r" },
  { what: "fails a check", service: naming(), world: world(undefined, [matchesNothing]), gets: "does-not-declare r" },
  {
    what: "neither autoSelect nor score count",
    service: naming(),
    world: world(undefined, [nameable("r", { spec: runtimeWith({}, [entryWith({ autoSelect: false })]) })]),
    gets: "declares r",
  },
  { what: "none of the name", service: naming(), world: world(undefined, []), gets: "runtime-not-found" },
  {
    what: "without a kind: the cluster's before the namespace's",
    service: naming(),
    world: world(undefined, [ownRuntime("r"), nameable("r")]),
    gets: "declares r runtime/namespaced-passed-over",
  },
  {
    what: "kind ClusterServingRuntime, and only the namespace has one",
    service: naming({ runtime: { name: "r", kind: "ClusterServingRuntime" } }),
    world: world(undefined, [ownRuntime("r")]),
    gets: "declares studio/r runtime/namespaced-taken",
  },
  {
    what: "kind ServingRuntime: the namespace's",
    service: naming({ runtime: { name: "r", kind: "ServingRuntime" } }),
    world: world(undefined, [nameable("r"), ownRuntime("r")]),
    gets: "declares studio/r",
  },
  {
    what: "kind ServingRuntime, and only the cluster has one",
    service: naming({ runtime: { name: "r", kind: "ServingRuntime" } }),
    world: world(),
    gets: "runtime-not-found",
  },
  {
    what: "disabled",
    service: naming(),
    world: world(undefined, [nameable("r", { spec: disabled })]),
    gets: "runtime-disabled r",
  },
  {
    what: "a model without a format",
    service: naming(),
    world: world([servedModel("m", { spec: noFormat })]),
    gets: "model-without-format r",
  },
  {
    what: "a Sharded model",
    service: naming(),
    world: world([servedModel("m", { spec: modelWith({ distribution: "Sharded" }) })]),
    gets: "model-sharded r",
  },
  { what: "no model", service: naming({ model: undefined }), world: world(), gets: "named-without-model r" },
  {
    what: "no model, and a class",
    service: naming({ model: undefined, acceleratorClasses: classes }),
    world: world(undefined, [nameable("r", { spec: runtimeWith({ acceleratorClasses: ["l40s"] }) })]),
    gets: "named-without-model r runtime/class-not-checked",
  },
  {
    what: "a class, and the runtime lists none",
    service: naming({ acceleratorClasses: classes }),
    world: world(),
    gets: "does-not-declare r runtime/class-dropped",
  },
  { what: "pinned", service: naming({}, { isPinned: true }), world: world(), gets: "declares r runtime/pinned" },
  {
    what: "unreadable",
    service: naming(),
    world: world(undefined, [unreadable(nameable("r"))]),
    gets: "runtime-unreadable r",
  },
];

const profile = nameable("p", { spec: runtimeWith({ disabled: true, acceleratorClasses: ["h100"] }) });
const child = (spec: Parameters<typeof runtimeWith>[0] = {}) =>
  nameable("r", { spec: { ...empty, ...runtimeWith(spec, []) }, inheritsFrom: "p" });
const chainOf = (length: number) =>
  Array.from({ length }, (_, index) =>
    nameable(index === 0 ? "r" : `r${index}`, index === length - 1 ? {} : { inheritsFrom: `r${index + 1}` }),
  );

/** Spec 6.1 and 6.2. */
const inheriting: readonly Row[] = [
  {
    what: "formats inherited: automatic selection sees none",
    service: asking({ acceleratorClasses: classes }),
    world: world(undefined, [child({ disabled: false }), profile]),
    gets: "nothing-selected",
  },
  {
    what: "formats and classes inherited: naming it works",
    service: naming({ acceleratorClasses: classes }),
    world: world(undefined, [child({ disabled: false }), profile]),
    gets: "declares r",
  },
  {
    what: "disabled inherited from a profile",
    service: naming(),
    world: world(undefined, [child(), profile]),
    gets: "runtime-disabled r",
  },
  {
    what: "classes inherited only: fails when picked",
    service: asking({ acceleratorClasses: classes }),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" }), profile]),
    gets: "nothing-selected",
  },
  {
    what: "a picked child runs without its parent",
    service: asking(),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" }), profile]),
    gets: "selected r selection/without-parent",
  },
  {
    what: "a picked child of a broken chain",
    service: asking(),
    world: world(undefined, [nameable("r", { inheritsFrom: "gone" })]),
    gets: "selected r selection/without-parent",
  },
  {
    what: "the parent is missing",
    service: naming(),
    world: world(undefined, [nameable("r", { inheritsFrom: "gone" })]),
    gets: "inheritance-broken r",
  },
  {
    what: "the parent cannot be read",
    service: naming(),
    world: world(undefined, [child(), unreadable(profile)]),
    gets: "runtime-unreadable p",
  },
  {
    what: "a cycle",
    service: naming(),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" }), nameable("p", { inheritsFrom: "r" })]),
    gets: "inheritance-broken r",
  },
  {
    what: "a ServingRuntime and its parent share a name",
    service: naming({ runtime: { name: "r", kind: "ServingRuntime" } }),
    world: world(undefined, [ownRuntime("r", { inheritsFrom: "r" }), nameable("r")]),
    gets: "inheritance-broken studio/r",
  },
  { what: "five in a chain", service: naming(), world: world(undefined, chainOf(5)), gets: "declares r" },
  { what: "six in a chain", service: naming(), world: world(undefined, chainOf(6)), gets: "inheritance-broken r" },
  {
    what: "a ClusterServingRuntime does not inherit from a namespace",
    service: naming(),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" }), ownRuntime("p")]),
    gets: "inheritance-broken r",
  },
];

const rows = [...models, ...selections, ...named, ...inheriting];

describe.each([
  ["the model (spec 3.7)", models],
  ["automatic selection (spec 3.6)", selections],
  ["a named runtime (spec 3.8)", named],
  ["inheritance (spec 6.1, 6.2)", inheriting],
])("%s", (_, table) => {
  test.each(table)("$what: $gets", (row) => {
    expect(told(row)).toBe(row.gets);
  });
});

test("a list says the same as each on its own", () => {
  for (const { service, world } of rows) {
    const { model, result, notes } = judgeService(service, world);
    expect(judgeServices([service], world)).toEqual([{ model, result, notes }]);
  }
});

test("in a list each gets what it asks for", () => {
  const runtimes = [nameable("a"), nameable("b", { spec: runtimeWith({ acceleratorClasses: ["h100"] }) })];
  const services = [asking({ acceleratorClasses: classes }), asking(), naming({ runtime: { name: "b" } })];
  const briefs = judgeServices(services, world(undefined, runtimes));
  expect(briefs.map(({ result }) => [result.code, result.runtime?.name])).toEqual([
    ["selected", "b"],
    ["selected", "a"],
    ["declares", "b"],
  ]);
});

test("the verdict on a named runtime is by the merged spec", () => {
  const { merged, verdict, inheritance } = judgeService(
    naming(),
    world(undefined, [child({ disabled: false }), profile]),
  );
  expect(merged).toMatchObject({ disabled: false, acceleratorClasses: ["h100"] });
  expect(verdict?.matchedEntry).toBe(0);
  expect(inheritance?.chain).toMatchObject({ ok: true, chain: [{ name: "p" }, { name: "r" }] });
});

test("what is selected comes with its ranking", () => {
  const { selection } = judgeService(asking(), world(undefined, [nameable("a"), nameable("b")]));
  expect(selection?.ranking.map(({ runtime, decidedBy }) => [runtime.name, decidedBy])).toEqual([
    ["a", "name"],
    ["b", undefined],
  ]);
});

test("every code and every note stands in a table", () => {
  const said = new Set(rows.flatMap(({ gets }) => gets.split(" ")));
  // The service itself is read elsewhere.
  expect(serviceResultCodes.filter((code) => !said.has(code))).toEqual(["service-unreadable"]);
  expect(serviceNoteCodes.filter((code) => !said.has(code))).toEqual([]);
});

const facts: ServiceFacts = { hasEngine: false, hasOwnImage: false, isPinned: false };

test("a service without a namespace of its own sees no namespaced object", () => {
  const service = { ...asking(), namespace: "" };
  expect(judgeService({ ...service, facts }, world([ownModel("m")])).result.code).toBe("model-not-found");
});
