/** A file of vectors: one JSON object a line. */
import { isSafeNumber, parse } from "lossless-json";
import { checkVector } from "./vector.ts";

export interface FileResult {
  readonly passed: number;
  readonly failures: readonly { readonly line?: number; readonly what: string }[];
}

/** Runs every line of a file. Blank lines, CRLF and a byte order mark are no vectors and no fault. */
export function checkFile(text: string): FileResult {
  const failures: { line?: number; what: string }[] = [];
  let passed = 0;
  const withoutMark = text.startsWith("\ufeff") ? text.slice(1) : text;
  for (const [index, written] of withoutMark.split(/\r\n|\n|\r/).entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    let vector: unknown;
    try {
      vector = readVector(written);
    } catch {
      failures.push({ line, what: "not JSON" });
      continue;
    }
    const found = checkVector(vector);
    if (found.length === 0) passed++;
    else failures.push({ line, what: `${nameOf(vector)}${found.join("; ")}` });
  }
  if (passed === 0 && failures.length === 0) failures.push({ what: "no vectors in it" });
  return { passed, failures };
}

/** One line. The input keeps every digit of its whole numbers; the answers are doubles, or texts where they would not fit. */
function readVector(written: string): unknown {
  const vector: unknown = JSON.parse(written);
  const exact = parse(written, undefined, toNumber);
  const hasInput = (value: unknown): value is { input: unknown } =>
    typeof value === "object" && value !== null && "input" in value;
  return hasInput(vector) && hasInput(exact) ? { ...vector, input: exact.input } : vector;
}

/** A whole number that JavaScript would round keeps its digits. */
function toNumber(text: string): number | bigint {
  return /^-?\d+$/.test(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);
}

function nameOf(vector: unknown): string {
  const id: unknown = typeof vector === "object" && vector !== null && "id" in vector ? vector.id : undefined;
  return typeof id === "string" ? `${id}: ` : "";
}
