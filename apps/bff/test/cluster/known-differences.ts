/** Where the mock cluster is known to answer otherwise than a real API server, by the name of the case, and how. */
export const knownDifferences: Readonly<Record<string, string>> = {};
