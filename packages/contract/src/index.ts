/** What travels over HTTP: schemas, the types inferred from them, and the paths. Written once, used by both ends. */

export * from "./cluster.ts";
export * from "./events.ts";
export * from "./explain.ts";
export * from "./fixes.ts";
export * from "./inheritance.ts";
export * from "./matrix.ts";
export * from "./names.ts";
export * from "./parameters.ts";
export * from "./paths.ts";
export * from "./problem.ts";
export * from "./resource-key.ts";
export * from "./resources.ts";
export * from "./services.ts";
export * from "./text.ts";
