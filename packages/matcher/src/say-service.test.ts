import { describe, expect, test } from "vitest";
import { baseModel, entryWith, modelWith, runtimeWith } from "../test/base.ts";
import { asking, nameable, naming, ownRuntime, servedModel, world } from "../test/services.ts";
import { judgeService, type ServiceWorld } from "./judge-service.ts";
import { sayAdvisoryDetail, sayChainError, sayService } from "./say-service.ts";
import type { ServiceToJudge } from "./service-verdict.ts";

const matchesNothing = nameable("r", { spec: runtimeWith({}, [entryWith({ modelArchitecture: "Other" })]) });
const noFormat = world([servedModel("m", { spec: modelWith({ modelFormat: undefined }) })]);
const mismatch =
  "model format 'mt:safetensors:1.0.0:LlamaForCausalLM:transformers:4.45.0.dev0' not in supported formats: architecture mismatch (model=LlamaForCausalLM, runtime=Other)";
const noRuntime = `no runtime found to support model safetensors with format safetensors in namespace studio. Checked 1 runtimes (0 namespace-scoped, 1 cluster-scoped). Excluded runtimes: r (${mismatch})`;
const invalid = "invalid model specification: modelFormat.name: model format name is required";
const classes = [{ place: "spec.acceleratorSelector.acceleratorClass", name: "h100" }] as const;
const advisory = (detail: string) => [
  `warning whole: runtime "r" does not declare support for model "m" (${detail}); proceeding because the runtime was named explicitly`,
  `event RuntimeCompatibilityAdvisory whole: Runtime r does not declare support for model m (${detail}); proceeding because the runtime was named explicitly`,
];

const rows: readonly {
  readonly what: string;
  readonly service: ServiceToJudge;
  readonly world: ServiceWorld;
  readonly says: readonly string[];
}[] = [
  // 3.7
  {
    what: "model not found",
    service: asking(),
    world: world([]),
    says: ['refusal beginning: referenced model "m" not found in namespace "studio"'],
  },
  {
    what: "model disabled",
    service: asking(),
    world: world([servedModel("m", { disabled: true })]),
    says: ["refusal whole: model m is disabled", "event ModelReconcileError whole: specified base model m is disabled"],
  },
  {
    what: "model on a claim elsewhere",
    service: asking(),
    world: world([servedModel("m", { claimNamespace: "lab" })]),
    says: [
      'refusal beginning: ClusterBaseModel "m" references PVC in namespace "lab", but InferenceService is in namespace "studio"',
    ],
  },
  // 3.6
  {
    what: "nothing selected, with an engine",
    service: asking(),
    world: world(undefined, [matchesNothing]),
    says: [
      `condition RuntimeNotFound whole: ${noRuntime}`,
      `event RuntimeNotFound whole: ${noRuntime}`,
      `refusal whole: no supporting runtime found for model m and engine does not have complete runner configuration: ${noRuntime}`,
    ],
  },
  {
    what: "nothing selected, without an engine",
    service: asking({}, { hasEngine: false }),
    world: world(undefined, [matchesNothing]),
    says: [`condition RuntimeNotFound whole: ${noRuntime}`, `event RuntimeNotFound whole: ${noRuntime}`],
  },
  {
    what: "nothing selected, with an image of its own",
    service: asking({}, { hasOwnImage: true }),
    world: world(undefined, [matchesNothing]),
    says: [`condition RuntimeNotFound whole: ${noRuntime}`, `event RuntimeNotFound whole: ${noRuntime}`],
  },
  {
    what: "selected",
    service: asking(),
    world: world(),
    says: ["warning whole: Runtime r will be auto-selected for model m"],
  },
  {
    what: "no format, automatic",
    service: asking(),
    world: noFormat,
    says: [`refusal end: ${invalid}`, `event RuntimeSelectionError end: ${invalid}`],
  },
  {
    what: "no format, automatic, without an engine",
    service: asking({}, { hasEngine: false }),
    world: noFormat,
    says: [`event RuntimeSelectionError end: ${invalid}`],
  },
  // 3.8
  { what: "named and declared", service: naming(), world: world(), says: [] },
  {
    what: "named, fails check 4",
    service: naming(),
    world: world(undefined, [matchesNothing]),
    says: advisory(`runtime r does not support model safetensors: ${mismatch}`),
  },
  {
    what: "named, fails check 5",
    service: naming(),
    world: world(undefined, [nameable("r", { spec: runtimeWith({ modelSizeRange: { min: "7B" } }) })]),
    says: advisory(
      "runtime r does not support model safetensors: model size 3.21B is outside supported range [7B, inf)",
    ),
  },
  {
    what: "named, fails check 2: a space before the colon",
    service: naming({ acceleratorClasses: classes }),
    world: world(),
    says: advisory("runtime r does not support model : runtime does not support the required accelerator class"),
  },
  {
    what: "named, fails check 3: a space before the colon",
    service: naming({ deploymentMode: "OMENative" }),
    world: world(undefined, [nameable("r", { spec: runtimeWith({ deploymentModes: { engine: "RawDeployment" } }) })]),
    says: advisory(
      "runtime r does not support model : runtime engine deployment mode RawDeployment does not match requested engine deployment mode OMENative",
    ),
  },
  {
    what: "without an engine the webhook does not warn",
    service: naming({}, { hasEngine: false }),
    world: world(undefined, [matchesNothing]),
    says: advisory(`runtime r does not support model safetensors: ${mismatch}`).slice(1),
  },
  {
    what: "pinned: no event",
    service: naming({}, { isPinned: true }),
    world: world(undefined, [matchesNothing]),
    says: advisory(`runtime r does not support model safetensors: ${mismatch}`).slice(0, 1),
  },
  {
    what: "a disabled ClusterServingRuntime",
    service: naming(),
    world: world(undefined, [nameable("r", { spec: runtimeWith({ disabled: true }) })]),
    says: [
      "refusal middle: cluster-scoped runtime r is disabled",
      "event RuntimeValidationError middle: cluster-scoped runtime r is disabled",
    ],
  },
  {
    what: "a disabled ServingRuntime",
    service: naming({ runtime: { name: "r", kind: "ServingRuntime" } }),
    world: world(undefined, [ownRuntime("r", { spec: runtimeWith({ disabled: true }) })]),
    says: [
      "refusal middle: namespace-scoped runtime r is disabled",
      "event RuntimeValidationError middle: namespace-scoped runtime r is disabled",
    ],
  },
  {
    what: "no runtime of the name",
    service: naming(),
    world: world(undefined, []),
    says: [
      "condition RuntimeNotFound whole: runtime r not found in namespace studio or at cluster scope",
      "refusal middle: runtime r not found in namespace studio or at cluster scope",
    ],
  },
  {
    what: "no ServingRuntime of the name",
    service: naming({ runtime: { name: "r", kind: "ServingRuntime" } }),
    world: world(),
    says: [
      "condition RuntimeNotFound whole: ServingRuntime r not found in namespace studio",
      "refusal middle: ServingRuntime r not found in namespace studio",
    ],
  },
  {
    what: "no format, named",
    service: naming(),
    world: noFormat,
    says: [`refusal whole: runtime r does not support model m: ${invalid}`],
  },
  {
    what: "Sharded, named",
    service: naming(),
    world: world([servedModel("m", { spec: modelWith({ distribution: "Sharded" }) })]),
    says: ["refusal middle: no model cache provider is configured for sharded model loading"],
  },
  // 6.2
  {
    what: "a broken chain",
    service: naming(),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" })]),
    says: [
      'refusal middle: inherit-from parent "p" not found (chain so far: [r])',
      "event RuntimeValidationError beginning: Runtime r does not support model m:",
    ],
  },
  {
    what: "a broken chain, pinned",
    service: naming({}, { isPinned: true }),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" })]),
    says: [
      'refusal middle: inherit-from parent "p" not found (chain so far: [r])',
      'event RuntimePinError middle: inherit-from parent "p" not found (chain so far: [r])',
    ],
  },
  {
    what: "a broken chain, no model",
    service: naming({ model: undefined }),
    world: world(undefined, [nameable("r", { inheritsFrom: "p" }), nameable("p", { inheritsFrom: "r" })]),
    says: [
      "refusal middle: inheritance cycle detected: [r p r]",
      "event RuntimeFetchError middle: inheritance cycle detected: [r p r]",
    ],
  },
  { what: "no model, named", service: naming({ model: undefined }), world: world(), says: [] },
];

describe("what OME says about an InferenceService (spec 3.6 to 3.8, 6.2)", () => {
  test.each(rows)("$what", ({ service, world, says }) => {
    const messages = sayService(service, judgeService(service, world));
    const told = messages.map(({ place, reason, part, text }) =>
      [place, reason, `${part}: ${text}`].filter(Boolean).join(" "),
    );
    expect(told).toEqual(says);
  });
});

test("a chain that is too long is known by its beginning", () => {
  expect(sayChainError({ code: "inheritance/too-long", chain: ["a"] })).toEqual({
    part: "beginning",
    text: "inheritance chain exceeds max depth 5",
  });
});

test("names and values are inserted as they are", () => {
  expect(sayAdvisoryDetail("r$(x)", baseModel, { code: "runtime/disabled" })).toBe(
    "runtime r$(x) does not support model safetensors: runtime is disabled",
  );
});
