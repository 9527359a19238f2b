/** What the page's own answer says of where it is: `/ome-matrix` behind a proxy that serves it there, else empty. */
const readBasePath = (page: Pick<Document, "querySelector">): string =>
  page.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

/** Read once: it cannot change while the page is open. */
export const basePath = typeof document === "undefined" ? "" : readBasePath(document);

/** An address of the server, or of a page, as the browser has to ask for it. `path` begins with a slash. */
export const inBasePath = (path: string): string => `${basePath}${path}`;
