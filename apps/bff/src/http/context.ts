import type { ClusterState, ManifestReport } from "@ome-matrix/contract";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { MatrixCache } from "../snapshot/matrix-cache.ts";
import type { Patching } from "../snapshot/patching.ts";
import type { Store } from "../snapshot/store.ts";
import type { Streams } from "./streams.ts";
import type { Unsent } from "./unsent.ts";

/** What the routes answer from. */
export interface Context {
  readonly store: Store;
  readonly matrices: MatrixCache;
  readonly patching: Patching;
  readonly streams: Streams;
  readonly unsent: Unsent;
  readonly clock: Clock;
  readonly log: Logger;
  /** What the page calls the cluster. */
  readonly source: ClusterState["source"];
  /** What the mock cluster has to say about its manifests; nothing for a real cluster. */
  readonly manifestReports: () => readonly ManifestReport[];
  /** What is in front of every address as a browser sees it; empty without a reverse proxy that adds a path. */
  readonly basePath: string;
}
