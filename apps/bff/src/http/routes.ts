import {
  pathToCluster,
  pathToEffect,
  pathToEvents,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToOpenApi,
  pathToRuntimes,
  pathToServices,
} from "@ome-matrix/contract";
import { type RequestHandler, Router } from "express";
import { fixesPath } from "./addresses.ts";
import type { Context } from "./context.ts";
import { getFixes, postEffect, postFixes, postMatrix } from "./fix-handlers.ts";
import {
  getCluster,
  getEvents,
  getExplain,
  getHealth,
  getList,
  getMatrix,
  getOpenApi,
  getReadiness,
} from "./handlers.ts";
import { AppError } from "./problem.ts";
import { getService, getServices, servicePath } from "./service-handlers.ts";
import { similarNames } from "./similar.ts";

/** The probes of an orchestrator and its scraper, which come under whatever host name it likes. */
export const createProbes = (context: Context, metrics: RequestHandler): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  router.get("/healthz", getHealth());
  router.get("/readyz", getReadiness(context));
  router.get("/metrics", metrics);
  return router;
};

/** Those that take a body: a question that is too long for an address. */
const postedPaths: readonly string[] = [fixesPath, pathToEffect(), pathToMatrix()];

/** Everything under /api: one line a route. */
export const createRoutes = (context: Context): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  const routes: readonly (readonly [string, RequestHandler])[] = [
    [pathToCluster(), getCluster(context)],
    [pathToModels(), getList(context, "models")],
    [pathToRuntimes(), getList(context, "runtimes")],
    [pathToServices(), getServices(context)],
    [servicePath, getService(context)],
    [pathToMatrix(), getMatrix(context)],
    [pathToExplain({}), getExplain(context)],
    [fixesPath, getFixes(context)],
    [pathToEvents(), getEvents(context)],
    [pathToOpenApi(), getOpenApi(context)],
  ];
  const posts: readonly (readonly [string, RequestHandler])[] = [
    [fixesPath, postFixes(context)],
    [pathToMatrix(), postMatrix(context)],
    [pathToEffect(), postEffect(context)],
  ];
  for (const [path, handler] of routes) router.get(path, handler);
  for (const [path, handler] of posts) router.post(path, handler);
  router.use("/api", (request) => {
    throw new AppError("not-found", {
      detail: `There is nothing at ${request.originalUrl.split("?", 1)[0]}`,
      advice: `${pathToOpenApi()} describes what there is`,
      suggestions: similarNames(request.baseUrl + request.path, [
        ...new Set([...routes, ...posts].map(([path]) => path)),
      ]),
    });
  });
  return router;
};

/**
 * Nothing here writes, so nothing but GET and HEAD is taken, and POST where a question comes as a body. Other bodies are
 * not read.
 */
export const refuseWrites: RequestHandler = (request, response, next) => {
  const isPosted = postedPaths.includes(request.path);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead ? request.path !== pathToEffect() : request.method === "POST" && isPosted) return next();
  const allowed = request.path === pathToEffect() ? ["POST"] : ["GET", "HEAD", ...(isPosted ? ["POST"] : [])];
  response.set("Allow", allowed.join(", "));
  throw new AppError("method-not-allowed", {
    detail: `${request.method} is not served${isPosted ? ` at ${request.path}` : ""}`,
    advice:
      request.path === pathToEffect()
        ? "Use POST, with the changes as the body"
        : "Use GET; to change an object, use kubectl",
  });
};
