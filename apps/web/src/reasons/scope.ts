import { escapeControls } from "@ome-matrix/matcher";

/** Where an object is: `cluster`, or its namespace. */
export const sayScope = ({ namespace }: { readonly namespace?: string | undefined }): string =>
  namespace === undefined ? "cluster" : escapeControls(namespace);
