import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The BFF puts the base path in its place when it sends the page, so that one build serves every base path. */
const basePathPlaceholder = "/__BASE_PATH__";

/** Tells the page its base path; `src/api/base-path.ts` reads it. Without the BFF's help, as in development, there is none. */
const tellBasePath: Plugin = {
  name: "tell-base-path",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { name: "base-path", content: basePathPlaceholder }, injectTo: "head" },
  ],
};

export default defineConfig({
  plugins: [react(), tailwindcss(), tellBasePath],
  // Nothing is inlined as a data URL: the page's content security policy allows its own files only.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  experimental: {
    // Files find each other by where they lie; only the page has to know where that is.
    renderBuiltUrl: (file, { hostType }) =>
      hostType === "html" ? `${basePathPlaceholder}/${file}` : { relative: true },
  },
  server: { proxy: { "/api": process.env["OME_MATRIX_BFF"] ?? "http://127.0.0.1:8080" } },
});
