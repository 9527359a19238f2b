import { isObject, type Json, type JsonObject, member } from "./json.ts";
import { isLabelValue, isQualifiedName } from "./names.ts";
import { type ApiError, badRequest } from "./status.ts";

/** Which objects a list or a watch is about. */
export type Selector = (object: JsonObject) => boolean;

export const everything: Selector = () => true;

type Requirement =
  | { readonly operator: "in" | "notin"; readonly key: string; readonly values: readonly string[] }
  | { readonly operator: "exists" | "absent"; readonly key: string }
  | { readonly operator: "gt" | "lt"; readonly key: string; readonly bound: number };

const tokenPattern = /\s*(?:(==|=|!=|!|,|\(|\)|<|>)|([^\s=!,()<>]+))/y;

function tokenize(source: string): readonly string[] {
  const tokens: string[] = [];
  const pattern = new RegExp(tokenPattern);
  const trimmed = source.trimEnd();
  while (pattern.lastIndex < trimmed.length) {
    const match = pattern.exec(trimmed);
    if (match === null) throw unparsable(source, `found '${trimmed.slice(tokens.length)}'`);
    tokens.push(match[1] ?? match[2] ?? "");
  }
  return tokens;
}

function unparsable(source: string, why: string): ApiError {
  return badRequest(`unable to parse requirement: ${why} in ${JSON.stringify(source)}`);
}

/**
 * Reads `a=b, c!=d, e in (f, g), h notin (i), j, !k`.
 * As in Kubernetes, `!=` and `notin` also hold for objects without the label.
 */
export function readLabelSelector(source: string): Selector {
  if (source.trim() === "") return everything;
  const requirements = readRequirements(source);
  return (object) => {
    const labels = member(member(object, "metadata"), "labels");
    return requirements.every((requirement) => holds(requirement, labels));
  };
}

function readRequirements(source: string): readonly Requirement[] {
  const tokens = tokenize(source);
  let position = 0;
  const peek = (): string => tokens[position] ?? "";
  const next = (): string => tokens[position++] ?? "";

  const readValues = (): readonly string[] => {
    if (next() !== "(") throw unparsable(source, "expected: '('");
    const values: string[] = [];
    for (;;) {
      values.push(peek() === "," || peek() === ")" ? "" : checkedValue(next()));
      const separator = next();
      if (separator === ")") return values;
      if (separator !== ",") throw unparsable(source, `found '${separator}', expected: ',' or ')'`);
    }
  };
  const checkedKey = (key: string): string => {
    if (isQualifiedName(key)) return key;
    throw unparsable(
      source,
      key === "" ? "found '', expected: identifier" : `invalid label key ${JSON.stringify(key)}`,
    );
  };
  const checkedValue = (value: string): string => {
    if (isLabelValue(value)) return value;
    throw unparsable(source, `invalid label value ${JSON.stringify(value)}`);
  };
  const atEnd = (): boolean => peek() === "" || peek() === ",";
  const readBound = (): number => {
    const value = next();
    if (/^[+-]?\d+$/.test(value)) return Number(value);
    throw unparsable(source, `for 'Gt', 'Lt' operators, the value must be an integer, found '${value}'`);
  };
  const readRequirement = (): Requirement => {
    if (peek() === "!") {
      next();
      return { operator: "absent", key: checkedKey(next()) };
    }
    const key = checkedKey(next());
    if (atEnd()) return { operator: "exists", key };
    const operator = next();
    switch (operator) {
      case "=":
      case "==":
        return { operator: "in", key, values: [atEnd() ? "" : checkedValue(next())] };
      case "!=":
        return { operator: "notin", key, values: [atEnd() ? "" : checkedValue(next())] };
      case "in":
      case "notin":
        return { operator, key, values: readValues() };
      case ">":
        return { operator: "gt", key, bound: readBound() };
      case "<":
        return { operator: "lt", key, bound: readBound() };
      default:
        throw unparsable(source, `found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
    }
  };

  const requirements = [readRequirement()];
  while (position < tokens.length) {
    const separator = next();
    if (separator !== ",") throw unparsable(source, `found '${separator}', expected: ',' or 'end of string'`);
    requirements.push(readRequirement());
  }
  return requirements;
}

function holds(requirement: Requirement, labels: Json | undefined): boolean {
  const value = member(labels, requirement.key);
  switch (requirement.operator) {
    case "in":
      return typeof value === "string" && requirement.values.includes(value);
    case "notin":
      return typeof value !== "string" || !requirement.values.includes(value);
    case "exists":
      return value !== undefined;
    case "absent":
      return value === undefined;
    case "gt":
      return typeof value === "string" && /^[+-]?\d+$/.test(value) && Number(value) > requirement.bound;
    case "lt":
      return typeof value === "string" && /^[+-]?\d+$/.test(value) && Number(value) < requirement.bound;
  }
}

/** Reads `metadata.name=x, metadata.namespace!=y`. Custom resources have no other selectable fields. */
export function readFieldSelector(source: string): Selector {
  if (source.trim() === "") return everything;
  const terms = source
    .split(",")
    .filter((term) => term.trim() !== "")
    .map((term) => {
      const match = /^\s*([^=!\s]+)\s*(==|=|!=)\s*(.*?)\s*$/.exec(term);
      const field = match?.[1] ?? "";
      if (match === null) throw badRequest(`invalid selector: '${source}'; can't understand '${term}'`);
      if (field !== "metadata.name" && field !== "metadata.namespace") {
        throw badRequest(`field label not supported: ${field}`);
      }
      return { name: field.slice("metadata.".length), equal: match[2] !== "!=", value: match[3] ?? "" };
    });
  return (object) => {
    const metadata = object["metadata"];
    return terms.every(({ name, equal, value }) => {
      const found = isObject(metadata) ? (member(metadata, name) ?? "") : "";
      return (found === value) === equal;
    });
  };
}

/** Both selectors at once. */
export function both(left: Selector, right: Selector): Selector {
  if (left === everything) return right;
  if (right === everything) return left;
  return (object) => left(object) && right(object);
}
