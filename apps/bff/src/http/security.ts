import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

/** The nonce of a response, for the style elements of its page. */
export const nonceOf = (response: Response): string => String(response.locals["nonce"]);

/**
 * Headers that keep the page to itself. No inline script; style elements by nonce; style attributes are allowed, since the
 * component library sets them. Plain http is what loopback speaks, so nothing is upgraded to https.
 */
export const secureHeaders = (): RequestHandler[] => [
  (_request, response, next) => {
    response.locals["nonce"] = randomBytes(16).toString("base64");
    next();
  },
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "frame-ancestors": ["'none'"],
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  }),
];
