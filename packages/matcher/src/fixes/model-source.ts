/** Who fills in the fields of a model, as far as the stored object tells (spec 4.1). */
import { jsonAt, textAt } from "./json-value.ts";

export interface ModelSource {
  /** `unknown`: no storage, or a scheme that the rules do not name; taken as one that OME reads. */
  readonly readBy: "agent" | "job" | "nobody" | "unknown";
  /** OME reads the files and has not done so yet: an empty field may be filled in any moment. */
  readonly isPending: boolean;
  /** OME read a `model_index.json`, or found that there is none: what is missing from the pipeline is not in the files. */
  readonly recordsPipeline: boolean;
  readonly isOnPvc: boolean;
  /** Of a ClusterBaseModel on a PVC: the only namespace that can use it (spec 3.7). */
  readonly pvcNamespace?: string;
}

export function sourceOf(model: unknown): ModelSource {
  const uri = textAt(model, "spec", "storage", "storageUri") ?? "";
  const scheme = /^([a-z0-9]+):\/\//.exec(uri)?.[1];
  const isSkipped =
    textAt(model, "metadata", "annotations", "ome.oracle.com/skip-config-parsing")?.toLowerCase() === "true";
  const readBy = readerOf(scheme, isSkipped);
  const state = textAt(model, "status", "state");
  const isRecorded =
    jsonAt(model, "spec", "modelFramework") !== undefined || jsonAt(model, "spec", "modelArchitecture") !== undefined;
  const isReady = state === undefined ? isRecorded : state === "Ready";
  const pvcNamespace = textAt(model, "kind") === "ClusterBaseModel" ? claimNamespace(uri) : undefined;
  return {
    readBy,
    isPending: readBy !== "nobody" && !isReady,
    recordsPipeline: readBy === "agent" || readBy === "unknown",
    isOnPvc: scheme === "pvc",
    ...(pvcNamespace === undefined ? {} : { pvcNamespace }),
  };
}

/** The namespace in the `pvc://` address of a ClusterBaseModel. */
export function claimNamespace(storageUri: string): string | undefined {
  return /^pvc:\/\/([^:/]+):/.exec(storageUri)?.[1];
}

function readerOf(scheme: string | undefined, isSkipped: boolean): ModelSource["readBy"] {
  switch (scheme) {
    case "hf":
    case "oci":
    case "local":
      return isSkipped ? "nobody" : "agent";
    // The annotation is ignored here.
    case "pvc":
      return "job";
    case "vendor":
    case "s3":
    case "az":
    case "gs":
    case "github":
      return "nobody";
    default:
      return isSkipped ? "nobody" : "unknown";
  }
}
