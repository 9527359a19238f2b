import type { KubeConfig, RequestContext } from "@kubernetes/client-node";
import { PluginError } from "./credential-plugins.ts";

/** Rejects as soon as the signal fires; what was asked for goes on for whoever asks next. */
const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });

export interface Credentials {
  current(): KubeConfig;
  /** Puts the credentials into a request: one request at a time, so that nothing is asked for every kind at once. */
  addTo(request: RequestContext, kubeConfig: KubeConfig, signal: AbortSignal): Promise<void>;
  /** The API has refused a request with these credentials: reads them anew. Tells whether there may be others now. */
  renew(refused: KubeConfig): boolean;
}

/**
 * Credentials that can be read anew. The client keeps for good the token of a plugin that names no end, and one of a file for
 * a minute; what it was told of a kubeconfig it never reads again. All of that is forgotten by loading anew.
 */
export const createCredentials = (first: KubeConfig, load?: () => KubeConfig): Credentials => {
  let current = first;
  let underWay: Promise<unknown> | undefined;
  return {
    current: () => current,
    async addTo(request, kubeConfig, signal) {
      while (underWay !== undefined) await unlessAborted(underWay, signal);
      const own = kubeConfig.applySecurityAuthentication(request);
      // Whoever waits for a plugin that fails has failed too: else each kind would start it again at once.
      const settled = own.then(
        () => undefined,
        (error) => {
          if (error instanceof PluginError) throw error;
        },
      );
      settled.catch(() => undefined);
      underWay = settled;
      try {
        await unlessAborted(own, signal);
      } finally {
        // Also after giving up: what hangs must not hold up the next attempt.
        if (underWay === settled) underWay = undefined;
      }
    },
    renew(refused) {
      if (refused !== current) return true;
      if (load === undefined) return false;
      try {
        current = load();
        return true;
      } catch {
        // A kubeconfig that is being written, or that is gone: what is known may be granted again.
        return false;
      }
    },
  };
};
