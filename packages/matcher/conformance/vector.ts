/** One recorded vector: what its input gives here, held against what it expects. The kind shows in the shape of the input. */
import { stringify } from "lossless-json";
import {
  acceptsVersion,
  type InferenceServiceSpec,
  judge,
  parseSize,
  parseVersion,
  type Read,
  readInferenceService,
  readModelSpec,
  readRuntime,
  readRuntimeSpec,
  sayModelRejection,
  sayNoRuntimeFound,
  sayReadProblem,
  sayRejection,
  sayWarning,
  select,
} from "../src/index.ts";

type Json = Readonly<Record<string, unknown>>;

/** Everything that is wrong with a vector or with our answer; empty when they agree in every field. */
export function checkVector(vector: unknown): readonly string[] {
  if (!isObject(vector) || !isObject(vector["input"]) || !isObject(vector["expected"])) {
    return ["not a vector: it needs an object `input` and an object `expected`"];
  }
  const { input, expected } = vector;
  if (Object.keys(expected).length === 0) return ["nothing is expected"];
  try {
    return compareFields(answer(input as Json), expected as Json, "");
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** An answer that accepts any of several values. */
interface AnyOf {
  readonly anyOf: (expected: Json) => readonly unknown[];
  readonly value: unknown;
}

function answer(input: Json): Json {
  if (Object.hasOwn(input, "entryVersion") && Object.hasOwn(input, "modelVersion")) return answerVersion(input);
  if (Object.hasOwn(input, "size")) return answerSize(input);
  if (Object.hasOwn(input, "model") && Object.hasOwn(input, "runtimes")) return answerSelection(input);
  if (Object.hasOwn(input, "model") && Object.hasOwn(input, "runtime")) return answerPair(input);
  throw new Error(`unknown shape of input: ${Object.keys(input).join(", ") || "no fields"}`);
}

function answerVersion({ entryVersion, operator, modelVersion }: Json): Json {
  const entry = asText(entryVersion, "entryVersion");
  const model = asText(modelVersion, "modelVersion");
  const written = operator === undefined || operator === null ? undefined : asText(operator, "operator");
  return {
    parsesA: parseVersion(entry) !== undefined,
    parsesB: parseVersion(model) !== undefined,
    matches: acceptsVersion(entry, written, model).accepts,
  };
}

function answerSize({ size }: Json): Json {
  const value = parseSize(asText(size, "size"));
  if (Number.isNaN(value)) return { value: "NaN" };
  if (!Number.isFinite(value)) return { value: value > 0 ? "Inf" : "-Inf" };
  return { value };
}

function answerPair(input: Json): Json {
  const model = known(readModelSpec(input["model"]), "model");
  const runtime = known(readRuntimeSpec(input["runtime"]), "runtime");
  const verdict = judge(model, runtime, asService(input["isvc"]));
  const reasons = verdict.rejection === undefined ? [] : [sayRejection(verdict.rejection)];
  const acceptable: AnyOf = {
    value: reasons,
    anyOf: ({ acceptableReasons, reasons: first }) =>
      Array.isArray(acceptableReasons) ? [...acceptableReasons, first] : [first],
  };
  return {
    compatible: verdict.compatible,
    reasons: acceptable,
    acceptableReasons: acceptable,
    warnings: verdict.warnings.map(sayWarning),
    autoSelectable: verdict.qualifies,
    score: verdict.score.score,
    details: { ...verdict.details, reasons: [] },
  };
}

function answerSelection(input: Json): Json {
  const model = known(readModelSpec(input["model"]), "model");
  const listed = input["runtimes"];
  if (!Array.isArray(listed)) throw new Error("runtimes is not a list");
  const runtimes = listed.map((runtime, index) => known(readRuntime(runtime), `runtimes[${index}]`));
  const namespace = asText(input["namespace"], "namespace");
  const selection = select(model, runtimes, { namespace, service: asService(input["isvc"]) });
  const nothing =
    selection.rejection !== undefined ? sayModelRejection(selection.rejection) : sayNoRuntimeFound(model, selection);
  return {
    ranking: selection.ranking.map(({ runtime: { name, kind }, verdict }) => ({
      name,
      kind,
      score: verdict.score.score,
    })),
    selected: selection.selected?.runtime.name ?? null,
    error: selection.selected === undefined ? nothing : null,
  };
}

/** The services in vectors name no model, and the recorded version did not mind: each is given one (spec 2.6). */
function asService(json: unknown): InferenceServiceSpec | undefined {
  if (json === undefined || json === null) return undefined;
  if (!isObject(json)) throw new Error("isvc is not an object");
  const metadata = isObject(json["metadata"]) ? json["metadata"] : {};
  const spec = json["spec"] ?? {};
  const service = {
    kind: "InferenceService",
    metadata: { ...metadata, name: "service" },
    spec: isObject(spec) ? { ...spec, model: { name: "model" } } : spec,
  };
  return known(readInferenceService(service), "isvc").spec;
}

function known<Value>(read: Read<Value>, what: string): Value {
  if (read.ok) return read.value;
  throw new Error(`${what} cannot be read: ${read.problems.map(sayReadProblem).join("; ")}`);
}

function asText(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw new Error(`${what} is not a text`);
}

/** Only some vectors have it. */
const optional: ReadonlySet<string> = new Set(["acceptableReasons"]);

/** Every field that there is, no more and no fewer: a vector that lost some of what it expects would prove less than it seems to. */
function compareFields(actual: Json, expected: Json, path: string): readonly string[] {
  const pathOf = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const missing = Object.keys(actual)
    .filter((key) => !Object.hasOwn(expected, key) && !optional.has(key))
    .map((key) => `unknown shape of expected: ${pathOf(key)} is missing`);
  const wrong = Object.entries(expected).flatMap(([key, value]) => {
    if (!Object.hasOwn(actual, key)) return [`${pathOf(key)}: a field that is not known here`];
    return compareValues(actual[key], value, pathOf(key), expected);
  });
  return [...missing, ...wrong];
}

function compareValues(actual: unknown, expected: unknown, path: string, around: Json): readonly string[] {
  if (isAnyOf(actual)) {
    const accepted = actual.anyOf(around).some((one) => isDeepEqual(actual.value, one));
    return accepted ? [] : [differs(path, expected, actual.value)];
  }
  if (isObject(expected) && isObject(actual)) return compareFields(actual, expected, path);
  return isDeepEqual(actual, expected) ? [] : [differs(path, expected, actual)];
}

function differs(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${show(expected)}, got ${show(actual)}`;
}

/** Numbers by value: those beyond 2^53 - 1 are decimal texts in vectors, and zero has no sign. */
function isDeepEqual(actual: unknown, expected: unknown): boolean {
  if (typeof actual === "bigint") {
    if (typeof expected === "number") return Number.isSafeInteger(expected) && BigInt(expected) === actual;
    return typeof expected === "string" && /^-?[0-9]+$/.test(expected) && BigInt(expected) === actual;
  }
  if (typeof actual === "number") {
    if (typeof expected === "string" && /^-?[0-9]+$/.test(expected)) return Number(expected) === actual;
    return actual === expected;
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length && actual.every((item, index) => isDeepEqual(item, expected[index]));
  }
  if (isObject(actual) && isObject(expected)) {
    const keys = Object.keys(actual);
    return (
      keys.length === Object.keys(expected).length &&
      keys.every((key) => Object.hasOwn(expected, key) && isDeepEqual(actual[key], expected[key]))
    );
  }
  return actual === expected;
}

function isAnyOf(value: unknown): value is AnyOf {
  return isObject(value) && typeof value["anyOf"] === "function";
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whole numbers may be a bigint here, and are shown as the numbers that they are. */
function show(value: unknown): string {
  return stringify(value) ?? "nothing";
}
