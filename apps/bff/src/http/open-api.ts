import {
  explainParameters,
  listParameters,
  matrixParameters,
  pathToCluster,
  pathToEvents,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToOpenApi,
  pathToRuntimes,
  pathToServices,
} from "@ome-matrix/contract";
import { ruleSet } from "@ome-matrix/matcher";
import { z } from "zod";

type Json = Record<string, unknown>;

interface Route {
  readonly path: string;
  readonly summary: string;
  readonly parameters?: z.ZodType & { readonly shape: Readonly<Record<string, z.ZodType>> };
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
    summary: "The InferenceServices, sorted by namespace and name",
    parameters: listParameters,
    answers: { "application/json": component("ServiceList") },
    problems: [400, 404, 406],
  },
  {
    path: pathToMatrix(),
    summary: "The state of every pair of a model and a runtime",
    parameters: matrixParameters,
    answers: { "application/json": component("Matrix") },
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
];

const problemTitles: Readonly<Record<number, string>> = {
  400: "A parameter is not right",
  404: "There is no such object or namespace",
  406: "The answer does not come in the form asked for",
  503: "Not everything is known yet, or too many streams are open",
};

/** References that JSON Schema resolves by `$id` become references into the document. */
const withoutIds = (schema: Json): Json => {
  const { $schema: _schema, $id: _id, ...rest } = schema;
  return rest;
};

const schemas = (): Record<string, Json> => {
  const registered = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}`, io: "output" });
  return Object.fromEntries(
    Object.entries(registered.schemas)
      .map(([id, schema]): [string, Json] => [id, withoutIds(schema as Json)])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
};

const toParameters = ({ parameters }: Route): Json[] =>
  Object.entries(parameters?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _schema, description, ...rest } = z.toJSONSchema(schema, { io: "input" }) as Json;
    return {
      name,
      in: "query",
      required: false,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });

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
    responses: { "200": { description: "Found", content }, ...Object.fromEntries(problems) },
  };
};

/** The API as OpenAPI 3.1, made of the schemas that validate it. */
export const openApiDocument = (): Json => ({
  openapi: "3.1.0",
  info: {
    title: "OME Matrix",
    version: "1",
    description: `Which serving runtime OME picks for a model, and why not the others. ${ruleSet} rules. Read-only.`,
  },
  paths: Object.fromEntries(routes.map((route) => [route.path, { get: toOperation(route) }])),
  components: { schemas: schemas() },
});
