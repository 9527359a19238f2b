import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type ParsedNode,
  visit,
} from "yaml";
import { canonicalJson, isObject, type Json, type JsonObject, text } from "../json.ts";
import { apiVersionOf, type Kind, kinds } from "../kinds.ts";
import { readObject } from "../registry.ts";
import { type FieldPath, fieldName } from "../schema.ts";
import { OutOfBounds, parseBounded, TooDeep, toBoundedJson } from "./bounded-yaml.ts";
import type { ManifestReport } from "./report.ts";

/** One object of a manifest that the API accepts, defaults filled in. */
export interface ManifestObject {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly object: JsonObject;
  /** Equal for objects that say the same. */
  readonly content: string;
  readonly line: number;
}

/** What a file says, and what is wrong with it. The reports lack their file. */
export interface Manifest {
  readonly objects: readonly ManifestObject[];
  readonly reports: readonly Omit<ManifestReport, "file">[];
  /** Objects that are stated but refused, as `kind/namespace/name`; what was there before them stays. */
  readonly refused: readonly string[];
  /** Some of the file could not be read at all, so nobody knows which objects it states. */
  readonly incomplete: boolean;
  /** By its text, what each part of the file came to. Handed in again, equal parts are not read again. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** A part of a file that stands on its own, mostly one document; lines are counted from its start. */
interface Part {
  readonly objects: readonly ManifestObject[];
  readonly reports: readonly (Omit<ManifestReport, "file"> & { readonly line: number })[];
  readonly refused: readonly string[];
  readonly incomplete: boolean;
  /** How many objects of which other kinds. */
  readonly others: ReadonlyMap<string, number>;
}

/** A list of very many objects is one document. */
const maxDocumentSize = 16 * 1024 * 1024;
/** Reading gives way to requests after this long. */
const turnMs = 10;

/** Identifies an object over all files. */
export function objectId(kind: Kind, namespace: string, name: string): string {
  return `${kind.kind}/${namespace}/${name}`;
}

/** Reads the text of one file: any number of documents, each one object or a list of them. */
export async function readManifest(source: string, known: ReadonlyMap<string, Part> = new Map()): Promise<Manifest> {
  const parts = new Map<string, Part>();
  const objects: ManifestObject[] = [];
  const reports: Omit<ManifestReport, "file">[] = [];
  const refused: string[] = [];
  const others = new Map<string, number>();
  let incomplete = false;
  let turn = performance.now();
  for (const { text: partText, line } of splitDocuments(source)) {
    const part = parts.get(partText) ?? known.get(partText) ?? readPart(partText);
    parts.set(partText, part);
    for (const object of part.objects) objects.push({ ...object, line: object.line + line });
    for (const report of part.reports) reports.push({ ...report, line: report.line + line });
    refused.push(...part.refused);
    for (const [kind, count] of part.others) others.set(kind, (others.get(kind) ?? 0) + count);
    incomplete ||= part.incomplete;
    if (performance.now() - turn > turnMs) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
  }
  if (others.size > 0) reports.push(otherKinds(others));
  return { objects, reports, refused, incomplete, parts };
}

/** A `kustomization.yaml` may go without apiVersion and kind: its name says what it is. */
export const kustomization: Manifest = {
  objects: [],
  reports: [otherKinds(new Map([["Kustomization", 1]]))],
  refused: [],
  incomplete: false,
  parts: new Map(),
};

function otherKinds(others: ReadonlyMap<string, number>): Omit<ManifestReport, "file"> {
  const total = [...others.values()].reduce((sum, count) => sum + count, 0);
  const list = [...others].map(([kind, count]) => `${count} ${kind}`).join(", ");
  const subject = total === 1 ? "1 object of another kind is" : `${total} objects of other kinds are`;
  return { level: "info", code: "other-kinds", message: `${subject} ignored: ${list}. Nothing to do.` };
}

/** Cuts before every line that begins a document; nothing in YAML reaches across such a line, except directives. */
function* splitDocuments(source: string): Generator<{ readonly text: string; readonly line: number }> {
  if (/^%/m.test(source)) {
    yield { text: source, line: 0 };
    return;
  }
  const marker = /^---(?=\s|$)/gm;
  let start = 0;
  let line = 0;
  for (;;) {
    marker.lastIndex = start + 1;
    const end = marker.exec(source)?.index ?? source.length;
    const text = source.slice(start, end);
    yield { text, line };
    if (end >= source.length) return;
    line += text.split("\n").length - 1;
    start = end;
  }
}

function readPart(source: string): Part {
  const reader = createReader();
  let documents: readonly Document.Parsed[];
  try {
    documents = parseBounded(source.replace(/^\uFEFF/, ""), reader.lines.addNewLine);
  } catch (error) {
    if (error instanceof TooDeep) {
      const { line } = reader.lines.linePos(error.offset);
      reader.fail(line, "too-deep", `${error.message}. Correct its brackets or its indentation.`);
    } else {
      reader.fail(1, "yaml-syntax", `cannot be parsed: ${messageOf(error)}. Simplify the file.`);
    }
    return reader.finish();
  }
  for (const document of documents) reader.readDocument(document);
  return reader.finish();
}

interface Reader {
  readonly lines: LineCounter;
  fail(line: number, code: ManifestReport["code"], message: string): void;
  readDocument(document: Document.Parsed): void;
  finish(): Part;
}

function createReader(): Reader {
  const lines = new LineCounter();
  const objects: ManifestObject[] = [];
  const reports: (Omit<ManifestReport, "file"> & { readonly line: number })[] = [];
  const refused: string[] = [];
  const others = new Map<string, number>();
  let incomplete = false;

  const lineAt = (offset: number | undefined): number => Math.max(1, lines.linePos(offset ?? 0).line);

  const fail = (line: number, code: ManifestReport["code"], message: string): void => {
    reports.push({ level: "error", code, line, message });
    incomplete = true;
  };

  const readDocument = (document: Document.Parsed): void => {
    const error = document.errors[0];
    if (error !== undefined) {
      fail(
        lineAt(error.pos[0]),
        "yaml-syntax",
        `not valid YAML: ${firstLine(error.message)}. Correct the line; the rest of the file is served.`,
      );
      return;
    }
    const start = startOf(document.contents) ?? document.range[0];
    let value: Json;
    try {
      inspect(document);
      value = toBoundedJson(document, maxDocumentSize);
    } catch (failure) {
      if (failure instanceof UnknownAnchor) {
        fail(lineAt(failure.offset), "yaml-syntax", `not valid YAML: ${failure.message}. Correct the name.`);
        return;
      }
      const line = lineAt(start);
      const code = failure instanceof OutOfBounds ? "too-many-aliases" : "yaml-syntax";
      fail(line, code, `cannot be read: ${messageOf(failure)}. Use fewer aliases, or split the document.`);
      return;
    }
    if (value !== null) readValue(document, [], value, lineAt(start));
  };

  const inspect = (document: Document.Parsed): void => {
    const anchors = new Set<string>();
    visit(document, {
      Value(_key, node) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
      },
      Alias(_key, node) {
        if (anchors.has(node.source)) return;
        throw new UnknownAnchor(`the alias *${node.source} has no anchor before it`, node.range?.[0]);
      },
      Map(_key, map) {
        if (map.anchor !== undefined) anchors.add(map.anchor);
        const seen = new Set<string>();
        for (const { key } of map.items) {
          if (!isScalar(key) || key.value === "<<") continue;
          const name = String(key.value);
          if (seen.has(name)) {
            const message = `the key ${JSON.stringify(name)} occurs twice in one map; the last one counts. Remove one of them.`;
            reports.push({ level: "warning", code: "duplicate-key", line: lineAt(key.range?.[0]), message });
          }
          seen.add(name);
        }
      },
    });
  };

  const readValue = (document: Document.Parsed, path: FieldPath, value: Json, line: number): void => {
    if (!isObject(value)) {
      fail(
        line,
        "not-an-object",
        `expected a Kubernetes object, found a ${Array.isArray(value) ? "list" : typeof value}. Remove it, or move it out of the folder.`,
      );
      return;
    }
    const apiVersion = text(value, "apiVersion") ?? "";
    const kindName = text(value, "kind") ?? "";
    if (kindName === "" || apiVersion === "") {
      fail(
        line,
        "no-kind",
        "no apiVersion or no kind, so this is not a Kubernetes object. State both, or move the file out of the folder.",
      );
      return;
    }
    const items = value["items"];
    if (kindName.endsWith("List") && Array.isArray(items)) {
      for (const [index, item] of items.entries()) {
        const itemPath = [...path, "items", index];
        readValue(document, itemPath, item, lineOf(document, itemPath) ?? line);
      }
      return;
    }
    const kind = kinds.find((candidate) => candidate.kind === kindName && groupOf(apiVersion) === candidate.group);
    if (kind === undefined) {
      others.set(kindName, (others.get(kindName) ?? 0) + 1);
    } else if (apiVersionOf(kind) !== apiVersion) {
      fail(
        line,
        "wrong-version",
        `${kindName} is served as ${apiVersionOf(kind)}, not as ${JSON.stringify(apiVersion)}. Correct the apiVersion.`,
      );
    } else {
      readKnown(document, path, kind, value, line);
    }
  };

  const readKnown = (document: Document.Parsed, path: FieldPath, kind: Kind, value: JsonObject, line: number): void => {
    const { object, unknown, errors } = readObject(kind, value);
    const metadata = object["metadata"];
    const name = text(metadata, "name") ?? "";
    const namespace = text(metadata, "namespace") ?? "";
    const title = `${kind.kind} ${JSON.stringify(name.slice(0, 253))}`;
    for (const field of unknown) {
      const message = `${title}: the field ${fieldName(field)} is unknown and dropped. Check its spelling and its indentation.`;
      reports.push({
        level: "warning",
        code: "unknown-field",
        line: lineOf(document, [...path, ...field]) ?? line,
        message,
      });
    }
    const badStatus = errors.filter(({ path: [first] }) => first === "status");
    const fatal = errors.filter((error) => !badStatus.includes(error));
    for (const error of errors) {
      const isFatal = fatal.includes(error);
      reports.push({
        level: isFatal ? "error" : "warning",
        code: isFatal ? "refused-object" : "refused-status",
        line: lineOf(document, [...path, ...error.path]) ?? line,
        message: `${title} is ${isFatal ? "refused" : "served without its status"}: ${fieldName(error.path)}: ${error.message}.${hint(error.message)}`,
      });
    }
    if (fatal.length === 0) {
      // An API takes no status from a manifest, so a wrong one is no reason to refuse the rest.
      const { status: _status, ...withoutStatus } = object;
      const served = badStatus.length === 0 ? object : withoutStatus;
      objects.push({ kind, namespace, name, object: served, content: canonicalJson(served), line });
      return;
    }
    if (name === "") incomplete = true;
    else refused.push(objectId(kind, namespace, name));
  };

  const lineOf = (document: Document.Parsed, path: FieldPath): number | undefined => {
    const offset = offsetOf(document, path);
    return offset === undefined ? undefined : lineAt(offset);
  };

  return {
    lines,
    fail,
    readDocument,
    finish: () => ({ objects, reports, refused, incomplete, others }),
  };
}

class UnknownAnchor extends Error {
  readonly offset: number | undefined;

  constructor(message: string, offset: number | undefined) {
    super(message);
    this.offset = offset;
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
}

function hint(message: string): string {
  if (/must be of type string: "(integer|number|boolean)"/.test(message)) return " Put the value in quotes.";
  if (message.startsWith("Required value")) return " Add the field.";
  return " Correct the value.";
}

/** Where the value at a path, or the nearest thing above it, stands in the text. */
function offsetOf(document: Document.Parsed, path: FieldPath): number | undefined {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === String(step));
      if (pair === undefined) return offset;
      // The key, not the value: a block value starts a line below.
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isCollection(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node)) return undefined;
  return (node as Node | ParsedNode).range?.[0];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? firstLine(error.message) : "unknown reason";
}

function firstLine(message: string): string {
  return (message.split("\n")[0] ?? "").replace(/[.:]$/, "");
}
