import {
  pathToCluster,
  pathToEvents,
  pathToExplain,
  pathToMatrix,
  pathToModels,
  pathToOpenApi,
  pathToRuntimes,
  pathToServices,
} from "@ome-matrix/contract";
import { type RequestHandler, Router } from "express";
import type { Context } from "./context.ts";
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
import { similarNames } from "./similar.ts";

/** The probes of an orchestrator, which come under whatever host name it likes. */
export const createProbes = (context: Context): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  router.get("/healthz", getHealth());
  router.get("/readyz", getReadiness(context));
  return router;
};

/** Everything under /api: one line a route. */
export const createRoutes = (context: Context): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  const routes: readonly (readonly [string, RequestHandler])[] = [
    [pathToCluster(), getCluster(context)],
    [pathToModels(), getList(context, "models")],
    [pathToRuntimes(), getList(context, "runtimes")],
    [pathToServices(), getList(context, "services")],
    [pathToMatrix(), getMatrix(context)],
    [pathToExplain({}), getExplain(context)],
    [pathToEvents(), getEvents(context)],
    [pathToOpenApi(), getOpenApi(context)],
  ];
  for (const [path, handler] of routes) router.get(path, handler);
  router.use("/api", (request) => {
    throw new AppError("not-found", {
      detail: `There is nothing at ${request.originalUrl.split("?", 1)[0]}`,
      advice: `${pathToOpenApi()} describes what there is`,
      suggestions: similarNames(
        request.baseUrl + request.path,
        routes.map(([path]) => path),
      ),
    });
  });
  return router;
};

/** Nothing here writes, so nothing but GET and HEAD is taken; bodies are not read. */
export const refuseWrites: RequestHandler = (request, response, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next();
  response.set("Allow", "GET, HEAD");
  throw new AppError("method-not-allowed", {
    detail: `${request.method} is not served`,
    advice: "Use GET; to change an object, use kubectl",
  });
};
