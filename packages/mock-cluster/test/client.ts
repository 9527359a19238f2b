import { isObject, type Json, type JsonObject, member } from "../src/json.ts";

export interface Reply {
  readonly code: number;
  readonly body: JsonObject;
  readonly headers: Headers;
}

export interface WatchEvent {
  readonly type: string;
  readonly object: JsonObject;
}

export interface OpenWatch {
  readonly events: readonly WatchEvent[];
  /** How the stream ended, once it has. */
  readonly ended: () => "end" | "error" | undefined;
  /** `ADDED a`, `BOOKMARK`, `ERROR 410`: one line an event. */
  readonly lines: () => readonly string[];
  close(): void;
}

export const ome = "/apis/ome.io/v1beta1";

/** A plain HTTP client of one cluster. */
export function clientOf(url: string) {
  const call = async (method: string, path: string, body?: unknown, type = "application/json"): Promise<Reply> => {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { "content-type": type };
      init.body = typeof body === "string" ? body : JSON.stringify(body);
    }
    const response = await fetch(url + path, init);
    const text = await response.text();
    const parsed: Json = text.startsWith("{") ? (JSON.parse(text) as Json) : { text };
    return { code: response.status, body: isObject(parsed) ? parsed : {}, headers: response.headers };
  };
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body: unknown, type?: string) => call("POST", path, body, type),
    put: (path: string, body: unknown) => call("PUT", path, body),
    merge: (path: string, body: unknown) => call("PATCH", path, body, "application/merge-patch+json"),
    jsonPatch: (path: string, body: unknown) => call("PATCH", path, body, "application/json-patch+json"),
    patch: (path: string, body: unknown, type: string) => call("PATCH", path, body, type),
    delete: (path: string, body?: unknown) => call("DELETE", path, body),

    /** Opens a watch; resolves once the server has begun to answer. */
    async watch(path: string): Promise<OpenWatch> {
      const abort = new AbortController();
      const events: WatchEvent[] = [];
      let ended: "end" | "error" | undefined;
      const response = await fetch(`${url}${path}${path.includes("?") ? "&" : "?"}watch=true`, {
        signal: abort.signal,
      });
      if (response.status !== 200) throw new Error(`watch answered ${response.status}: ${await response.text()}`);
      const read = async (): Promise<void> => {
        let rest = "";
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) {
          const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
          rest = lines.pop() ?? "";
          for (const line of lines) events.push(JSON.parse(line) as WatchEvent);
        }
      };
      read().then(
        () => {
          ended = "end";
        },
        () => {
          ended = "error";
        },
      );
      return {
        events,
        ended: () => ended,
        lines: () => events.map(sayEvent),
        close: () => abort.abort(),
      };
    },
  };
}

function sayEvent({ type, object }: WatchEvent): string {
  if (type === "ERROR") return `ERROR ${object["code"]}`;
  const name = member(member(object, "metadata"), "name");
  return typeof name === "string" ? `${type} ${name}` : type;
}

/** A model as short as the API takes it. */
export function model(name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "ome.io/v1beta1",
    kind: "ClusterBaseModel",
    metadata: { name, ...metadata },
    spec: { storage: { storageUri: "hf://acme/writer" }, ...spec },
  };
}

/** A runtime with one entry. */
export function runtime(name: string, entry: JsonObject = {}): JsonObject {
  return {
    apiVersion: "ome.io/v1beta1",
    kind: "ClusterServingRuntime",
    metadata: { name },
    spec: {
      supportedModelFormats: [
        { modelFormat: { name: "safetensors" }, modelFramework: { name: "transformers" }, ...entry },
      ],
    },
  };
}

export function namesOf(list: JsonObject): readonly unknown[] {
  const items = list["items"];
  return Array.isArray(items) ? items.map((item) => member(member(item, "metadata"), "name")) : [];
}
