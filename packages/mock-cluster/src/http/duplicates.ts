import type { FieldPath } from "../schema.ts";

const maxDuplicates = 100;

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

interface Open {
  /** The names that occurred in an object; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Where in it the text has come to. */
  step: string | number;
  expectsName: boolean;
}

/** The members that an object of a JSON text states again: parsed, only the last one is left. The text is known to be JSON, or refused later. */
export function findDuplicates(json: string): readonly FieldPath[] {
  const found: FieldPath[] = [];
  const open: Open[] = [];
  for (const [token] of json.matchAll(tokens)) {
    const inner = open.at(-1);
    switch (token) {
      case "{":
        open.push({ names: new Set(), step: "", expectsName: true });
        break;
      case "[":
        open.push({ names: undefined, step: 0, expectsName: false });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner === undefined) break;
        if (typeof inner.step === "number") inner.step++;
        else inner.expectsName = true;
        break;
      case ":":
        break;
      default: {
        if (inner?.names === undefined || !inner.expectsName) break;
        inner.expectsName = false;
        inner.step = readName(token);
        if (inner.names.has(inner.step) && found.length < maxDuplicates) found.push(open.map(({ step }) => step));
        inner.names.add(inner.step);
      }
    }
  }
  return found;
}

function readName(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
