import type { IncomingMessage } from "node:http";
import { copyJson, type JsonObject, member, text } from "../json.ts";
import { apiVersionOf, namespaceKind } from "../kinds.ts";
import type { Patch, Preconditions, Registry, Written } from "../registry.ts";
import { deleted, methodNotAllowed, unsupportedMediaType } from "../status.ts";
import type { Store } from "../store.ts";
import type { Address } from "./address.ts";
import { mediaType, parseJson, parseObject, readBody } from "./body.ts";
import { findDuplicates } from "./duplicates.ts";
import { listObjects } from "./list.ts";
import { protobufType, readNamespace } from "./protobuf.ts";
import { readDryRun, readWriteOptions } from "./query.ts";

/** An answer with a JSON body. */
export interface Answer {
  readonly code: number;
  readonly body: JsonObject;
  readonly warnings?: readonly string[];
}

export interface Cluster {
  readonly store: Store;
  readonly registry: Registry;
  readonly maxBodyBytes: number;
}

/** Answers POST, PUT, PATCH and DELETE. */
export async function write(
  cluster: Cluster,
  request: IncomingMessage,
  address: Address,
  query: URLSearchParams,
): Promise<Answer> {
  const { registry } = cluster;
  const { kind, namespace, name, subresource } = address;
  const method = request.method ?? "";
  const isCollection = name === undefined;
  // Objects are written below their namespace, even when lists are not.
  if (kind.namespaced && namespace === "") throw methodNotAllowed();
  if (method === "POST" ? !isCollection : method !== "DELETE" && isCollection) throw methodNotAllowed();

  const bytes = await readBody(request, cluster.maxBodyBytes);
  const body = bytes.toString("utf8");
  const type = mediaType(request);
  // An operation of a JSON patch is no part of an object.
  const isObjectJson = type === "application/json" || type === "application/merge-patch+json";
  // Looked for only in what could be parsed.
  const duplicates = () => (isObjectJson ? findDuplicates(body) : []);
  switch (method) {
    case "POST":
      return answer(
        201,
        registry.create(
          kind,
          namespace,
          kind === namespaceKind && type === protobufType
            ? copyJson(readNamespace(bytes))
            : parseObject(body, type, cluster.maxBodyBytes),
          { ...readWriteOptions(query, "CreateOptions", undefined), duplicates: duplicates() },
        ),
      );
    case "PUT":
      return answer(
        200,
        registry.update(kind, namespace, name ?? "", parseObject(body, type, cluster.maxBodyBytes), {
          ...readWriteOptions(query, "UpdateOptions", subresource),
          duplicates: duplicates(),
        }),
      );
    case "PATCH":
      return answer(
        200,
        registry.patch(kind, namespace, name ?? "", readPatch(address, body, type), {
          ...readWriteOptions(query, "PatchOptions", subresource),
          duplicates: duplicates(),
        }),
      );
    case "DELETE": {
      if (subresource !== undefined) throw methodNotAllowed();
      const options = body === "" ? {} : parseObject(body, type, cluster.maxBodyBytes);
      const dryRun =
        readDryRun(query, "DeleteOptions") || JSON.stringify(member(options, "dryRun") ?? []) === '["All"]';
      return name === undefined
        ? deleteCollection(cluster, address, query, dryRun)
        : deleteOne(registry, address, name, readPreconditions(member(options, "preconditions")), dryRun);
    }
    default:
      throw methodNotAllowed();
  }
}

function answer(code: number, written: Written): Answer {
  return { code, body: written.object, warnings: written.warnings };
}

function readPatch({ kind }: Address, body: string, type: string): Patch {
  switch (type) {
    case "application/json-patch+json":
      return { type: "json", body: parseJson(body) };
    case "application/merge-patch+json":
      return { type: "merge", body: parseJson(body) };
    case "application/strategic-merge-patch+json":
      // A built-in kind takes it. Nothing that a namespace has here makes it differ from a merge patch.
      if (kind === namespaceKind) return { type: "merge", body: parseJson(body) };
      break;
    default:
      break;
  }
  throw unsupportedMediaType(["application/json-patch+json", "application/merge-patch+json"]);
}

function readPreconditions(value: ReturnType<typeof member>): Preconditions {
  const uid = text(value, "uid");
  const resourceVersion = text(value, "resourceVersion");
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}

function deleteOne(
  registry: Registry,
  { kind, namespace }: Address,
  name: string,
  preconditions: Preconditions,
  dryRun: boolean,
): Answer {
  const { removed, remaining } = registry.remove(kind, namespace, name, preconditions, dryRun);
  return { code: 200, body: remaining ?? deleted(kind, name, member(member(removed, "metadata"), "uid")) };
}

function deleteCollection(
  { store, registry }: Cluster,
  address: Address,
  query: URLSearchParams,
  dryRun: boolean,
): Answer {
  const { kind } = address;
  if (kind === namespaceKind) throw methodNotAllowed();
  const list = listObjects(store, address, query);
  const items = Array.isArray(list["items"]) ? list["items"] : [];
  for (const item of items) {
    const metadata = member(item, "metadata");
    const name = text(metadata, "name");
    if (name !== undefined) registry.remove(kind, address.namespace, name, {}, dryRun);
  }
  return { code: 200, body: { ...list, apiVersion: apiVersionOf(kind) } };
}
