import {
  changesBody,
  explainParameters,
  fixEvidence,
  fixesParameters,
  listParameters,
  matrixParameters,
  pathToCluster,
  pathToEffect,
  pathToEvents,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToOpenApi,
  pathToRuntimes,
  pathToServices,
  previewParameters,
} from "@ome-matrix/contract";
import { ruleSet } from "@ome-matrix/matcher";
import { z } from "zod";
import { fixesPath } from "./addresses.ts";
import { mostBytes } from "./bodies.ts";
import { servicePath } from "./service-handlers.ts";

type Json = Record<string, unknown>;

interface Route {
  readonly path: string;
  /** Absent: GET. */
  readonly method?: "post";
  readonly summary: string;
  readonly parameters?: z.ZodType & { readonly shape: Readonly<Record<string, z.ZodType>> };
  readonly body?: { readonly schema: z.ZodType; readonly description: string };
  /** Media type to schema. */
  readonly answers: Readonly<Record<string, Json>>;
  readonly problems: readonly number[];
}

const component = (id: string): Json => ({ $ref: `#/components/schemas/${id}` });
const text: Json = { type: "string" };

const routes: readonly Route[] = [
  {
    path: pathToCluster(),
    summary: "Where the objects come from, how well each kind can be followed, and the namespaces",
    answers: { "application/json": component("ClusterState") },
    problems: [400, 406],
  },
  {
    path: pathToModels(),
    summary: "The models, sorted by kind, namespace and name",
    parameters: listParameters,
    answers: { "application/json": component("ModelList") },
    problems: [400, 404, 406],
  },
  {
    path: pathToRuntimes(),
    summary: "The runtimes, sorted by kind, namespace and name",
    parameters: listParameters,
    answers: { "application/json": component("RuntimeList") },
    problems: [400, 404, 406],
  },
  {
    path: pathToServices(),
    summary: "The InferenceServices, sorted by namespace and name, each with what OME would do with it now",
    parameters: listParameters,
    answers: { "application/json": component("ServiceList") },
    problems: [400, 404, 406],
  },
  {
    path: servicePath.replace(/:(\w+)/g, "{$1}"),
    summary: "One InferenceService: its model, the runtime it gets and why, what is inherited, and what is in use",
    answers: { "application/json": component("ServiceExplanation") },
    problems: [400, 404, 406, 503],
  },
  {
    path: pathToMatrix(),
    summary: "The state of every pair of a model and a runtime",
    parameters: matrixParameters,
    answers: { "application/json": { oneOf: [component("Matrix"), component("MatrixChanges")] } },
    problems: [400, 404, 406, 503],
  },
  {
    path: pathToExplain({}),
    summary: "Why: a pair, a model with its runtimes, or a runtime with its models",
    parameters: explainParameters,
    answers: {
      "application/json": {
        oneOf: [component("PairExplanation"), component("ModelExplanation"), component("RuntimeExplanation")],
      },
      "text/plain": { ...text, description: "The table of `kubectl ome runtime explain`; only where a model is named" },
    },
    problems: [400, 404, 406, 503],
  },
  {
    path: fixesPath,
    summary: "How to make a pair match or win: fixes that were tried on copies, as commands, and why others are none",
    parameters: fixesParameters,
    answers: { "application/json": component("PairFixes") },
    problems: [400, 404, 406, 503],
  },
  {
    path: fixesPath,
    method: "post",
    summary: "The same, with a model_index.json as evidence",
    parameters: fixesParameters,
    body: { schema: fixEvidence, description: "The model_index.json of the model's files" },
    answers: { "application/json": component("PairFixes") },
    problems: [400, 404, 406, 413, 503],
  },
  {
    path: pathToEffect(),
    method: "post",
    summary: "What changes would change: in the whole matrix, in every namespace and for every InferenceService",
    body: { schema: changesBody, description: "Patches, applied in their order to copies" },
    answers: { "application/json": component("Effect") },
    problems: [400, 404, 406, 413, 422, 503],
  },
  {
    path: pathToMatrix(),
    method: "post",
    summary: "The matrix as it would be after changes",
    parameters: previewParameters,
    body: { schema: changesBody, description: "Patches, applied in their order to copies" },
    answers: { "application/json": component("Matrix") },
    problems: [400, 404, 406, 413, 422, 503],
  },
  {
    path: pathToEvents(),
    summary: "Server-sent events: `event: revision` whenever something changed, its data a RevisionEvent",
    answers: { "text/event-stream": { ...text, description: "The data of every event is a RevisionEvent" } },
    problems: [400, 406, 503],
  },
  {
    path: pathToOpenApi(),
    summary: "This document",
    answers: { "application/json": { type: "object" } },
    problems: [400, 406],
  },
  {
    path: "/healthz",
    summary: "Whether the process answers",
    answers: { "text/plain": text },
    problems: [],
  },
  {
    path: "/readyz",
    summary: "Whether every kind has been listed once, or is known to be forbidden or absent",
    answers: { "text/plain": text },
    problems: [503],
  },
  {
    path: "/metrics",
    summary: "Objects and state of each kind, revisions, matrices, event streams and requests, for Prometheus",
    answers: { "text/plain": { ...text, description: "The text form of Prometheus" } },
    problems: [],
  },
];

const problemTitles: Readonly<Record<number, string>> = {
  400: "A parameter or the body is not right",
  404: "There is no such object or namespace",
  406: "The answer does not come in the form asked for",
  413: `The body is larger than ${mostBytes / 1024} KiB`,
  422: "A patch cannot be applied",
  503: "Not everything is known yet, or too many streams are open",
};

/** References that JSON Schema resolves by `$id` become references into the document. */
const withoutIds = (schema: Json): Json => {
  const { $schema: _schema, $id: _id, ...rest } = schema;
  return rest;
};

/** As the generator spells it, any JSON is a schema of its own that refers to itself. */
const sharedJson = "#/components/schemas/__shared#/$defs/schema0";

const schemas = (): Record<string, Json> => {
  const registered = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}`, io: "output" });
  const { __shared: _, ...named } = registered.schemas as Record<string, Json>;
  const text = JSON.stringify({ ...named, Json: { description: "Any JSON" } });
  const all = JSON.parse(text.replaceAll(sharedJson, component("Json")["$ref"] as string)) as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(all)
      .map(([id, schema]): [string, Json] => [id, withoutIds(schema)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
};

/** The parts of an address in braces. */
const toPathParameters = ({ path }: Route): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: text }));

const toParameters = (route: Route): Json[] => [
  ...toPathParameters(route),
  ...Object.entries(route.parameters?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _schema, description, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Json;
    return {
      name,
      in: "query",
      required: !schema.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  }),
];

const toRequestBody = ({ schema, description }: NonNullable<Route["body"]>): Json => ({
  description: `${description}; at most ${mostBytes / 1024} KiB`,
  required: true,
  content: { "application/json": { schema: component(z.globalRegistry.get(schema)?.id ?? "") } },
});

const toOperations = (path: string): Json =>
  Object.fromEntries(
    routes.filter((route) => route.path === path).map((route) => [route.method ?? "get", toOperation(route)]),
  );

const toOperation = (route: Route): Json => {
  const parameters = toParameters(route);
  const content = Object.fromEntries(Object.entries(route.answers).map(([type, schema]) => [type, { schema }]));
  const problems = route.problems.map((status): [string, Json] => [
    String(status),
    {
      description: problemTitles[status] ?? "A problem",
      content: { "application/problem+json": { schema: component("Problem") } },
    },
  ]);
  return {
    summary: route.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: toRequestBody(route.body) }),
    responses: { "200": { description: "Found", content }, ...Object.fromEntries(problems) },
  };
};

/** The API as OpenAPI 3.1, made of the schemas that validate it. */
export const openApiDocument = (basePath: string): Json => ({
  openapi: "3.1.0",
  info: {
    title: "OME Matrix",
    version: "1",
    description: `Which serving runtime OME picks for a model, and why not the others. ${ruleSet} rules. Read-only.`,
  },
  ...(basePath === "" ? {} : { servers: [{ url: basePath }] }),
  paths: Object.fromEntries(routes.map(({ path }) => [path, toOperations(path)])),
  components: { schemas: schemas() },
});
