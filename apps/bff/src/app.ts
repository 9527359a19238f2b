import type { ClusterState, ManifestReport } from "@ome-matrix/contract";
import express, { type Express } from "express";
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import { addSlash, takeBasePath } from "./http/base-path.ts";
import type { Context } from "./http/context.ts";
import { checkHost } from "./http/hosts.ts";
import { createMetrics } from "./http/metrics.ts";
import { handleErrors } from "./http/problem.ts";
import { createProbes, createRoutes, refuseWrites } from "./http/routes.ts";
import { secureHeaders } from "./http/security.ts";
import { createStreams, type Streams } from "./http/streams.ts";
import { createUnsent } from "./http/unsent.ts";
import { createWebApp } from "./http/web-app.ts";
import { createMatrixCache } from "./snapshot/matrix-cache.ts";
import type { Patching } from "./snapshot/patching.ts";
import type { Store } from "./snapshot/store.ts";

export interface AppOptions {
  readonly store: Store;
  readonly patching: Patching;
  readonly clock: Clock;
  readonly log: Logger;
  readonly source: ClusterState["source"];
  readonly manifestReports?: () => readonly ManifestReport[];
  /** The address that is listened on, which is served with its own port as loopback is. */
  readonly host?: string;
  /** Host names served besides. */
  readonly allowedHosts?: readonly string[];
  /** What a reverse proxy has in front of every address, such as `/ome-matrix`. */
  readonly basePath?: string;
  /** The folder of the built web app. */
  readonly webFolder: string;
  readonly mostStreams?: number;
}

export interface App {
  readonly express: Express;
  readonly streams: Streams;
}

/** The whole HTTP side over a store. Opens nothing by itself. */
export const createApp = (options: AppOptions): App => {
  const { store, patching, clock, log, source, manifestReports = () => [], allowedHosts = [] } = options;
  const { webFolder, mostStreams, basePath = "" } = options;
  const streams = createStreams({ store, clock, ...(mostStreams === undefined ? {} : { mostStreams }) });
  const metrics = createMetrics({ store, clock, streams });
  const context: Context = {
    store,
    matrices: createMatrixCache({ epoch: store.epoch, onComputed: metrics.observeMatrix }),
    patching,
    streams,
    unsent: createUnsent(),
    clock,
    log,
    source,
    manifestReports,
    basePath,
  };
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.use(takeBasePath(basePath));
  app.use(metrics.watchRequests);
  app.use(secureHeaders());
  app.use(refuseWrites);
  app.use(createProbes(context, metrics.handler));
  app.use(checkHost({ own: options.host, allowed: allowedHosts }, basePath));
  app.use(addSlash(basePath));
  app.use(createRoutes(context));
  app.use(createWebApp(webFolder, basePath));
  app.use(handleErrors(log, basePath));
  return { express: app, streams };
};
