/** The cluster of kinds.yaml: which kinds of fixes it is for, and what somebody has of the files of one of its models. */
import { fileURLToPath } from "node:url";

export const kindsManifests = fileURLToPath(new URL("kinds.yaml", import.meta.url));

export const kindsBesideDemo = [
  "model/clear-field",
  "model/enable",
  "model/record-pipeline",
  "runtime/enable",
  "service/deployment-mode",
  "service/model-kind",
] as const;

export const evidenceOf = (modelKey: string): unknown =>
  modelKey === "ClusterBaseModel/painter"
    ? {
        _class_name: "QwenImagePipeline",
        _diffusers_version: "0.34.0",
        transformer: ["diffusers", "QwenImageTransformer2DModel"],
        vae: ["diffusers", "AutoencoderKLQwenImage"],
      }
    : undefined;
