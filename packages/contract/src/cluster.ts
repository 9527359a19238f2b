import { z } from "zod";
import { instant } from "./text.ts";

/** The resource kinds that the dashboard reads; nothing else is ever asked for. */
export const watchedKinds = [
  "ClusterBaseModel",
  "BaseModel",
  "ClusterServingRuntime",
  "ServingRuntime",
  "InferenceService",
  "AcceleratorClass",
  "Namespace",
] as const;
export const watchedKind = z.enum(watchedKinds);
export type WatchedKind = z.infer<typeof watchedKind>;

/** Kinds that could not be listed, or that the cluster does not have: what is said counts without their objects. */
export const unknownKinds = z.array(watchedKind);

/**
 * `connecting`: not listed yet. `live`: listed and watched. `stale`: the last known objects are shown, the API does not answer.
 * `forbidden`: the account may not list it. `absent`: the cluster has no such kind. `failed`: anything else.
 */
export const kindStates = ["connecting", "live", "stale", "forbidden", "absent", "failed"] as const;

export const kindState = z
  .object({
    kind: watchedKind,
    plural: z.string(),
    apiVersion: z.string(),
    state: z.enum(kindStates),
    since: instant,
    /** Objects known, unreadable ones included. */
    count: z.int().nonnegative(),
    unreadable: z.int().nonnegative(),
    /** What is wrong, in a sentence. */
    message: z.string().optional(),
    /** What to do about it, in a sentence or a rule to paste. */
    advice: z.string().optional(),
    /** Which right is missing, where that is what is wrong. Without `watch`, what is known is as of the last list. */
    missingVerb: z.enum(["list", "watch"]).optional(),
    /** Where the kind is followed in some namespaces only: in which. */
    followedIn: z.array(z.string()).optional(),
    /** Of these, those in which it is in this state; in the others it is in a better one. */
    worstIn: z.array(z.string()).optional(),
  })
  .meta({ id: "KindState" });
export type KindState = z.infer<typeof kindState>;

/** Something about the manifests of the mock cluster that could not be read or that is surprising. */
export const manifestReport = z
  .object({
    level: z.enum(["error", "warning", "info"]),
    code: z.string(),
    file: z.string(),
    line: z.int().positive().optional(),
    message: z.string(),
  })
  .meta({ id: "ManifestReport" });
export type ManifestReport = z.infer<typeof manifestReport>;

export const clusterState = z
  .object({
    /** Grows with every change of the snapshot. */
    revision: z.int().nonnegative(),
    /** Differs after a restart of the BFF: revisions of different epochs cannot be compared. */
    epoch: z.string(),
    /** The rule set, such as `OME v1.3`. */
    rules: z.string(),
    source: z.object({
      kind: z.enum(["demo", "manifests", "cluster"]),
      /** What the page calls it: `demo`, the folders, or the context. */
      name: z.string(),
      /** The API's address when a user can reach it with kubectl (demo and manifests only). */
      address: z.string().optional(),
    }),
    /** When the newest change was taken over. */
    updatedAt: instant,
    /** The worst state of all kinds. */
    state: z.enum(kindStates),
    kinds: z.array(kindState),
    /** All namespaces known: listed ones, and those that objects are in. Sorted. */
    namespaces: z.array(z.string()),
    manifestReports: z.array(manifestReport),
  })
  .meta({ id: "ClusterState" });
export type ClusterState = z.infer<typeof clusterState>;
