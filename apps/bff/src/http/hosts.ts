import type { Request, RequestHandler } from "express";
import { AppError } from "./problem.ts";

const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** How many a request has: the parsed headers keep the first one only. */
const countHosts = ({ rawHeaders }: Request): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

/** The host of an address that is given as a whole (`GET http://name/path`): it goes before the header (RFC 9112, 3.2.2). */
const hostOfAddress = ({ originalUrl }: Request): string | undefined =>
  /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(originalUrl)?.[1];

export interface Hosts {
  /** The address that is listened on: served with the own port, as loopback names are. */
  readonly own: string | undefined;
  /** One without a port is allowed on every port. */
  readonly allowed: readonly string[];
}

/**
 * Refuses host names that are not ours: a foreign page that points its own name at this address (DNS rebinding) would
 * otherwise read the cluster with the user's browser.
 */
export const checkHost = ({ own, allowed }: Hosts, basePath: string): RequestHandler => {
  const ownNames = new Set([...loopback, ...(own === undefined ? [] : [own.includes(":") ? `[${own}]` : own])]);
  const allowedNames = new Set(allowed.map((host) => host.toLowerCase()));
  return (request, _response, next) => {
    if (countHosts(request) > 1) {
      throw new AppError("bad-request", {
        detail: "The request has several Host headers",
        advice: "Send one; if a proxy adds another, let it replace the first",
      });
    }
    const isServed = (given: string): boolean => {
      const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(given) ?? [];
      const isOwnPort = Number(port ?? 80) === request.socket.localPort;
      return (ownNames.has(name) && isOwnPort) || allowedNames.has(name) || allowedNames.has(given);
    };
    const hosts = [hostOfAddress(request) ?? request.headers.host ?? "", request.headers.host ?? ""];
    const foreign = hosts.map((host) => host.toLowerCase()).find((host) => !isServed(host));
    if (foreign === undefined) return next();
    throw new AppError("host-not-allowed", {
      detail: `The request is for the host "${foreign}"`,
      advice: `Use http://127.0.0.1:${request.socket.localPort}${basePath}, or start with --allowed-host ${foreign === "" ? "NAME" : foreign}`,
    });
  };
};
