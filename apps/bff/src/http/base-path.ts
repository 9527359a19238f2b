import type { RequestHandler } from "express";

/**
 * Takes the base path off an address, for a proxy that passes it on; an address without it is served as it is, for one that
 * took it off already. Everything behind sees the same addresses either way.
 */
export const takeBasePath =
  (basePath: string): RequestHandler =>
  (request, _response, next) => {
    if (basePath !== "" && request.url.startsWith(`${basePath}/`)) request.url = request.url.slice(basePath.length);
    next();
  };

/** Leads from `/ome-matrix` to `/ome-matrix/`. */
export const addSlash =
  (basePath: string): RequestHandler =>
  (request, response, next) => {
    const [path = "", query] = request.url.split(/\?(.*)/s, 2);
    if (basePath === "" || path !== basePath) return next();
    response.redirect(307, `${basePath}/${query === undefined ? "" : `?${query}`}`);
  };
