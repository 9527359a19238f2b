import {
  HttpMethod,
  IsomorphicFetchHttpLibrary,
  type KubeConfig,
  type ResponseContext,
  ServerConfiguration,
} from "@kubernetes/client-node";
import type { Clock } from "../clock.ts";
import type { PluginError, PluginRunner } from "./credential-plugins.ts";
import { createCredentials } from "./credentials.ts";
import { isRecord, textAt } from "./json.ts";
import { readLines } from "./lines.ts";
import { readRetryAfter } from "./retry-after.ts";

/** The API answered, but not with what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  /** How long the API asks to be left alone. */
  readonly retryAfterMilliseconds: number | undefined;

  constructor(status: number, message: string, retryAfterMilliseconds?: number) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }
}

/** A watch that delivered nothing for longer than a healthy one does. */
export class SilenceError extends Error {
  constructor() {
    super("the API sent nothing for too long");
    this.name = "SilenceError";
  }
}

/** A watch that delivered something else than events. What it was about is lost. */
export class GarbageError extends Error {
  constructor(what: string) {
    super(`the API sent something that is no event: ${what}`);
    this.name = "GarbageError";
  }
}

/** An answer that is larger than the asker has room for. The rest of it was not read. */
export class TooLargeError extends Error {
  constructor(mostBytes: number) {
    super(`the API sent more than ${mostBytes / 1024 / 1024} MiB in one answer`);
    this.name = "TooLargeError";
  }
}

export interface WatchEvents {
  /** The API has accepted the watch. */
  onOpen(): void;
  /** One event. What it throws ends the watch. */
  onEvent(type: unknown, object: unknown): void;
}

/** The two requests that a list-watch makes. */
export interface ClusterApi {
  /**
   * A document as the API sends it, such as a page of a list. Rejects with ApiError for any status but 200, and with
   * TooLargeError when it is larger than `mostBytes`.
   */
  get(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal, mostBytes?: number): Promise<unknown>;
  /**
   * Resolves when the API ends the watch or the signal stops it; rejects with ApiError, SilenceError, GarbageError or the
   * connection's error.
   */
  watch(
    path: string,
    query: Readonly<Record<string, string>>,
    options: { readonly idleMilliseconds: number; readonly signal: AbortSignal },
    events: WatchEvents,
  ): Promise<void>;
  /** What every request waits for at the moment, as an error that says so; nothing when it is the API's turn. */
  waitsFor?(): PluginError | undefined;
}

export interface ClusterApiOptions {
  readonly kubeConfig: KubeConfig;
  /** Reads the credentials anew, once the API has refused them. */
  readonly reload?: (() => KubeConfig) | undefined;
  /** What starts the plugins of the kubeconfig. */
  readonly plugins?: Pick<PluginRunner, "waitsFor"> | undefined;
  readonly clock: Clock;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The sentence of a Kubernetes Status, or the first line of whatever a proxy said instead. */
const toApiError = ({ httpStatusCode: status, headers }: ResponseContext, text: string, now: Date): ApiError => {
  const body = parse(text);
  const retryAfter = readRetryAfter(headers["retry-after"], body, now);
  const sentence = textAt(body, "message");
  if (sentence !== undefined && sentence !== "") return new ApiError(status, sentence, retryAfter);
  const line = text.trim().split("\n", 1)[0] ?? "";
  const said = line === "" || line.startsWith("<") || line.startsWith("{");
  return new ApiError(status, said ? `the API answered with status ${status}` : line.slice(0, 300), retryAfter);
};

/** Enough for whatever is not a list, and for what a proxy says instead of an answer. */
const usualBytes = 8 * 1024 * 1024;

/** Stops reading when it gets too large, so that no answer fills the memory. */
const readText = async ({ body }: ResponseContext, mostBytes: number): Promise<string> => {
  const stream = body.stream();
  if (stream === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, and the connection with it.
    if (bytes > mostBytes) throw new TooLargeError(mostBytes);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
};

/** The Kubernetes API of the kubeconfig's current context. */
export const createClusterApi = ({ kubeConfig, reload, plugins, clock }: ClusterApiOptions): ClusterApi => {
  // The generated API classes parse a list into classes of their own and take no signal; the client's Watch drops lines that
  // are no JSON, why a watch was refused, and Retry-After. Their transport does none of that.
  const transport = new IsomorphicFetchHttpLibrary();
  const credentials = createCredentials(kubeConfig, reload);

  /** Answers with status 200 only. Refused credentials are read anew once: rotated tokens are nothing to speak of. */
  const send = async (
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ResponseContext> => {
    for (let isSecond = false; ; isSecond = true) {
      const used = credentials.current();
      const cluster = used.getCurrentCluster();
      if (cluster === null) throw new Error("the kubeconfig has no current cluster");
      const request = new ServerConfiguration(cluster.server, {}).makeRequestContext(path, HttpMethod.GET);
      request.setHeaderParam("Accept", "application/json");
      for (const [name, value] of Object.entries(query)) request.setQueryParam(name, value);
      request.setSignal(signal);
      await credentials.addTo(request, used, signal);
      const response = await transport.send(request).toPromise();
      if (response.httpStatusCode === 200) return response;
      const error = toApiError(response, await readText(response, usualBytes), clock.now());
      if (error.status !== 401 || isSecond || !credentials.renew(used)) throw error;
    }
  };

  return {
    waitsFor: () => plugins?.waitsFor(),

    async get(path, query, signal, mostBytes = usualBytes) {
      const response = await send(path, query, signal);
      return JSON.parse(await readText(response, mostBytes));
    },

    async watch(path, query, { idleMilliseconds, signal }, events) {
      const own = new AbortController();
      const stop = (): void => own.abort(signal.reason);
      if (signal.aborted) return;
      signal.addEventListener("abort", stop, { once: true });
      let cancel = (): void => undefined;
      const hear = (): void => {
        cancel();
        cancel = clock.after(idleMilliseconds, () => own.abort(new SilenceError()));
      };
      try {
        hear();
        const response = await send(path, { ...query, watch: "true" }, own.signal);
        hear();
        if (signal.aborted) return;
        events.onOpen();
        const stream = response.body.stream();
        if (stream === null) return;
        for await (const line of readLines(stream, hear)) {
          if (signal.aborted) return;
          if (line.trim() === "") continue;
          const event = parse(line);
          if (!isRecord(event)) throw new GarbageError(line.slice(0, 100));
          events.onEvent(event["type"], event["object"]);
        }
      } catch (error) {
        if (signal.aborted) return;
        throw own.signal.reason instanceof SilenceError ? own.signal.reason : error;
      } finally {
        cancel();
        signal.removeEventListener("abort", stop);
        own.abort();
      }
    },
  };
};
