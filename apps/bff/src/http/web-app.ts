import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import compression from "compression";
import express, { type RequestHandler, Router } from "express";
import { AppError } from "./problem.ts";
import { nonceOf } from "./security.ts";

/** Stands in the built page wherever a nonce belongs. */
const noncePlaceholder = "__CSP_NONCE__";

/** Stands in the built page before every address of its own; the web app's Vite configuration writes it there. */
const basePathPlaceholder = "/__BASE_PATH__";

const sayNotBuilt = (basePath: string): string => `The page is not built.

Start with \`npm start\`, which builds it first, or build it with \`node scripts/build.mjs\`.
The API is there all the same: ${basePath}/api/openapi.json describes it.
`;

/** The page, read again when it was built again. */
const readPage = (file: string): (() => string | undefined) => {
  let known: { readonly changed: number; readonly text: string } | undefined;
  return () => {
    if (!existsSync(file)) return undefined;
    const changed = statSync(file).mtimeMs;
    if (known?.changed !== changed) known = { changed, text: readFileSync(file, "utf8") };
    return known.text;
  };
};

const sendPage = (folder: string, basePath: string): RequestHandler => {
  const page = readPage(join(folder, "index.html"));
  return (_request, response) => {
    const text = page();
    response.set("Cache-Control", "no-cache");
    if (text === undefined) response.status(503).type("text/plain").send(sayNotBuilt(basePath));
    else {
      const placed = text.replaceAll(basePathPlaceholder, basePath).replaceAll(noncePlaceholder, nonceOf(response));
      response.type("text/html").send(placed);
    }
  };
};

/** The built web app: its assets for good, since their names change with them; its page for every other address. */
export const createWebApp = (folder: string, basePath: string): Router => {
  const router = Router();
  const page = sendPage(folder, basePath);
  router.use(compression());
  router.get(["/", "/index.html"], page);
  router.use(
    "/assets",
    express.static(join(folder, "assets"), { index: false, redirect: false, immutable: true, maxAge: "365d" }),
  );
  router.use(
    express.static(folder, {
      index: false,
      // It would lead to an address without the base path.
      redirect: false,
      dotfiles: "ignore",
      cacheControl: false,
      setHeaders: (response) => response.set("Cache-Control", "no-cache"),
    }),
  );
  router.use((request, response, next) => {
    // A missing file is missing; only addresses of the page itself, which have no ending, get the page.
    if (/^\/assets\/|\.(?:js|css|svg|png|ico|map|woff2?|json|txt|webmanifest)$/.test(request.path)) {
      throw new AppError("not-found", {
        detail: `There is no file ${request.path}`,
        advice: "Reload the page: after an update its files have other names",
      });
    }
    page(request, response, next);
  });
  return router;
};
