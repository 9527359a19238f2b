/** A column of `kubectl get`, in the words of `additionalPrinterColumns`. */
export interface Column {
  readonly name: string;
  readonly type: "string" | "boolean" | "integer" | "date";
  readonly jsonPath: string;
}

const age: Column = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

function text(name: string, jsonPath: string): Column {
  return { name, type: "string", jsonPath };
}

export const namespaceColumns: readonly Column[] = [text("Status", ".status.phase"), age];

export const modelColumns: readonly Column[] = [
  { name: "Disabled", type: "boolean", jsonPath: ".spec.disabled" },
  text("Version", ".spec.version"),
  text("Vendor", ".spec.vendor"),
  text("Framework", ".spec.modelFramework.name"),
  text("FrameworkVersion", ".spec.modelFramework.version"),
  text("ModelFormat", ".spec.modelFormat.name"),
  text("Architecture", ".spec.modelArchitecture"),
  text("Capabilities", ".spec.modelCapabilities[*]"),
  text("Size", ".spec.modelParameterSize"),
  text("CompartmentID", ".spec.compartmentID"),
  text("Ready", ".status.state"),
  age,
];

export const runtimeColumns: readonly Column[] = [
  { name: "Disabled", type: "boolean", jsonPath: ".spec.disabled" },
  text("ModelFormat", ".spec.supportedModelFormats[*].modelFormat.name"),
  text("ModelFramework", ".spec.supportedModelFormats[*].modelFramework.name"),
  text("ModelFrameworkVersion", ".spec.supportedModelFormats[*].modelFramework.version"),
  text("ModelArchitecture", ".spec.supportedModelFormats[*].modelArchitecture"),
  text("ModelSizeMin", ".spec.modelSizeRange.min"),
  text("ModelSizeMax", ".spec.modelSizeRange.max"),
  text("Images", ".spec.containers[*].image"),
  age,
];

export const acceleratorClassColumns: readonly Column[] = [
  text("Vendor", ".spec.vendor"),
  text("Family", ".spec.family"),
  text("Memory", ".spec.capabilities.memoryGB"),
  { name: "Nodes", type: "integer", jsonPath: ".status.availableNodes" },
];

export const inferenceServiceColumns: readonly Column[] = [
  text("URL", ".status.url"),
  text("Ready", ".status.conditions[?(@.type=='Ready')].status"),
  text("BaseModel", ".spec.model.name"),
  text("Runtime", ".spec.runtime.name"),
  { name: "Prev", type: "integer", jsonPath: ".status.components.engine.traffic[?(@.tag=='prev')].percent" },
  { name: "Latest", type: "integer", jsonPath: ".status.components.engine.traffic[?(@.latestRevision==true)].percent" },
  text("PrevRolledoutRevision", ".status.components.engine.traffic[?(@.tag=='prev')].revisionName"),
  text("LatestReadyRevision", ".status.components.engine.traffic[?(@.latestRevision==true)].revisionName"),
  age,
];
