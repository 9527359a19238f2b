import { pathToFixes } from "@ome-matrix/contract";

/** Without its query, which has parameters that may not be left out. */
export const fixesPath = pathToFixes({ model: "", runtime: "" }).replace(/\?.*$/, "");
