/** JSON data as YAML text. Whatever could be taken for something else is quoted, and nothing but printable ASCII comes out. */
import { isJsonObject, type Json, type JsonObject } from "./json-value.ts";

/** Block style, two spaces. Texts are plain where nobody could misread them, else in double quotes. Ends with a line end. */
export function toYaml(value: Json): string {
  return `${lines(value).join("\n")}\n`;
}

/** One scalar or key: plain where it is safe, else quoted. */
export function yamlScalar(value: null | boolean | number | string): string {
  if (typeof value !== "string") return String(value);
  return isPlain(value) ? value : quoted(value);
}

/** Shown in a comment: one line, whatever is in it. */
export function yamlComment(text: string): string {
  return `# ${quoted(text).slice(1, -1).replaceAll('\\"', '"')}`;
}

function lines(value: Json): readonly string[] {
  if (Array.isArray(value)) return listLines(value);
  if (isJsonObject(value)) return objectLines(value);
  return [yamlScalar(value as null | boolean | number | string)];
}

function objectLines(object: JsonObject): readonly string[] {
  const entries = Object.entries(object);
  if (entries.length === 0) return ["{}"];
  return entries.flatMap(([key, value]) => {
    const name = yamlScalar(key);
    if (!isBlock(value)) return [`${name}: ${lines(value).join("")}`];
    return [`${name}:`, ...lines(value).map((line) => `  ${line}`)];
  });
}

function listLines(list: readonly Json[]): readonly string[] {
  if (list.length === 0) return ["[]"];
  return list.flatMap((item) => {
    const [first = "", ...rest] = lines(item);
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

/** Takes more than its own line. */
function isBlock(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** Words that some YAML reader takes for something else than a text. */
const words = new Set(["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"]);

/** Begins with a letter, goes on with letters, digits and `_ - . /`: no indicator, no number, no date. */
function isPlain(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && text.length <= 200 && !words.has(text.toLowerCase());
}

/** Double quotes, with the escapes that every YAML reader knows. */
function quoted(text: string): string {
  let out = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\") out += `\\${character}`;
    else if (code >= 0x20 && code <= 0x7e) out += character;
    else if (code <= 0xff) out += `\\x${code.toString(16).padStart(2, "0")}`;
    else if (code <= 0xffff) out += `\\u${code.toString(16).padStart(4, "0")}`;
    else out += `\\U${code.toString(16).padStart(8, "0")}`;
  }
  return `"${out}"`;
}
