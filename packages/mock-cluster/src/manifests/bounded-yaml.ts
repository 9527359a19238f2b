import { Composer, type CST, type Document, Parser } from "yaml";
import { copyJson, type Json } from "../json.ts";
import { yamlOptions } from "./yaml-options.ts";

const maxAliases = 1000;
const maxDepth = 200;

/** A text that is nested deeper than anything in Kubernetes. */
export class TooDeep extends Error {
  /** Where it becomes too deep. */
  readonly offset: number;

  constructor(offset: number) {
    super(`nested deeper than ${maxDepth} levels`);
    this.offset = offset;
  }
}

/** The documents of a text. The library composes them by recursion, so their depth is bounded before that. */
export function parseBounded(source: string, onNewLine?: (offset: number) => void): readonly Document.Parsed[] {
  const tokens = [...new Parser(onNewLine).parse(source)];
  for (const token of tokens) boundDepth(token);
  return [...new Composer(yamlOptions).compose(tokens)];
}

function boundDepth(root: CST.Token): void {
  const open: { readonly token: CST.Token; readonly depth: number }[] = [{ token: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) throw new TooDeep(token.offset);
    if (token.type === "document" && token.value !== undefined) open.push({ token: token.value, depth });
    if (!("items" in token)) continue;
    for (const { key, value } of token.items) {
      if (key != null) open.push({ token: key, depth: depth + 1 });
      if (value !== undefined) open.push({ token: value, depth: depth + 1 });
    }
  }
}

/** A document that grows beyond its bounds once its aliases are written out. */
export class OutOfBounds extends Error {}

/**
 * The value of a document, aliases resolved. Aliases share what they stand for, so that a value which is small in memory can
 * be huge once it is written out: it is measured before anything copies it.
 */
export function toBoundedJson(document: Document, maxSize: number): Json {
  const value = resolveAliases(document);
  let size = 0;
  const measure = (part: unknown, depth: number): void => {
    size += typeof part === "string" ? part.length + 2 : 2;
    if (size > maxSize) throw new OutOfBounds(`with its aliases written out it is larger than ${maxSize} bytes`);
    if (depth > maxDepth) throw new OutOfBounds(`it is nested deeper than ${maxDepth} levels`);
    if (typeof part === "number" && !Number.isFinite(part)) throw new RangeError("a number is too large");
    if (Array.isArray(part)) {
      for (const item of part) measure(item, depth + 1);
    } else if (typeof part === "object" && part !== null) {
      for (const [key, item] of Object.entries(part)) {
        size += key.length;
        measure(item, depth + 1);
      }
    }
  };
  measure(value, 0);
  return copyJson(value as Json);
}

function resolveAliases(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch (error) {
    // That is how the library says that there are too many aliases, or one without an anchor.
    if (error instanceof ReferenceError) throw new OutOfBounds(error.message);
    throw error;
  }
}
