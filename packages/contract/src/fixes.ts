import {
  claimCodes,
  fixCodes,
  fixRisks,
  managers,
  refusalCodes,
  serviceResultCodes,
  warningCodes,
} from "@ome-matrix/matcher";
import { z } from "zod";
import { mismatch } from "./explain.ts";
import { view } from "./matrix.ts";
import { modelName, runtimeName, serviceName } from "./names.ts";
import { integer64 } from "./text.ts";

/** Any JSON. */
export const json = z.json().meta({ id: "Json" });

const pointer = z.string().max(4096);

/** One operation of RFC 6902, of the four that are used. */
export const patchOperation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("add"), path: pointer, value: json }),
  z.object({ op: z.literal("replace"), path: pointer, value: json }),
  z.object({ op: z.literal("test"), path: pointer, value: json }),
  z.object({ op: z.literal("remove"), path: pointer }),
]);

/** `merge` is RFC 7386, for maps; `json` is RFC 6902, for lists. */
export const patch = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("merge"), body: z.record(z.string(), json) }),
    z.object({ type: z.literal("json"), operations: z.array(patchOperation).max(200) }),
  ])
  .meta({ id: "Patch" });
export type PatchResponse = z.infer<typeof patch>;

export const changeTarget = z
  .object({
    kind: z.enum(["BaseModel", "ClusterBaseModel", "ServingRuntime", "ClusterServingRuntime", "InferenceService"]),
    namespace: z.string().optional(),
    name: z.string(),
    key: z.string(),
  })
  .meta({ id: "ChangeTarget" });
export type ChangeTarget = z.infer<typeof changeTarget>;

const commandSet = z.object({
  bash: z.string(),
  bashDryRun: z.string(),
  powershell: z.string(),
  powershellDryRun: z.string(),
});

/** Everything to paste for one change; `refused` instead when the API would refuse the object's name. */
export const commands = z
  .object({
    forward: commandSet,
    undo: commandSet,
    /** YAML for the manifest from which the object is applied. */
    fragment: z.string(),
    /** The lowest version of kubectl that knows each of the forms. */
    lowestKubectl: z.object({ forward: commandSet, undo: commandSet }),
  })
  .meta({ id: "Commands" });
export type CommandsResponse = z.infer<typeof commands>;

/** One patch of one object, with what it changes in the object as YAML before and after. */
export const change = z
  .object({
    target: changeTarget,
    patch,
    undo: patch,
    commands: commands.optional(),
    refused: z.enum(["name-refused", "namespace-refused", "namespace-missing"]).optional(),
    yamlBefore: z.string(),
    yamlAfter: z.string(),
  })
  .meta({ id: "Change" });
export type ChangeResponse = z.infer<typeof change>;

export const claim = z
  .object({
    code: z.enum(claimCodes),
    path: z.string(),
    value: z.string().optional(),
    confirmed: z.boolean().optional(),
  })
  .meta({ id: "Claim" });

export const fixWarning = z
  .object({
    code: z.enum(warningCodes),
    target: changeTarget.optional(),
    managers: z.array(z.enum(managers)).optional(),
    names: z.array(z.string()).optional(),
  })
  .meta({ id: "FixWarning" });

export const verified = z
  .object({
    matches: z.boolean(),
    entry: z.int().nonnegative().optional(),
    score: integer64,
    rank: z.int().positive().optional(),
    of: z.int().positive().optional(),
    selected: z.boolean(),
    outcome: z.enum(["selected", "candidate", "pin-only", "named"]),
    /** What still keeps automatic selection away. */
    remains: z.enum(["auto-select/not-enabled", "auto-select/not-on-matching-entry", "score/not-positive"]).optional(),
    /** OME refuses every InferenceService with the model, whatever it matches. */
    modelDisabled: z.boolean().optional(),
  })
  .meta({ id: "Verified" });

export const fix = z
  .object({
    /** Stable while the change is the same; names the fix in links. */
    id: z.string(),
    code: z.enum(fixCodes),
    risk: z.enum(fixRisks),
    parts: z.array(z.enum(fixCodes)),
    changes: z.array(change),
    /** The part of an InferenceService to write, as YAML, when there is none to patch. */
    manifest: z.string().optional(),
    entry: z.int().nonnegative().optional(),
    addresses: z.array(z.string()),
    claims: z.array(claim),
    verified,
    warnings: z.array(fixWarning),
  })
  .meta({ id: "Fix" });
export type FixResponse = z.infer<typeof fix>;

export const refusal = z
  .object({
    code: z.enum(refusalCodes),
    /** Absent for an object without a name. */
    target: changeTarget.optional(),
    path: z.string().optional(),
    entry: z.int().nonnegative().optional(),
    /** What was tried. */
    parts: z.array(z.enum(fixCodes)).optional(),
    /** Two entries that clash. */
    entries: z.array(z.int().nonnegative()).optional(),
    model: z.string().optional(),
    runtime: z.string().optional(),
    names: z.array(z.string()).optional(),
    /** Fix codes, or what else would be honest. */
    instead: z.array(
      z.enum([
        ...fixCodes,
        "another-runtime",
        "wait-until-read",
        "correct-by-hand",
        "unpin-service",
        "another-namespace",
      ]),
    ),
  })
  .meta({ id: "Refusal" });
export type RefusalResponse = z.infer<typeof refusal>;

export const malformed = z
  .object({
    target: changeTarget,
    path: z.string(),
    value: z.string(),
    kind: z.enum(["version", "size"]),
    correction: z.string().optional(),
  })
  .meta({ id: "Malformed" });
export type MalformedResponse = z.infer<typeof malformed>;

/** What a pasted `model_index.json` comes to. */
export const indexedPipeline = z
  .object({
    error: z.string().optional(),
    /** As `spec.diffusionPipeline`, in YAML. */
    pipelineYaml: z.string().optional(),
    /** Whichever of several keys OME keeps. */
    passes: z.boolean(),
    mismatches: z.array(mismatch),
    /** Keys that share one field, such as `transformer` and `unet`: OME keeps any of them. */
    ambiguous: z.array(z.object({ path: z.string(), keys: z.array(z.string()) })),
    /** Where the model states something else: then no claim is confirmed by the file. */
    contradictions: z.array(z.object({ path: z.string(), model: z.string(), file: z.string() })),
  })
  .meta({ id: "IndexedPipeline" });

/** GET and POST /api/fixes. */
export const pairFixes = z
  .object({
    revision: z.int().nonnegative(),
    rules: z.string(),
    view,
    namespace: z.string(),
    model: modelName,
    runtime: runtimeName,
    /** Least risk first. */
    fixes: z.array(fix),
    refusals: z.array(refusal),
    malformed: z.array(malformed),
    indexed: indexedPipeline.optional(),
  })
  .meta({ id: "PairFixes" });
export type PairFixes = z.infer<typeof pairFixes>;

/** The body of POST /api/fixes: evidence that somebody has. */
export const fixEvidence = z.strictObject({ modelIndex: json }).meta({ id: "FixEvidence" });

/** The body of POST /api/effect and POST /api/matrix: one or two patches. */
export const changesBody = z
  .strictObject({
    changes: z
      .array(
        z.strictObject({
          target: z.string().min(1).max(2000).meta({ description: "The object's resource key" }),
          patch,
        }),
      )
      .min(1)
      .max(4),
  })
  .meta({ id: "ChangesBody" });
export type ChangesBody = z.infer<typeof changesBody>;

const reach = z.enum(["none", "named", "automatic"]);
const where = { namespaces: z.array(z.string()), everywhereElse: z.boolean() };
const serviceOutcome = z.object({
  /** The `result` of the InferenceService, as it is in the list of them; or there is none. */
  code: z.enum(["no-service", ...serviceResultCodes]),
  runtime: runtimeName.optional(),
});

/** POST /api/effect: the difference over the whole matrix, in every namespace, and for every InferenceService. */
export const effect = z
  .object({
    revision: z.int().nonnegative(),
    gained: z.int().nonnegative(),
    lost: z.int().nonnegative(),
    /** At most `pairsShown` of them. */
    pairs: z.array(z.object({ model: modelName, runtime: runtimeName, before: reach, after: reach })),
    pairsTotal: z.int().nonnegative(),
    winners: z.array(
      z.object({ model: modelName, before: runtimeName.optional(), after: runtimeName.optional(), ...where }),
    ),
    ties: z.array(z.object({ model: modelName, runtimes: z.array(runtimeName), ...where })),
    services: z.array(
      z.object({ service: serviceName, model: modelName.optional(), before: serviceOutcome, after: serviceOutcome }),
    ),
  })
  .meta({ id: "Effect" });
export type EffectResponse = z.infer<typeof effect>;
