import type { Json, JsonObject } from "../json.ts";
import { apiVersionOf } from "../kinds.ts";
import { everything } from "../selectors.ts";
import { badRequest, continueExpired, futureRevision, invalidOption, listExpired } from "../status.ts";
import type { Entry, Store } from "../store.ts";
import type { Address } from "./address.ts";
import { readCount, readRevision, readSelector } from "./query.ts";

/** Where the next page starts: after a key, at the revision of the first page; -1 is whatever is newest. */
interface Position {
  readonly revision: number;
  readonly after: string;
}

/** Answers a list, whole or in pages. All pages show the revision of the first one. */
export function listObjects(store: Store, address: Address, query: URLSearchParams): JsonObject {
  const resource = address.kind.plural;
  const selector = readSelector(query);
  const limit = readCount(query, "limit") || Number.POSITIVE_INFINITY;
  const token = query.get("continue") ?? "";
  const position = token === "" ? undefined : readToken(token);
  const { entries, revision } =
    position === undefined ? firstPage(store, resource, query) : nextPage(store, resource, position);

  const prefix = address.kind.namespaced && address.namespace !== "" ? `${address.namespace}/` : "";
  const matching = entries.filter(
    ({ key, object }) => key.startsWith(prefix) && (position === undefined || key > position.after) && selector(object),
  );
  const page = matching.slice(0, limit);
  const last = page.at(-1);
  const metadata: { [key: string]: Json } = { resourceVersion: String(revision) };
  if (page.length < matching.length && last !== undefined) {
    metadata["continue"] = toToken({ revision, after: last.key });
    if (selector === everything) metadata["remainingItemCount"] = matching.length - page.length;
  }
  return {
    apiVersion: apiVersionOf(address.kind),
    kind: `${address.kind.kind}List`,
    metadata,
    items: page.map(({ object }) => object),
  };
}

interface Snapshot {
  readonly entries: readonly Entry[];
  readonly revision: number;
}

function firstPage(store: Store, resource: string, query: URLSearchParams): Snapshot {
  const wanted = readRevision(query);
  const match = query.get("resourceVersionMatch") ?? "";
  if (match !== "" && match !== "Exact" && match !== "NotOlderThan") {
    throw invalidOption("ListOptions", {
      path: ["resourceVersionMatch"],
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    });
  }
  if (match !== "" && (query.get("resourceVersion") ?? "") === "") {
    throw invalidOption("ListOptions", {
      path: ["resourceVersionMatch"],
      reason: "FieldValueForbidden",
      message: "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
    });
  }
  if (wanted !== undefined && wanted > store.revision()) throw futureRevision(wanted, store.revision());
  if (match !== "Exact" || wanted === undefined) return { entries: store.list(resource), revision: store.revision() };
  const entries = store.listAt(resource, wanted);
  if (entries === undefined) throw listExpired(wanted);
  return { entries, revision: wanted };
}

function nextPage(store: Store, resource: string, position: Position): Snapshot {
  if (position.revision === -1) return { entries: store.list(resource), revision: store.revision() };
  const entries = store.listAt(resource, position.revision);
  if (entries === undefined) throw continueExpired(toToken({ ...position, revision: -1 }));
  return { entries, revision: position.revision };
}

function toToken(position: Position): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: position.revision, start: position.after })).toString(
    "base64url",
  );
}

function readToken(token: string): Position {
  try {
    const read: unknown = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    if (typeof read === "object" && read !== null && "rv" in read && "start" in read) {
      const { rv, start } = read;
      if (typeof rv === "number" && Number.isInteger(rv) && typeof start === "string")
        return { revision: rv, after: start };
    }
  } catch {
    // Falls through to the refusal below: whatever the token is, this server did not make it.
  }
  throw badRequest("continue key is not valid: unrecognized token");
}
