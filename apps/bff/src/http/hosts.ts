import type { RequestHandler } from "express";
import { AppError } from "./problem.ts";

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Refuses host names that are not ours: a foreign page that points its own name at this address (DNS rebinding) would
 * otherwise read the cluster with the user's browser. An allowed name without a port is allowed on every port.
 */
export const checkHost = (allowedHosts: readonly string[], basePath: string): RequestHandler => {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return (request, _response, next) => {
    const given = (request.headers.host ?? "").toLowerCase();
    const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(given) ?? [];
    const isOwnPort = Number(port ?? 80) === request.socket.localPort;
    if ((loopback.has(name) && isOwnPort) || allowed.has(name) || allowed.has(given)) return next();
    throw new AppError("host-not-allowed", {
      detail: `The request is for the host "${given}"`,
      advice: `Use http://127.0.0.1:${request.socket.localPort}${basePath}, or start with --allowed-host ${given === "" ? "NAME" : given}`,
    });
  };
};
