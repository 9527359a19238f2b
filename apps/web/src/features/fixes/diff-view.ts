/** What a change does to an object's YAML, line by line: the changed places with a few lines around them. */
import { diffArrays } from "diff";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** Unique within the whole. */
  readonly id: string;
}

export interface DiffHunk {
  /** Where in the object the first changed line is: `spec.supportedModelFormats`. */
  readonly within: string;
  readonly lines: readonly DiffLine[];
}

const context = 3;

const toLines = (yaml: string): readonly string[] => yaml.replace(/\n$/u, "").split("\n");

const allLines = (before: string, after: string): readonly DiffLine[] => {
  let next = 0;
  return diffArrays([...toLines(before)], [...toLines(after)]).flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => {
      next += 1;
      return { kind: added ? "added" : removed ? "removed" : "same", text, id: String(next) };
    }),
  );
};

/** Leading spaces, with the dashes of a list counted as such. */
const depthOf = (text: string): number => /^[ -]*/u.exec(text)?.[0].length ?? 0;

const keyOf = (text: string): string | undefined =>
  /^[ -]*("(?:[^"\\]|\\.)*"|'[^']*'|[^\s:#"'][^:]*):(?:\s|$)/u.exec(text)?.[1];

/** The keys that enclose a line, from the outside in. */
const enclosing = (lines: readonly DiffLine[], at: number): string => {
  const keys: string[] = [];
  let depth = depthOf(lines[at]?.text ?? "");
  for (let index = at - 1; index >= 0 && depth > 0; index--) {
    const text = lines[index]?.text ?? "";
    const key = keyOf(text);
    // A list may stand at its key's own depth; then the dash is what is deeper.
    const indent = text.length - text.trimStart().length;
    if (key === undefined || indent >= depth || text.trimStart().startsWith("- ")) continue;
    keys.unshift(key);
    depth = indent;
  }
  return keys.join(".");
};

export const toHunks = (before: string, after: string): readonly DiffHunk[] => {
  const lines = allLines(before, after);
  const ranges: { from: number; to: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.kind === "same") continue;
    const from = Math.max(0, index - context);
    const to = Math.min(lines.length, index + context + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.map(({ from, to }) => ({
    within: enclosing(
      lines,
      lines.findIndex(({ kind }, index) => index >= from && kind !== "same"),
    ),
    lines: lines.slice(from, to),
  }));
};
