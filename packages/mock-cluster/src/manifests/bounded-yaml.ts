import type { Document } from "yaml";
import { copyJson, type Json } from "../json.ts";

const maxAliases = 1000;
const maxDepth = 200;

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
