import { z } from "zod";

const name = z.string().min(1, "must not be empty").max(317, "is longer than a Kubernetes name can be");

/** Query parameters of /api/models, /api/runtimes and /api/services. */
export const listParameters = z.strictObject({
  namespace: name
    .optional()
    .meta({ description: "Only what is visible from this namespace; all namespaces when absent" }),
});

const viewFields = {
  namespace: name.optional().meta({ description: "The namespace from which to look; all namespaces when absent" }),
  service: name.optional().meta({
    description: "An InferenceService of that namespace, whose accelerator classes and deployment modes apply",
  }),
};
const serviceNeedsNamespace = {
  path: ["service"],
  message: "needs the parameter namespace as well, since InferenceServices are namespaced",
};

/** Query parameters of POST /api/matrix. `service` needs `namespace`. */
export const previewParameters = z
  .strictObject(viewFields)
  .refine((value) => value.service === undefined || value.namespace !== undefined, serviceNeedsNamespace);

/** Query parameters of GET /api/matrix. */
export const matrixParameters = z
  .strictObject({
    ...viewFields,
    since: z
      .string()
      .regex(/^[^:]{1,40}:\d{1,15}$/, "is not the epoch and the revision of a matrix, with a colon between them")
      .optional()
      .meta({
        description:
          "Epoch and revision of an answer that you have, as epoch:revision, seen from the same place: the answer is then what changed since, where that is still known, and else the whole",
      }),
  })
  .refine((value) => value.service === undefined || value.namespace !== undefined, serviceNeedsNamespace);

/** Query parameters of /api/explain: a pair, a model with its runtimes, or a runtime with its models. */
export const explainParameters = z
  .strictObject({
    model: name.optional().meta({
      description:
        "A model's name (a BaseModel of the namespace goes first, then a ClusterBaseModel), or its resource key",
    }),
    runtime: name
      .optional()
      .meta({ description: "A runtime's name (a ServingRuntime of the namespace goes first), or its resource key" }),
    namespace: name.optional().meta({ description: "Absent: the named object's own namespace, else default" }),
    service: name.optional().meta({ description: "An InferenceService of that namespace" }),
  })
  .refine((value) => value.model !== undefined || value.runtime !== undefined, {
    path: ["model"],
    message: "is missing: give model, runtime, or both",
  })
  .refine((value) => value.service === undefined || value.namespace !== undefined, {
    path: ["service"],
    message: "needs the parameter namespace as well, since InferenceServices are namespaced",
  });

/** Query parameters of /api/fixes. */
export const fixesParameters = z
  .strictObject({
    model: name.meta({ description: "A model's name or its resource key" }),
    runtime: name.meta({ description: "A runtime's name or its resource key" }),
    namespace: name.optional().meta({ description: "Absent: the named object's own namespace, else default" }),
    service: name.optional().meta({ description: "An InferenceService of that namespace" }),
  })
  .refine((value) => value.service === undefined || value.namespace !== undefined, {
    path: ["service"],
    message: "needs the parameter namespace as well, since InferenceServices are namespaced",
  });
