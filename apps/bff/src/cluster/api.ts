import {
  HttpMethod,
  IsomorphicFetchHttpLibrary,
  type KubeConfig,
  ServerConfiguration,
  Watch,
} from "@kubernetes/client-node";

/** The API answered, but not with what was asked for. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "ApiError";
    this.status = status;
  }
}

/** A watch that delivered nothing for longer than a healthy one does. */
export class SilenceError extends Error {
  constructor() {
    super("the API sent nothing for too long");
    this.name = "SilenceError";
  }
}

export interface WatchEvents {
  /** The API has accepted the watch. */
  onOpen(): void;
  /** One event. Must not throw: the client would swallow it. */
  onEvent(type: unknown, object: unknown): void;
}

/** The two requests that a list-watch makes. */
export interface ClusterApi {
  /** One page of a list, as the API sends it. Rejects with ApiError for any status but 200. */
  list(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown>;
  /** Resolves when the API ends the watch or the signal stops it; rejects with ApiError, SilenceError or the connection's error. */
  watch(
    path: string,
    query: Readonly<Record<string, string>>,
    options: { readonly idleMilliseconds: number; readonly signal: AbortSignal },
    events: WatchEvents,
  ): Promise<void>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The sentence of a Kubernetes Status, or the first line of whatever a proxy said instead. */
const messageOf = (status: number, text: string): string => {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && typeof body["message"] === "string" && body["message"] !== "") return body["message"];
  } catch {
    // Not a Status: proxies and missing API groups answer in plain text.
  }
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line === "" || line.startsWith("<") ? `the API answered with status ${status}` : line.slice(0, 300);
};

/** Rejects as soon as the signal fires: credential plugins cannot be told to stop. */
const unlessAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });

/** The Kubernetes API of the kubeconfig's current context. */
export const createClusterApi = (kubeConfig: KubeConfig): ClusterApi => {
  const transport = new IsomorphicFetchHttpLibrary();
  return {
    async list(path, query, signal) {
      const cluster = kubeConfig.getCurrentCluster();
      if (cluster === null) throw new Error("the kubeconfig has no current cluster");
      // The generated API classes parse a list into classes of their own and take no signal; their transport does neither.
      const request = new ServerConfiguration(cluster.server, {}).makeRequestContext(path, HttpMethod.GET);
      request.setHeaderParam("Accept", "application/json");
      for (const [name, value] of Object.entries(query)) request.setQueryParam(name, value);
      request.setSignal(signal);
      await unlessAborted(kubeConfig.applySecurityAuthentication(request), signal);
      const response = await transport.send(request).toPromise();
      const text = await response.body.text();
      if (response.httpStatusCode !== 200) {
        throw new ApiError(response.httpStatusCode, messageOf(response.httpStatusCode, text));
      }
      return JSON.parse(text);
    },

    watch(path, query, { idleMilliseconds, signal }, events) {
      return new Promise((resolve, reject) => {
        const watch = new Watch(kubeConfig);
        // Private in its types, and the only way to set it: after 30 s its default would end every quiet watch.
        Object.assign(watch, { requestTimeoutMs: idleMilliseconds });
        let ended = false;
        const end = (error: unknown): void => {
          ended = true;
          if (signal.aborted || error === null || error === undefined) resolve();
          else if (isRecord(error) && typeof error["statusCode"] === "number") {
            reject(new ApiError(error["statusCode"], messageOf(error["statusCode"], String(error["message"]))));
          } else if (isRecord(error) && error["name"] === "TimeoutError") reject(new SilenceError());
          else reject(error);
        };
        watch
          .watch(
            path,
            query,
            (type, object) => {
              if (!signal.aborted) events.onEvent(type, object);
            },
            end,
          )
          .then((controller) => {
            if (signal.aborted) controller.abort();
            else if (!ended) {
              signal.addEventListener("abort", () => controller.abort(), { once: true });
              events.onOpen();
            }
          }, reject);
      });
    },
  };
};
