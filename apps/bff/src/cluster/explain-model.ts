import type { ModelSummary } from "@ome-matrix/contract";

type Facts = Pick<
  ModelSummary,
  "format" | "framework" | "architecture" | "hasPipeline" | "size" | "storageUri" | "status"
>;

const schemeOf = (storageUri: string | undefined): string | undefined =>
  /^([a-z][a-z0-9+.-]*):\/\//i.exec(storageUri ?? "")?.[1]?.toLowerCase();

/** Schemes that the API accepts and that nothing downloads (spec 4.1). */
const notDownloaded = new Set(["s3", "az", "gs", "github"]);

/**
 * Why OME recorded nothing, or no pipeline, as far as the object tells (spec 4.1, 4.4). In this order, the first cause that
 * applies; what is odd about recorded values is added.
 */
export const explainModel = (facts: Facts, skipsParsing: boolean): string[] => {
  const cause = explainMissing(facts, skipsParsing);
  return [...(cause === undefined ? [] : [cause]), ...explainOddities(facts)];
};

const explainMissing = (facts: Facts, skipsParsing: boolean): string | undefined => {
  const { storageUri, hasPipeline, status } = facts;
  const scheme = schemeOf(storageUri);
  const hasFormat = facts.format?.name !== undefined && facts.format.name !== "";
  const hasArchitecture = facts.architecture !== undefined && facts.architecture !== "";
  const complete = hasFormat && facts.framework !== undefined && hasArchitecture;
  // A language model has no pipeline, and nothing to explain.
  const isDiffusion = facts.format?.name === "diffusers" || (facts.architecture ?? "").endsWith("Pipeline");
  const lacksPipeline = !hasPipeline && isDiffusion;

  if (scheme === "pvc") {
    if (lacksPipeline) {
      return "OME never records a pipeline for models on a PVC: set spec.diffusionPipeline by hand.";
    }
    if (complete) return undefined;
    return status.state === "Ready"
      ? "The model's files could not be read: set the fields by hand."
      : "OME has not read the model's files yet: a job reads the volume claim; wait, or look at the model's conditions.";
  }
  if (complete && !lacksPipeline) return undefined;
  if (scheme === "vendor") {
    return "OME reads nothing of vendor:// models: set format, framework, architecture and, for a diffusion model, the pipeline by hand.";
  }
  if (skipsParsing) {
    return "Reading is switched off by the annotation ome.oracle.com/skip-config-parsing: set the fields by hand, or remove the annotation.";
  }
  if (scheme !== undefined && notDownloaded.has(scheme)) {
    return `OME has no downloader for ${scheme}://: the model stays In_Transit and nothing is read; set the fields by hand.`;
  }
  if (status.state !== "Ready") {
    return "OME has not read the model's files yet: wait until the model is Ready. The model agent has to be installed for that.";
  }
  if (!hasFormat) return "The model is Ready, but its files could not be read: set the fields by hand.";
  if (lacksPipeline && facts.format?.name !== "diffusers") {
    return "It is not recorded as a diffusers pipeline: its config.json was read, and there is no model_index.json.";
  }
  return undefined;
};

const explainOddities = ({ format, framework, size }: Facts): string[] => {
  const oddities: string[] = [];
  if (format?.version === "" || framework?.version === "") {
    oddities.push(
      "An empty version is recorded, and no runtime ever accepts it: set spec.modelFormat.version and spec.modelFramework.version by hand, since OME does not overwrite them.",
    );
  }
  if (size !== undefined && (size === "0" || /^[0-9.]+K$/.test(size))) {
    oddities.push(`The size ${size} reads as 0 parameters, so a runtime with a lower bound refuses the model.`);
  }
  return oddities;
};
