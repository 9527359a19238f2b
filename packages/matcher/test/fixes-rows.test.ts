/** The rows of spec 5.2, one after the other: what is offered, and what is refused with which reason. */
import { describe, expect, test } from "vitest";
import { foreseeRuntime } from "../src/fixes/foresee.ts";
import { patchJson } from "../src/fixes/kubectl.ts";
import { readInheritingRuntime } from "../src/fixes/situation.ts";
import { type Fix, type FixInput, type Json, type JsonObject, type Proposals, proposeFixes } from "../src/index.ts";

const versioned = (name: string, version?: string, more: JsonObject = {}): JsonObject => ({
  name,
  ...(version === undefined ? {} : { version }),
  operator: "Equal",
  weight: 1,
  ...more,
});

const modelSpec: JsonObject = {
  modelFormat: versioned("safetensors", "1.0.0"),
  modelFramework: versioned("transformers", "4.45.0"),
  modelArchitecture: "LlamaForCausalLM",
  modelParameterSize: "3.21B",
  storage: { storageUri: "hf://acme/writer" },
};
const entry: JsonObject = {
  modelFormat: versioned("safetensors", "1.0.0"),
  modelFramework: versioned("transformers", "4.45.0"),
  modelArchitecture: "LlamaForCausalLM",
  autoSelect: true,
};

interface Case {
  readonly model?: JsonObject;
  readonly entry?: JsonObject;
  readonly entries?: readonly JsonObject[];
  readonly runtime?: JsonObject;
  readonly annotations?: JsonObject;
  readonly service?: JsonObject;
  readonly state?: string;
  readonly others?: FixInput["runtimes"];
  readonly classes?: readonly string[];
  readonly modelIndex?: unknown;
}

/** Members that are `null` are left out. */
function set(...parts: readonly JsonObject[]): JsonObject {
  const all: JsonObject = Object.assign({}, ...parts);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function propose(row: Case): Proposals {
  return proposeFixes({
    model: {
      kind: "ClusterBaseModel",
      metadata: { name: "writer" },
      spec: set(modelSpec, row.model ?? {}),
      status: { state: row.state ?? "Ready" },
    },
    runtime: {
      kind: "ClusterServingRuntime",
      metadata: { name: "rt", annotations: row.annotations ?? {} },
      spec: set({ supportedModelFormats: row.entries ?? [set(entry, row.entry ?? {})] }, row.runtime ?? {}),
    },
    ...(row.service === undefined
      ? {}
      : {
          service: {
            kind: "InferenceService",
            metadata: { name: "chat", namespace: "studio", ...(row.service["metadata"] as JsonObject | undefined) },
            spec: set({ model: { name: "writer", kind: "ClusterBaseModel" } }, row.service["spec"] as JsonObject),
          },
        }),
    namespace: "studio",
    runtimes: row.others ?? [],
    acceleratorClasses: row.classes,
    ...(row.modelIndex === undefined ? {} : { modelIndex: row.modelIndex }),
  });
}

/** `code kind patch`, without the guards and without naming the runtime, which is always there. */
function offered({ fixes }: Proposals): readonly string[] {
  return fixes.filter(({ code }) => code !== "service/name-runtime").map(show);
}

function show({ parts, changes }: Fix): string {
  return `${parts.join("+")} ${changes
    .map(({ patch }) =>
      patch.type === "merge"
        ? patchJson(patch)
        : JSON.stringify(
            patch.operations.flatMap((operation) => {
              if (operation.op === "test") return [];
              const path = operation.path.replace("/spec/supportedModelFormats", "");
              return [operation.op === "remove" ? ["remove", path] : [operation.op, path, operation.value]];
            }),
          ),
    )
    .join(" then ")}`;
}

function refused({ refusals }: Proposals): readonly string[] {
  return refusals.map(({ code }) => code);
}

const vendor = { storage: { storageUri: "vendor://acme/writer" } };
const pvc = { storage: { storageUri: "pvc://claim/writer" } };
const append = (value: JsonObject) => `runtime/append-entry ${JSON.stringify([["add", "/-", value]])}`;
const plainEntry = {
  modelFormat: { name: "safetensors", version: "1.0.0" },
  modelFramework: { name: "transformers", version: "4.45.0" },
  modelArchitecture: "LlamaForCausalLM",
  autoSelect: true,
};
const appended = append(plainEntry);
const change = (...operations: Json[]) => `runtime/change-entry ${JSON.stringify(operations)}`;

interface Row extends Case {
  readonly name: string;
  readonly offers: readonly string[];
  readonly refuses?: readonly string[];
}

const qwen = { className: "QwenImagePipeline", transformer: { library: "diffusers" } };
const diffusion: JsonObject = {
  modelFormat: versioned("diffusers", "0.34.0"),
  modelFramework: versioned("diffusers", "0.34.0"),
  modelArchitecture: "QwenImagePipeline",
};
const appendedDiffusion = append({
  modelFormat: { name: "diffusers", version: "0.34.0" },
  modelFramework: { name: "diffusers", version: "0.34.0" },
  modelArchitecture: "QwenImagePipeline",
  autoSelect: true,
});

const rows: readonly Row[] = [
  {
    name: "no format, not read yet: wait",
    model: { modelFormat: null, modelFramework: null, modelArchitecture: null },
    state: "In_Transit",
    offers: [],
    refuses: ["not-read-yet", "not-read-yet", "not-read-yet", "no-framework", "model-without-format"],
  },
  {
    name: "no format, and nobody will read it: the fields of the entry",
    model: { ...vendor, modelFormat: null, modelFramework: null, modelArchitecture: null },
    offers: [
      'model/fill-field {"spec":{"modelArchitecture":"LlamaForCausalLM","modelFormat":{"name":"safetensors","version":"1.0.0"},"modelFramework":{"name":"transformers","version":"4.45.0"}}}',
    ],
    refuses: ["no-framework", "model-without-format"],
  },
  {
    name: "disabled",
    runtime: { disabled: true },
    offers: ['runtime/enable {"spec":{"disabled":false}}'],
    refuses: ["named-runtime-disabled"],
  },
  {
    name: "disabled, a profile",
    runtime: { disabled: true },
    annotations: { "ome.io/runtime-profile": "true" },
    offers: [],
    refuses: ["profile-stays-disabled", "named-runtime-disabled"],
  },
  {
    name: "disabled, and enabling surfaces a class that does not exist",
    runtime: { disabled: true, acceleratorRequirements: { acceleratorClasses: ["v100"] } },
    classes: ["h100"],
    offers: [],
    refuses: ["unknown-accelerator-class", "named-runtime-disabled"],
  },
  {
    name: "disabled, and enabling surfaces the priority rule: an entry gets a name of its own in the same patch",
    runtime: { disabled: true },
    entries: [set(entry, { priority: 1 }), set(entry, { priority: 2 })],
    offers: ['runtime/enable [["add","/spec/disabled",false],["add","/1/name","entry-2"]]'],
    refuses: ["named-runtime-disabled"],
  },
  {
    name: "disabled, with several entries under each of two names: as few new names as it takes",
    runtime: { disabled: true },
    entries: [
      set(entry, { priority: 1 }),
      set(entry, { name: "a", priority: 4 }),
      set(entry, { priority: 2 }),
      set(entry, { name: "entry-1", autoSelect: false, priority: 9 }),
      set(entry, { name: "", priority: 2 }),
      set(entry, { name: "a", priority: 5 }),
      set(entry, { name: "a" }),
    ],
    offers: ['runtime/enable [["add","/spec/disabled",false],["add","/0/name","entry-2"],["add","/5/name","entry-6"]]'],
    refuses: ["named-runtime-disabled"],
  },
  {
    name: "entries that the webhook refuses already: whatever else changes on the runtime, they get names as well",
    runtime: { modelSizeRange: { max: "4b" } },
    entries: [set(entry, { name: "a", priority: 1 }), set(entry, { name: "a", priority: 2 })],
    offers: [
      'runtime/correct-value [["add","/spec/modelSizeRange/max","4B"],["add","/1/name","entry-2"]]',
      'runtime/size-range [["add","/spec/modelSizeRange/max","3.21B"],["add","/1/name","entry-2"]]',
      'runtime/size-range [["remove","/spec/modelSizeRange/max"],["add","/1/name","entry-2"]]',
    ],
    refuses: ["relabel-size"],
  },
  {
    name: "accelerator class, which exists",
    service: { spec: { acceleratorSelector: { acceleratorClass: "h200" } } },
    runtime: { acceleratorRequirements: { acceleratorClasses: ["h100"] } },
    classes: ["h100", "h200"],
    offers: [
      'service/accelerator-class {"spec":{"acceleratorSelector":{"acceleratorClass":"h100"}}}',
      'service/accelerator-class {"spec":{"acceleratorSelector":{"acceleratorClass":null}}}',
      'runtime/accelerator-class {"spec":{"acceleratorRequirements":{"acceleratorClasses":["h100","h200"]}}}',
    ],
  },
  {
    name: "accelerator class, which does not exist: only the InferenceService can change",
    service: { metadata: { annotations: { "ome.io/accelerator-class": "b200" } }, spec: {} },
    classes: ["h100"],
    offers: ['service/accelerator-class {"metadata":{"annotations":{"ome.io/accelerator-class":null}}}'],
    refuses: ["unknown-accelerator-class"],
  },
  {
    name: "deployment mode asked for on the component",
    service: { spec: { engine: { annotations: { "ome.io/deploymentMode": "MultiNode" } } } },
    runtime: { engineConfig: { annotations: { "ome.io/deploymentMode": "RawDeployment" } } },
    offers: [
      'service/deployment-mode {"spec":{"engine":{"annotations":{"ome.io/deploymentMode":"RawDeployment"}}}}',
      'service/deployment-mode {"spec":{"engine":{"annotations":{"ome.io/deploymentMode":null}}}}',
      'runtime/deployment-mode {"spec":{"engineConfig":{"annotations":{"ome.io/deploymentMode":"MultiNode"}}}}',
      'runtime/deployment-mode {"spec":{"engineConfig":{"annotations":{"ome.io/deploymentMode":null}}}}',
    ],
  },
  {
    name: "deployment mode asked for in the spec, with engine and decoder: OMENative for both or neither",
    service: { spec: { deploymentMode: "OMENative", engine: {}, decoder: {} } },
    runtime: { engineConfig: { annotations: { "ome.io/deploymentMode": "RawDeployment" } } },
    offers: [
      'service/deployment-mode {"spec":{"deploymentMode":"RawDeployment"}}',
      'service/deployment-mode {"spec":{"deploymentMode":null}}',
      'runtime/deployment-mode {"spec":{"engineConfig":{"annotations":{"ome.io/deploymentMode":"OMENative"}}}}',
      'runtime/deployment-mode {"spec":{"engineConfig":{"annotations":{"ome.io/deploymentMode":null}}}}',
    ],
  },
  {
    name: "no formats",
    runtime: { supportedModelFormats: null },
    offers: [`runtime/append-entry ${JSON.stringify([["add", "", [plainEntry]]])}`],
  },
  {
    name: "sharded",
    model: { distribution: "Sharded" },
    offers: ['model/distribute-per-node {"spec":{"distribution":"PerNode"}}'],
    refuses: ["model-sharded"],
  },
  {
    name: "pipeline missing on a model on a PVC",
    model: { ...diffusion, ...pvc, modelParameterSize: null },
    entry: { ...diffusion, diffusionPipeline: qwen },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline"]),
    ],
  },
  {
    name: "an empty pipeline asks for one, whatever it holds",
    model: { ...diffusion, ...pvc, modelParameterSize: null },
    entry: { ...diffusion, diffusionPipeline: {} },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline"]),
    ],
  },
  {
    name: "pipeline of another class than the architecture: untrue",
    model: { ...diffusion, ...pvc, modelParameterSize: null },
    entry: { ...diffusion, diffusionPipeline: { className: "QwenImageEditPipeline" } },
    offers: [appendedDiffusion, change(["remove", "/0/diffusionPipeline"])],
    refuses: ["class-is-not-the-architecture"],
  },
  {
    name: "pipeline class differs",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: { className: "A" } },
    entry: { ...diffusion, diffusionPipeline: { className: "B" } },
    offers: [appendedDiffusion],
    refuses: ["relabel-pipeline-class"],
  },
  {
    name: "pipeline class missing",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: {} },
    entry: { ...diffusion, diffusionPipeline: { className: "QwenImagePipeline" } },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{"className":"QwenImagePipeline"}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline/className"]),
    ],
  },
  {
    name: "component missing, on a model whose pipeline OME recorded",
    model: { ...diffusion, modelParameterSize: null, diffusionPipeline: { className: "QwenImagePipeline" } },
    entry: { ...diffusion, diffusionPipeline: { vae: {} } },
    offers: [appendedDiffusion, change(["remove", "/0/diffusionPipeline/vae"])],
    refuses: ["files-have-none"],
  },
  {
    name: "component missing, set by hand",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: {} },
    entry: { ...diffusion, diffusionPipeline: { vae: {} } },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{"vae":{}}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline/vae"]),
    ],
  },
  {
    name: "library differs; type missing on the model",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: { vae: { library: "a" } } },
    entry: { ...diffusion, diffusionPipeline: { vae: { library: "b", type: "T" } } },
    offers: [
      appendedDiffusion,
      change(["add", "/0/diffusionPipeline/vae/library", "a"], ["remove", "/0/diffusionPipeline/vae/type"]),
    ],
    refuses: ["relabel-pipeline-component"],
  },
  {
    name: "additional components, none on the model; a key with a slash",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: {} },
    entry: { ...diffusion, diffusionPipeline: { additionalComponents: { "a/b": {}, c: { library: "l" } } } },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{"additionalComponents":{"a/b":{},"c":{"library":"l"}}}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline/additionalComponents"]),
    ],
  },
  {
    name: "one additional component missing",
    model: { ...diffusion, ...pvc, modelParameterSize: null, diffusionPipeline: { additionalComponents: { c: {} } } },
    entry: { ...diffusion, diffusionPipeline: { additionalComponents: { "a/b": { type: "T" } } } },
    offers: [
      'model/fill-field {"spec":{"diffusionPipeline":{"additionalComponents":{"a/b":{"type":"T"}}}}}',
      appendedDiffusion,
      change(["remove", "/0/diffusionPipeline/additionalComponents/a~1b"]),
    ],
  },
  {
    name: "architecture differs: no relabelling, a new entry",
    entry: { modelArchitecture: "MistralForCausalLM" },
    offers: [appended],
    refuses: ["relabel-architecture"],
  },
  {
    name: "architecture missing on the model",
    model: { modelArchitecture: null },
    offers: [
      'model/fill-field {"spec":{"modelArchitecture":"LlamaForCausalLM"}}',
      append(set(plainEntry as unknown as JsonObject, { modelArchitecture: null })),
      change(["remove", "/0/modelArchitecture"]),
    ],
  },
  {
    name: "architecture missing on the entry, of a model that OME reads",
    entry: { modelArchitecture: null },
    offers: [appended, change(["add", "/0/modelArchitecture", "LlamaForCausalLM"])],
    refuses: ["removes-recorded-field"],
  },
  {
    name: "architecture missing on the entry, of a model that nobody reads",
    model: vendor,
    entry: { modelArchitecture: null },
    offers: [
      appended,
      'model/clear-field {"spec":{"modelArchitecture":null}}',
      change(["add", "/0/modelArchitecture", "LlamaForCausalLM"]),
    ],
  },
  {
    name: "quantization differs",
    model: { quantization: "fp8" },
    entry: { quantization: "int4" },
    offers: [
      append({
        ...set(plainEntry as unknown as JsonObject, { autoSelect: null }),
        quantization: "fp8",
        autoSelect: true,
      }),
    ],
    refuses: ["relabel-quantization"],
  },
  {
    name: "quantization missing on the model",
    entry: { quantization: "fp8" },
    offers: [appended, change(["remove", "/0/quantization"])],
    refuses: ["claim-quantization"],
  },
  {
    name: "quantization missing on the entry",
    model: { quantization: "int4" },
    offers: [
      append({
        ...set(plainEntry as unknown as JsonObject, { autoSelect: null }),
        quantization: "int4",
        autoSelect: true,
      }),
      change(["add", "/0/quantization", "int4"]),
    ],
    refuses: ["relabel-quantization"],
  },
  {
    name: "format name differs",
    entry: { modelFormat: versioned("gguf") },
    offers: [appended],
    refuses: ["relabel-format"],
  },
  {
    name: "format version differs",
    entry: { modelFormat: versioned("safetensors", "2.0.0") },
    offers: [
      appended,
      change(["add", "/0/modelFormat/operator", "GreaterThanOrEqual"]),
      change(["add", "/0/modelFormat/version", "1.0.0"]),
    ],
    refuses: ["relabel-version"],
  },
  {
    name: "format version missing on the model",
    model: { modelFormat: versioned("safetensors") },
    offers: [
      'model/fill-field {"spec":{"modelFormat":{"version":"1.0.0"}}}',
      append({ ...(plainEntry as unknown as JsonObject), modelFormat: { name: "safetensors" } }),
    ],
    refuses: ["not-durable"],
  },
  {
    name: "format version missing on the entry",
    entry: { modelFormat: versioned("safetensors") },
    offers: [appended, change(["add", "/0/modelFormat/version", "1.0.0"])],
    refuses: ["not-durable"],
  },
  {
    name: "framework name differs",
    entry: { modelFramework: versioned("vllm", "1.0.0") },
    offers: [appended],
    refuses: ["relabel-framework"],
  },
  {
    name: "framework version above a limit",
    model: { modelFramework: versioned("transformers", "4.52.3") },
    entry: { modelFramework: versioned("transformers", "4.51.0", { operator: "GreaterThanOrEqual" }) },
    offers: [
      append({ ...(plainEntry as unknown as JsonObject), modelFramework: { name: "transformers", version: "4.52.3" } }),
      change(["add", "/0/modelFramework/version", "4.52.3"]),
    ],
    refuses: ["relabel-version"],
  },
  {
    name: "framework version at a strict limit: operator, or version and operator",
    entry: { modelFramework: versioned("transformers", "4.40.0", { operator: "GreaterThan" }) },
    offers: [
      appended,
      change(
        ["add", "/0/modelFramework/version", "4.45.0"],
        ["add", "/0/modelFramework/operator", "GreaterThanOrEqual"],
      ),
    ],
    refuses: ["relabel-version"],
  },
  {
    name: "framework version, one side with a suffix: only the same version helps",
    entry: { modelFramework: versioned("transformers", "4.45.0.dev0") },
    offers: [appended, change(["add", "/0/modelFramework/version", "4.45.0"])],
    refuses: ["relabel-version"],
  },
  {
    name: "framework version missing on the model",
    model: { modelFramework: versioned("transformers") },
    offers: [
      'model/fill-field {"spec":{"modelFramework":{"version":"4.45.0"}}}',
      append({ ...(plainEntry as unknown as JsonObject), modelFramework: { name: "transformers" } }),
      change(["remove", "/0/modelFramework/version"]),
    ],
  },
  {
    name: "framework version missing on the entry",
    entry: { modelFramework: versioned("transformers") },
    offers: [appended, change(["add", "/0/modelFramework/version", "4.45.0"])],
    refuses: ["removes-recorded-field"],
  },
  {
    name: "framework missing on the model",
    model: { modelFramework: null },
    offers: ['model/fill-field {"spec":{"modelFramework":{"name":"transformers","version":"4.45.0"}}}'],
    refuses: ["no-framework"],
  },
  {
    name: "no framework, and another format version: one change on each side",
    model: { modelFramework: null, modelFormat: versioned("safetensors", "2.0.0-rc.1") },
    offers: [
      `model/fill-field+runtime/append-entry {"spec":{"modelFramework":{"name":"transformers","version":"4.45.0"}}} then ${JSON.stringify(
        [["add", "/-", { ...plainEntry, modelFormat: { name: "safetensors", version: "2.0.0-rc.1" } }]],
      )}`,
      `model/fill-field+runtime/change-entry {"spec":{"modelFramework":{"name":"transformers","version":"4.45.0"}}} then ${JSON.stringify(
        [["add", "/0/modelFormat/version", "2.0.0-rc.1"]],
      )}`,
    ],
    refuses: ["relabel-version", "no-framework"],
  },
  {
    name: "size above the range",
    runtime: { modelSizeRange: { min: "1B", max: "2B" } },
    offers: [
      'runtime/size-range {"spec":{"modelSizeRange":{"max":"3.21B"}}}',
      'runtime/size-range {"spec":{"modelSizeRange":{"max":null}}}',
    ],
    refuses: ["relabel-size"],
  },
  {
    name: "size bound with a small letter",
    runtime: { modelSizeRange: { max: "4b" } },
    offers: [
      'runtime/correct-value {"spec":{"modelSizeRange":{"max":"4B"}}}',
      'runtime/size-range {"spec":{"modelSizeRange":{"max":"3.21B"}}}',
      'runtime/size-range {"spec":{"modelSizeRange":{"max":null}}}',
    ],
    refuses: ["relabel-size"],
  },
  {
    name: "size of the model with a small letter",
    model: { modelParameterSize: "3.21b" },
    runtime: { modelSizeRange: { min: "2B", max: "4B" } },
    offers: ['model/correct-value {"spec":{"modelParameterSize":"3.21B"}}'],
  },
  {
    name: "size of the model in thousands, and still too small when it is corrected: the bound as well, in millions",
    model: { modelParameterSize: "500K" },
    runtime: { modelSizeRange: { min: "1M", max: "10B" } },
    offers: [
      'model/correct-value+runtime/size-range {"spec":{"modelParameterSize":"0.5M"}} then {"spec":{"modelSizeRange":{"min":"0.5M"}}}',
    ],
  },
  {
    name: "size of the model with a small letter, and too large when it is corrected",
    model: { modelParameterSize: "30b" },
    runtime: { modelSizeRange: { min: "1B", max: "4B" } },
    offers: [
      'model/correct-value+runtime/size-range {"spec":{"modelParameterSize":"30B"}} then {"spec":{"modelSizeRange":{"max":"30B"}}}',
      'model/correct-value+runtime/size-range {"spec":{"modelParameterSize":"30B"}} then {"spec":{"modelSizeRange":{"max":null}}}',
    ],
  },
  {
    name: "size of the model and upper bound, both with a small letter",
    model: { modelParameterSize: "3.2b" },
    runtime: { modelSizeRange: { min: "1B", max: "4b" } },
    offers: [
      'model/correct-value+runtime/correct-value {"spec":{"modelParameterSize":"3.2B"}} then {"spec":{"modelSizeRange":{"max":"4B"}}}',
      'model/correct-value+runtime/size-range {"spec":{"modelParameterSize":"3.2B"}} then {"spec":{"modelSizeRange":{"max":"3.2B"}}}',
      'model/correct-value+runtime/size-range {"spec":{"modelParameterSize":"3.2B"}} then {"spec":{"modelSizeRange":{"max":null}}}',
    ],
  },
  ...["about 3 billion", "", "7GB", "0"].map((modelParameterSize) => ({
    name: `size of the model that can mean anything: no bound for ${JSON.stringify(modelParameterSize)}`,
    model: { modelParameterSize },
    runtime: { modelSizeRange: { min: "1M", max: "10B" } },
    offers: [],
    refuses: ["never-parses"],
  })),
  {
    name: "not enabled",
    entry: { autoSelect: null },
    offers: ['runtime/auto-select [["add","/0/autoSelect",true]]'],
  },
  {
    name: "not enabled, and the webhook wants equal priorities: a name of its own",
    entries: [
      set(entry, { autoSelect: false, priority: 1 }),
      set(entry, { modelArchitecture: "Other", modelFramework: versioned("x"), priority: 3 }),
    ],
    offers: ['runtime/auto-select [["add","/0/autoSelect",true],["add","/0/name","entry-1"]]'],
  },
  {
    name: "enabled by the weights",
    entry: { modelFormat: versioned("safetensors", "1.0.0", { weight: -5 }) },
    offers: ['runtime/weight [["add","/0/modelFormat/weight",1]]'],
  },
  {
    name: "a version that cannot be read on the model, but only means one thing",
    model: { modelFramework: versioned("transformers", "V4.45.0") },
    offers: ['model/correct-value {"spec":{"modelFramework":{"version":"v4.45.0"}}}'],
  },
  {
    name: "a version that cannot be read on the model, and may mean anything",
    model: { modelFramework: versioned("transformers", "latest") },
    offers: [],
    refuses: ["never-parses"],
  },
  {
    name: "the empty version that OME records counts as left empty",
    model: { modelFramework: versioned("transformers", "") },
    offers: ['model/fill-field {"spec":{"modelFramework":{"version":"4.45.0"}}}'],
    refuses: ["never-parses"],
  },
  {
    name: "a version that cannot be read on the entry: what it means, or the model's",
    entry: { modelFramework: versioned("transformers", "4.045.0") },
    offers: ['runtime/correct-value [["add","/0/modelFramework/version","4.45.0"]]', appended],
  },
  {
    name: "both versions cannot be read, of a model that nobody reads",
    model: { ...vendor, modelFramework: versioned("transformers", "latest") },
    entry: { modelFramework: versioned("transformers", "latest") },
    offers: [
      'runtime/append-entry+model/clear-field {"spec":{"modelFramework":{"version":null}}} then [["add","/-",{"modelFormat":{"name":"safetensors","version":"1.0.0"},"modelFramework":{"name":"transformers"},"modelArchitecture":"LlamaForCausalLM","autoSelect":true}]]',
      'model/clear-field+runtime/change-entry {"spec":{"modelFramework":{"version":null}}} then [["remove","/0/modelFramework/version"]]',
    ],
    refuses: ["never-parses"],
  },
];

describe("spec 5.2", () => {
  test.each(rows)("$name", ({ offers, refuses = [], ...row }) => {
    const proposals = propose(row);
    expect(offered(proposals)).toEqual(offers);
    expect(refused(proposals)).toEqual(refuses);
  });
});

describe("naming the runtime", () => {
  const named = (row: Case) => propose(row).fixes.find(({ code }) => code === "service/name-runtime");

  test("patches the InferenceService that serves the model; the kind only where it is not the default", () => {
    const fix = named({ service: { spec: {} }, entry: { autoSelect: null } });
    expect(fix?.changes.map(({ patch }) => patchJson(patch))).toEqual(['{"spec":{"runtime":{"name":"rt"}}}']);
    const kind = named({
      service: { spec: { runtime: { name: "other", kind: "ServingRuntime" } } },
      entry: { autoSelect: null },
    });
    expect(kind?.changes.map(({ patch, undo }) => [patchJson(patch), patchJson(undo)])).toEqual([
      [
        '{"spec":{"runtime":{"name":"rt","kind":"ClusterServingRuntime"}}}',
        '{"spec":{"runtime":{"name":"other","kind":"ServingRuntime"}}}',
      ],
    ]);
    expect(kind?.verified).toMatchObject({ matches: true, outcome: "named" });
  });

  test("is a manifest where there is no InferenceService for the model", () => {
    const fix = named({ entry: { autoSelect: null } });
    expect(fix?.changes).toEqual([]);
    expect(fix?.manifest).toEqual({
      apiVersion: "ome.io/v1beta1",
      kind: "InferenceService",
      metadata: { namespace: "studio" },
      spec: {
        model: { name: "writer", kind: "ClusterBaseModel" },
        runtime: { name: "rt", kind: "ClusterServingRuntime" },
      },
    });
    expect(fix?.warnings.map(({ code }) => code)).toContain("nothing-to-patch");
    const other = named({ service: { spec: { model: { name: "another" } } }, entry: { autoSelect: null } });
    expect(other?.manifest).toBeDefined();
  });

  test("counts with what the runtime inherits", () => {
    const parent = {
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
        acceleratorClasses: [],
        deploymentModes: {},
      },
    } as const;
    const row = { runtime: { supportedModelFormats: null }, annotations: { "ome.io/inherit-from": "base" } };
    expect(named({ ...row, others: [parent] })?.verified).toMatchObject({ matches: true, entry: 0 });
    const missing = propose(row);
    expect(missing.fixes).toEqual([]);
    expect(missing.refusals).toContainEqual(expect.objectContaining({ code: "broken-inheritance", names: ["rt"] }));
    const appendedTo = propose({ ...row, others: [parent] }).fixes.find(({ code }) => code === "runtime/append-entry");
    expect(appendedTo?.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["runs-without-inherited", "hides-inherited-formats"]),
    );
  });

  test("is refused where the webhook would refuse it", () => {
    const refusal = (row: Case) =>
      propose({ entry: { autoSelect: null }, ...row }).refusals.map(({ code, target, names = [], instead }) => [
        code,
        target?.kind,
        names.join(),
        instead.join(),
      ]);
    for (const row of [{}, { service: { spec: {} } }]) {
      expect(refusal({ ...row, model: { storage: { storageUri: "pvc://elsewhere:claim/x" } } })).toContainEqual([
        "model-elsewhere",
        "ClusterBaseModel",
        "elsewhere",
        "another-namespace",
      ]);
      expect(refusal({ ...row, model: { disabled: true } })).toContainEqual([
        "model-disabled",
        "ClusterBaseModel",
        "",
        "model/enable",
      ]);
      expect(refusal({ ...row, model: { distribution: "Sharded" } })).toContainEqual([
        "model-sharded",
        "ClusterBaseModel",
        "",
        "model/distribute-per-node",
      ]);
      for (const [state, instead] of [
        ["Ready", "model/fill-field,correct-by-hand"],
        ["In_Transit", "wait-until-read"],
      ] as const) {
        expect(refusal({ ...row, model: { modelFormat: null }, state })).toContainEqual([
          "model-without-format",
          "ClusterBaseModel",
          "",
          instead,
        ]);
      }
    }
    const pinned = { spec: { runtime: { name: "other", autoSync: false, revision: "r1" } } };
    expect(refusal({ service: pinned })).toContainEqual([
      "pinned-to-a-revision",
      "ClusterServingRuntime",
      "",
      "unpin-service",
    ]);
  });
});

describe("a disabled model", () => {
  const disabled = { model: { disabled: true } };
  const enable = 'model/enable {"spec":{"disabled":false}}';

  test("is enabled, where OME would pick the runtime but for that", () => {
    const proposals = propose(disabled);
    expect(offered(proposals)).toEqual([enable]);
    expect(proposals.fixes[0]).toMatchObject({
      risk: "change-model",
      verified: { matches: true, selected: true, outcome: "selected" },
      warnings: [{ code: "cluster-wide" }, { code: "models-not-watched" }],
    });
    expect(proposals.fixes[0]?.verified).not.toHaveProperty("modelDisabled");
    expect(proposals.fixes[0]?.changes[0]?.undo).toEqual({ type: "merge", body: { spec: { disabled: true } } });
    expect(proposals.refusals).toEqual([]);
  });

  test("stays so with every other fix, and each says it", () => {
    const proposals = propose({ ...disabled, entry: { autoSelect: null } });
    expect(offered(proposals)).toEqual(['runtime/auto-select [["add","/0/autoSelect",true]]', enable]);
    expect(proposals.fixes.map(({ verified }) => [verified.outcome, verified.modelDisabled])).toEqual([
      ["selected", true],
      ["pin-only", undefined],
    ]);
    expect(proposals.refusals.map(({ code, instead }) => [code, instead])).toEqual([
      ["model-disabled", ["model/enable"]],
    ]);
  });

  test("is enabled for another runtime, too, and then still does not match this one", () => {
    const proposals = propose({ ...disabled, runtime: { modelSizeRange: { max: "2B" } } });
    const fix = proposals.fixes.find(({ code }) => code === "model/enable");
    expect(fix?.verified).toMatchObject({ matches: false, selected: false });
  });

  test("that the API refuses is not enabled, and nothing points there", () => {
    const { fixes, refusals } = propose({ model: { disabled: true, modelFormat: { version: "1.0.0" } } });
    expect(fixes.map(({ code }) => code)).not.toContain("model/enable");
    expect(refusals.flatMap(({ instead }) => instead)).not.toContain("model/enable");
  });
});

describe("a refusal", () => {
  const clash = (...entries: readonly JsonObject[]) => {
    const object = {
      kind: "ClusterServingRuntime",
      metadata: { name: "rt" },
      spec: { supportedModelFormats: entries.map((more) => set(entry, more)) },
    };
    const read = readInheritingRuntime(object);
    return read.ok ? foreseeRuntime(object, read.value, [], undefined) : undefined;
  };

  test("names the entries that clash, and the name that they share", () => {
    const named = [{ name: "a", priority: 1 }, { priority: 5 }, { name: "a", autoSelect: false, priority: 7 }];
    expect(clash(...named, { name: "a", priority: 2 })).toEqual({
      code: "different-priorities",
      entries: [0, 3],
      names: ["a"],
    });
    const unnamed = clash({ name: "b", priority: 1 }, { priority: 1 }, { name: "", priority: 2 });
    expect(unnamed).toEqual({ code: "different-priorities", entries: [1, 2] });
  });

  test("names no class that has no name", () => {
    const row = { runtime: { disabled: true, acceleratorRequirements: { acceleratorClasses: ["", "v100"] } } };
    expect(propose({ ...row, classes: ["h100"] }).refusals[0]).toMatchObject({
      code: "unknown-accelerator-class",
      names: ["v100"],
    });
  });

  const readable = {
    kind: "ClusterBaseModel",
    metadata: { name: "writer" },
    spec: modelSpec,
  };
  const around = { namespace: "studio", runtimes: [], acceleratorClasses: undefined };
  const runtime = { kind: "ClusterServingRuntime", metadata: { name: "rt" }, spec: {} };
  const reasons = [
    { name: "a wrong value", model: { ...readable, spec: { modelFormat: 7 } }, target: "ClusterBaseModel writer" },
    { name: "no name", model: { ...readable, metadata: {} }, target: undefined },
    { name: "an empty name", model: { ...readable, metadata: { name: "" } }, target: undefined },
    { name: "another kind", model: { ...readable, kind: "Pod" }, target: undefined },
    { name: "nothing at all", model: null, target: undefined },
    { name: "a list", model: [], target: undefined },
    {
      name: "an empty namespace",
      model: { kind: "BaseModel", metadata: { name: "writer", namespace: "" }, spec: { modelFormat: 7 } },
      target: "BaseModel writer",
    },
  ];
  test.each(reasons)("of an object that cannot be read names it, if it has a name: $name", ({ model, target }) => {
    const { refusals, fixes } = proposeFixes({ ...around, model, runtime });
    expect(fixes).toEqual([]);
    expect(refusals.map(({ code, instead }) => [code, instead])).toEqual([["not-readable", ["correct-by-hand"]]]);
    const about = refusals[0]?.target;
    expect(about === undefined ? undefined : [about.kind, about.namespace ?? [], about.name].flat().join(" ")).toBe(
      target,
    );
  });
});

describe("model_index.json", () => {
  const modelIndex = {
    _class_name: "QwenImagePipeline",
    _diffusers_version: "0.34.0",
    scheduler: ["diffusers", "FlowMatchEulerDiscreteScheduler"],
    transformer: ["diffusers", "QwenImageTransformer2DModel"],
  };
  const row = {
    model: { ...diffusion, ...pvc, modelParameterSize: null },
    entry: { ...diffusion, diffusionPipeline: qwen },
  };

  test("gives the whole pipeline as well, and confirms the smallest", () => {
    const { fixes, indexed } = propose({ ...row, modelIndex });
    expect(indexed).toMatchObject({ passes: true, mismatches: [] });
    expect(fixes.slice(0, 2).map(show)).toEqual([
      'model/fill-field {"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","transformer":{"library":"diffusers"}}}}',
      'model/record-pipeline {"spec":{"diffusionPipeline":{"className":"QwenImagePipeline","scheduler":{"library":"diffusers","type":"FlowMatchEulerDiscreteScheduler"},"transformer":{"library":"diffusers","type":"QwenImageTransformer2DModel"}}}}',
    ]);
    expect(fixes[0]?.claims.every(({ confirmed }) => confirmed === true)).toBe(true);
  });

  test("that says otherwise: not claimed, and the recorded one does not pass", () => {
    const other = { ...modelIndex, transformer: ["nunchaku", "NunchakuTransformer"] };
    const proposals = propose({ ...row, modelIndex: other });
    expect(proposals.indexed).toMatchObject({ passes: false });
    expect(proposals.indexed?.mismatches.map(({ path }) => path)).toEqual(["diffusionPipeline.transformer.library"]);
    expect(refused(proposals)).toContain("files-say-otherwise");
    expect(proposals.fixes.flatMap(({ parts }) => parts)).not.toContain("model/fill-field");
  });

  const confirmedBy = ({ fixes }: Proposals) =>
    fixes[0]?.claims.map(({ path, confirmed = false }) => `${path} ${confirmed}`);

  test("with transformer and unet: either of them may be recorded, and neither is confirmed", () => {
    const unet = ["diffusers", "UNet2DConditionModel"];
    const proposals = propose({ ...row, modelIndex: { ...modelIndex, unet } });
    expect(proposals.indexed).toMatchObject({
      passes: true,
      ambiguous: [{ path: "diffusionPipeline.transformer", keys: ["transformer", "unet"] }],
      contradictions: [],
    });
    expect(confirmedBy(proposals)).toEqual([
      "diffusionPipeline.className true",
      "diffusionPipeline.transformer.library false",
    ]);
    // An entry may ask for the one that the file names first; only the other one does not pass.
    const asked = { ...qwen, transformer: { type: "QwenImageTransformer2DModel" } };
    const first = propose({
      ...row,
      entry: { ...diffusion, diffusionPipeline: asked },
      modelIndex: { ...modelIndex, unet },
    });
    expect(first.indexed).toMatchObject({ passes: false, pipeline: { transformer: { type: "UNet2DConditionModel" } } });
    expect(first.fixes[0]?.code).toBe("model/fill-field");
    expect(confirmedBy(first)).toEqual([
      "diffusionPipeline.className true",
      "diffusionPipeline.transformer.type false",
    ]);
  });

  test.each([
    {
      name: "another version",
      file: { _diffusers_version: "0.30.1" },
      says: ["modelFormat.version 0.34.0 0.30.1", "modelFramework.version 0.34.0 0.30.1"],
    },
    {
      name: "another class",
      file: { _class_name: "FluxPipeline" },
      says: ["modelArchitecture QwenImagePipeline FluxPipeline"],
    },
    {
      name: "another framework",
      model: { modelFramework: versioned("transformers", "4.45.0") },
      file: {},
      says: ["modelFramework.name transformers diffusers"],
    },
    {
      name: "another component",
      model: { diffusionPipeline: { scheduler: { library: "diffusers", type: "DDIMScheduler" } } },
      file: {},
      says: ["diffusionPipeline.scheduler.type DDIMScheduler FlowMatchEulerDiscreteScheduler"],
    },
    { name: "no version", file: { _diffusers_version: null }, says: [] },
  ])("that contradicts the model confirms nothing: $name", ({ model = {}, file, says }) => {
    const { fixes, indexed } = propose({
      ...row,
      model: { ...row.model, ...model },
      modelIndex: { ...modelIndex, ...file },
    });
    expect(indexed?.contradictions.map(({ path, model: stated, file: said }) => `${path} ${stated} ${said}`)).toEqual(
      says,
    );
    const confirmed = fixes.flatMap(({ claims }) => claims).filter((claim) => claim.confirmed === true);
    expect(confirmed.length > 0).toBe(says.length === 0);
  });

  test("fills in the version that the file states, where the entry takes it", () => {
    const vendorRow = {
      ...row,
      model: { ...vendor, modelFormat: null, modelFramework: null, modelArchitecture: null, modelParameterSize: null },
      entry: { ...diffusion, diffusionPipeline: null },
    };
    const filled = propose({ ...vendorRow, modelIndex });
    expect(filled.fixes[0]?.claims.every(({ confirmed }) => confirmed === true)).toBe(true);
    const other = propose({ ...vendorRow, modelIndex: { ...modelIndex, _diffusers_version: "0.30.1" } });
    expect(other.fixes.flatMap(({ parts }) => parts)).not.toContain("model/fill-field");
    expect(refused(other)).toContain("files-say-otherwise");
  });

  test("that holds nothing", () => {
    expect(propose({ ...row, modelIndex: [] }).indexed).toMatchObject({ passes: false, error: expect.any(String) });
  });
});

describe("make this runtime win", () => {
  const other = (kind: "ServingRuntime" | "ClusterServingRuntime", priority: number) => ({
    kind,
    ...(kind === "ServingRuntime" ? { namespace: "studio" } : {}),
    name: "a-better-one",
    spec: {
      supportedModelFormats: [
        {
          modelFormat: { name: "safetensors", version: "1.0.0", weight: 1 },
          modelFramework: { name: "transformers", version: "4.45.0", weight: 1 },
          modelArchitecture: "LlamaForCausalLM",
          autoSelect: true,
          priority,
        },
      ],
      acceleratorClasses: [],
      deploymentModes: {},
    },
  });

  test("by the smallest priority", () => {
    expect(offered(propose({ others: [other("ClusterServingRuntime", 3)] }))).toEqual([
      'runtime/priority [["add","/0/priority",4]]',
    ]);
  });

  test("with a name of its own where another entry has another priority", () => {
    const entries = [
      set(entry, { priority: 1 }),
      set(entry, { modelArchitecture: "Other", modelFramework: versioned("x"), priority: 1 }),
    ];
    expect(offered(propose({ entries, others: [other("ClusterServingRuntime", 3)] }))).toEqual([
      'runtime/priority [["add","/0/priority",4],["add","/0/name","entry-1"]]',
    ]);
  });

  test("never against a runtime of the namespace", () => {
    const proposals = propose({ others: [other("ServingRuntime", 1)] });
    expect(proposals.fixes.map(({ code }) => code)).toEqual(["service/name-runtime"]);
    expect(refused(proposals)).toEqual(["namespace-comes-first"]);
  });

  test("nothing to do for the winner, and it says where it wins", () => {
    expect(propose({})).toEqual({
      fixes: [],
      refusals: [
        {
          code: "selected-already",
          target: { kind: "ClusterServingRuntime", name: "rt" },
          names: ["studio"],
          instead: [],
        },
      ],
      malformed: [],
    });
  });
});
