import { createHash } from "node:crypto";
import {
  instant,
  type ModelSummary,
  type ReadProblem,
  type RuntimeSummary,
  type ServiceSummary,
  toResourceKey,
  type WatchedKind,
} from "@ome-matrix/contract";
import {
  acceleratorClassPlaces,
  parseSize,
  type Read,
  readInferenceService,
  readModel,
  readRuntime,
  sayReadProblem,
  sizeRangeText,
} from "@ome-matrix/matcher";
import type { ClusterObject, ModelObject, NamedObject, RuntimeObject, ServiceObject } from "../snapshot/change.ts";
import { toDocument } from "./allow-list.ts";
import { explainModel } from "./explain-model.ts";
import { at, defined, isRecord, type JsonRecord, listAt, textAt, textMapAt, textsAt } from "./json.ts";
import { readManagers } from "./marks.ts";
import { withoutCredentials } from "./storage-uri.ts";

const namespacedKinds: ReadonlySet<WatchedKind> = new Set(["BaseModel", "ServingRuntime", "InferenceService"]);

/** Half of a surrogate pair cannot be written in a URL, so it is replaced; Kubernetes never lets one in. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A name for an object that has none: the same one whenever the same object comes again. */
const nameWithoutName = (object: unknown): string => {
  const uid = textAt(object, "metadata", "uid");
  if (uid !== undefined && uid !== "") return `(no name, ${wellFormed(uid).slice(0, 60)})`;
  const withoutVersion = (key: string, value: unknown): unknown => (key === "resourceVersion" ? undefined : value);
  const text = JSON.stringify(object, withoutVersion) ?? "";
  return `(no name, ${createHash("sha256").update(text).digest("hex").slice(0, 12)})`;
};

interface Identity<Kind extends WatchedKind> {
  readonly kind: Kind;
  readonly key: string;
  readonly name: string;
  readonly namespace?: string;
}

const identify = <Kind extends WatchedKind>(kind: Kind, object: unknown): Identity<Kind> => {
  const given = textAt(object, "metadata", "name");
  const name = given === undefined ? nameWithoutName(object) : wellFormed(given) || "(empty name)";
  if (!namespacedKinds.has(kind)) return { kind, name, key: toResourceKey({ kind, name }) };
  const namespace = wellFormed(textAt(object, "metadata", "namespace") || "(no namespace)");
  return { kind, name, namespace, key: toResourceKey({ kind, namespace, name }) };
};

const toProblems = (read: Read<unknown>): ReadProblem[] =>
  read.ok ? [] : read.problems.map((problem) => ({ ...problem, message: sayReadProblem(problem) }));

const readFacts = (object: unknown) => {
  const createdAt = instant.safeParse(at(object, "metadata", "creationTimestamp"));
  const labels = textMapAt(object, "metadata", "labels");
  return {
    createdAt: createdAt.success ? createdAt.data : undefined,
    managedBy: readManagers(labels, textMapAt(object, "metadata", "annotations")),
    labels,
  };
};

const versionedName = (value: unknown) =>
  isRecord(value) ? defined({ name: textAt(value, "name"), version: textAt(value, "version") }) : undefined;

const finiteSize = (size: string | undefined): number | undefined => {
  const value = size === undefined ? Number.NaN : parseSize(size);
  return Number.isFinite(value) ? value : undefined;
};

const skipParsingAnnotation = "ome.oracle.com/skip-config-parsing";

const readModelObject = (kind: ModelObject["kind"], object: JsonRecord): ModelObject => {
  const identity = identify(kind, object);
  const read = readModel(object);
  const spec = at(object, "spec");
  const storageUri = textAt(spec, "storage", "storageUri");
  const facts = defined({
    displayName: textAt(spec, "displayName"),
    vendor: textAt(spec, "vendor"),
    modelType: textAt(spec, "modelType"),
    capabilities: textsAt(spec, "modelCapabilities"),
    format: versionedName(at(spec, "modelFormat")),
    framework: versionedName(at(spec, "modelFramework")),
    architecture: textAt(spec, "modelArchitecture"),
    quantization: textAt(spec, "quantization"),
    size: textAt(spec, "modelParameterSize"),
    sizeValue: finiteSize(textAt(spec, "modelParameterSize")),
    distribution: textAt(spec, "distribution"),
    pipelineClass: textAt(spec, "diffusionPipeline", "className"),
    hasPipeline: isRecord(at(spec, "diffusionPipeline")),
    storageUri: storageUri === undefined ? undefined : withoutCredentials(storageUri),
    disabled: at(spec, "disabled") === true,
    status: defined({
      state: textAt(object, "status", "state"),
      nodesReady: listAt(object, "status", "nodesReady").length,
      nodesFailed: listAt(object, "status", "nodesFailed").length,
    }),
  });
  const skipsParsing = textAt(object, "metadata", "annotations", skipParsingAnnotation)?.toLowerCase() === "true";
  const summary = defined({
    ...identity,
    ...readFacts(object),
    problems: toProblems(read),
    ...facts,
    explanations: explainModel(facts as ModelSummary, skipsParsing),
    shadowedIn: [],
  }) as ModelSummary;
  return {
    ...identity,
    summary,
    document: JSON.stringify(toDocument(kind, object)),
    ...(read.ok ? { spec: read.value.spec } : {}),
  };
};

/** The images of all containers in the places where a runtime has some. */
const imagesOf = (spec: unknown): string[] => {
  const images = new Set<string>();
  const add = (container: unknown): void => {
    const image = textAt(container, "image");
    if (image !== undefined) images.add(image);
  };
  const addAll = (part: unknown): void => {
    add(at(part, "runner"));
    for (const list of ["containers", "initContainers", "sidecars"])
      for (const container of listAt(part, list)) add(container);
  };
  for (const part of ["engineConfig", "decoderConfig", "routerConfig"]) {
    addAll(at(spec, part));
    addAll(at(spec, part, "leader"));
    addAll(at(spec, part, "worker"));
  }
  addAll(spec);
  return [...images];
};

const readEntry = (entry: unknown): RuntimeSummary["entries"][number] => {
  const autoSelect = at(entry, "autoSelect");
  const priority = at(entry, "priority");
  return defined({
    format: versionedName(at(entry, "modelFormat")),
    framework: versionedName(at(entry, "modelFramework")),
    architecture: textAt(entry, "modelArchitecture"),
    quantization: textAt(entry, "quantization"),
    pipelineClass: textAt(entry, "diffusionPipeline", "className"),
    autoSelect: typeof autoSelect === "boolean" ? autoSelect : undefined,
    priority: Number.isSafeInteger(priority) ? (priority as number) : undefined,
  }) as RuntimeSummary["entries"][number];
};

const readRuntimeObject = (kind: RuntimeObject["kind"], object: JsonRecord): RuntimeObject => {
  const identity = identify(kind, object);
  const read = readRuntime(object);
  const spec = at(object, "spec");
  const entries = listAt(spec, "supportedModelFormats").map(readEntry);
  const range = at(spec, "modelSizeRange");
  const bounds = defined({ min: textAt(range, "min"), max: textAt(range, "max") }) as { min?: string; max?: string };
  const annotations = textMapAt(object, "metadata", "annotations");
  const inheritsFrom = annotations["ome.io/inherit-from"];
  const summary = defined({
    ...identity,
    ...readFacts(object),
    problems: toProblems(read),
    disabled: at(spec, "disabled") === true,
    entries,
    autoSelect: entries.some((entry) => entry.autoSelect === true),
    sizeRange: isRecord(range) ? { ...bounds, text: sizeRangeText(bounds) } : undefined,
    sizeValue: finiteSize(bounds.min),
    acceleratorClasses: textsAt(spec, "acceleratorRequirements", "acceleratorClasses"),
    images: imagesOf(spec),
    inheritsFrom: inheritsFrom === "" ? undefined : inheritsFrom,
    isProfile: annotations["ome.io/runtime-profile"] === "true",
  }) as RuntimeSummary;
  return {
    ...identity,
    summary,
    document: JSON.stringify(toDocument(kind, object)),
    ...(read.ok ? { spec: read.value.spec } : {}),
  };
};

/** A reference by name; a kind alone is none. */
const referenceAt = (spec: unknown, field: string): { name?: string; kind?: string } | undefined => {
  const reference = at(spec, field);
  if (!isRecord(reference)) return undefined;
  return defined({ name: textAt(reference, "name"), kind: textAt(reference, "kind") }) as {
    name?: string;
    kind?: string;
  };
};

const deploymentModeAnnotation = "ome.io/deploymentMode";

/** The four places of spec 2.6, in the order of the matcher's list. */
const acceleratorClassesOf = (object: unknown): { place: string; name: string }[] => {
  const names = [
    textAt(object, "metadata", "annotations", "ome.io/accelerator-class"),
    textAt(object, "spec", "acceleratorSelector", "acceleratorClass"),
    textAt(object, "spec", "engine", "acceleratorOverride", "acceleratorClass"),
    textAt(object, "spec", "decoder", "acceleratorOverride", "acceleratorClass"),
  ];
  return acceleratorClassPlaces.flatMap((place, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ place, name }];
  });
};

const sayAsks = (
  summary: Pick<ServiceSummary, "acceleratorClasses" | "deploymentMode" | "deploymentModes">,
): string => {
  const classes = new Set(summary.acceleratorClasses.map(({ name }) => name));
  const { engine, decoder } = summary.deploymentModes;
  const modes = [
    summary.deploymentMode,
    engine === undefined ? undefined : `engine ${engine}`,
    decoder === undefined ? undefined : `decoder ${decoder}`,
  ];
  return [...classes, ...modes].filter((part) => part !== undefined && part !== "").join(" · ");
};

const readServiceObject = (object: JsonRecord): ServiceObject => {
  const identity = identify("InferenceService", object);
  const namespace = identity.namespace ?? "";
  const read = readInferenceService(object);
  const spec = at(object, "spec");
  const asked = {
    acceleratorClasses: acceleratorClassesOf(object),
    deploymentMode: textAt(spec, "deploymentMode"),
    deploymentModes: defined({
      engine: textAt(spec, "engine", "annotations", deploymentModeAnnotation),
      decoder: textAt(spec, "decoder", "annotations", deploymentModeAnnotation),
    }),
  };
  const conditions = listAt(object, "status", "conditions").flatMap((condition) => {
    const type = textAt(condition, "type");
    const status = textAt(condition, "status");
    if (type === undefined || status === undefined) return [];
    return [defined({ type, status, reason: textAt(condition, "reason"), message: textAt(condition, "message") })];
  });
  const summary = defined({
    ...identity,
    namespace,
    ...readFacts(object),
    problems: toProblems(read),
    model: referenceAt(spec, "model"),
    runtime: referenceAt(spec, "runtime"),
    ...asked,
    url: textAt(object, "status", "url"),
    conditions,
    asks: sayAsks(asked as Pick<ServiceSummary, "acceleratorClasses" | "deploymentMode" | "deploymentModes">),
  }) as ServiceSummary;
  return {
    ...identity,
    namespace,
    summary,
    document: JSON.stringify(toDocument("InferenceService", object)),
    ...(read.ok ? { spec: read.value.spec } : {}),
  };
};

const readNamedObject = (kind: NamedObject["kind"], object: JsonRecord): NamedObject => {
  const name = at(object, "metadata", "name");
  const problem = { path: "metadata.name", expected: "a name", found: "something else" };
  const problems = typeof name === "string" && name !== "" ? [] : [{ ...problem, message: sayReadProblem(problem) }];
  return { ...identify(kind, object), document: JSON.stringify(toDocument(kind, object)), problems };
};

/**
 * What the snapshot keeps of an object. Never throws, whatever JSON it is given: what cannot be read becomes an object with
 * problems, under a name that stays the same.
 */
export const readObject = (kind: WatchedKind, object: unknown): ClusterObject => {
  // The items of some lists do not repeat their kind.
  const whole: JsonRecord = isRecord(object) ? { ...object, kind: object["kind"] ?? kind } : { kind };
  switch (kind) {
    case "BaseModel":
    case "ClusterBaseModel":
      return readModelObject(kind, whole);
    case "ServingRuntime":
    case "ClusterServingRuntime":
      return readRuntimeObject(kind, whole);
    case "InferenceService":
      return readServiceObject(whole);
    case "AcceleratorClass":
    case "Namespace":
      return readNamedObject(kind, whole);
  }
};
