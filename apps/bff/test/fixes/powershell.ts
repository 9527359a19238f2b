/**
 * PowerShell as tree-sitter's grammar for it reads it: no PowerShell runs here. The reader is strict: whatever is not one of
 * the few things that our commands are made of is an error.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { Language, type Node, Parser } from "web-tree-sitter";

/** `verbatim`: in single quotes or in a single-quoted here-string, where nothing means anything. */
export interface Word {
  readonly kind: "bare" | "variable" | "verbatim";
  readonly text: string;
}

/** A command with its words, and the variable that takes what it gives. */
export interface Statement {
  readonly into?: string;
  readonly words: readonly Word[];
}

export type ReadPowershell = (script: string) => readonly Statement[];

const require = createRequire(import.meta.url);

export const openPowershell = async (): Promise<ReadPowershell> => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve("tree-sitter-powershell/tree-sitter-powershell.wasm")));
  return (script) => {
    // All of PowerShell's own quotes beside ' and " lie beyond ASCII, and so do its other dashes and line ends.
    assert.match(script, /^[ -~\n]*$/);
    const tree = parser.parse(script);
    assert(tree !== null);
    try {
      return readProgram(tree.rootNode);
    } finally {
      tree.delete();
    }
  };
};

const fail = (node: Node): never => {
  throw new Error(`${node.type} is none of ours: ${node.text}`);
};

const expectType = (node: Node | null | undefined, type: string): Node => {
  assert.equal(node?.type, type, node?.text);
  return node as Node;
};

const onlyChild = (node: Node): Node => {
  assert.equal(node.childCount, 1, `${node.type}: ${node.text}`);
  return node.child(0) as Node;
};

const readProgram = (program: Node): readonly Statement[] => {
  assert.equal(program.hasError, false, program.text);
  const list = expectType(onlyChild(expectType(program, "program")), "statement_list");
  const statements = list.children.map((node) => node ?? fail(list));
  // Between the statements is nothing but the ends of lines.
  let rest = list.text;
  for (const { text } of statements) rest = rest.replace(text, () => "");
  assert.match(rest, /^\n*$/);
  return statements.map(readStatement);
};

const readStatement = (pipeline: Node): Statement => {
  const child = onlyChild(expectType(pipeline, "pipeline"));
  if (child.type !== "assignment_expression") return { words: readCommand(child) };
  const [left, operator, value, ...others] = child.children;
  assert.deepEqual([operator?.text, others.length], ["=", 0]);
  const variable = readWord(expectType(left, "left_assignment_expression"));
  assert.equal(variable.kind, "variable");
  return { into: variable.text, words: readCommand(onlyChild(expectType(value, "pipeline"))) };
};

/** One command: no pipe, no `&&`, no redirection, no operator that calls something. */
const readCommand = (chain: Node): readonly Word[] => {
  const [name, elements, ...others] = expectType(onlyChild(expectType(chain, "pipeline_chain")), "command").children;
  assert.equal(others.length, 0, chain.text);
  const first = bare(expectType(name, "command_name"));
  if (elements === undefined || elements === null) return [first];
  const words = expectType(elements, "command_elements").children.flatMap((node) => {
    if (node?.type !== "command_argument_sep") return [readWord(node ?? fail(elements))];
    assert.match(node.text, /^ $/);
    return [];
  });
  return [first, ...words];
};

/** What the grammar puts around a single value. */
const wrappers = new Set([
  "left_assignment_expression",
  "logical_expression",
  "bitwise_expression",
  "comparison_expression",
  "additive_expression",
  "multiplicative_expression",
  "format_expression",
  "range_expression",
  "array_literal_expression",
  "unary_expression",
  "string_literal",
]);

const readWord = (node: Node): Word => {
  if (wrappers.has(node.type)) return readWord(onlyChild(node));
  const { type, text } = node;
  switch (type) {
    case "command_parameter":
    case "generic_token":
      return bare(node);
    case "variable":
      assert.match(text, /^\$[a-z]+$/);
      return { kind: "variable", text: text.slice(1) };
    case "verbatim_string_characters":
      assert.match(text, /^'[^']*'$/);
      return { kind: "verbatim", text: text.slice(1, -1) };
    case "verbatim_here_string_characters":
      assert(text.startsWith("@'\n") && text.endsWith("\n'@"), text);
      return { kind: "verbatim", text: text.slice(3, -3) };
    default:
      return fail(node);
  }
};

const bare = ({ text }: Node): Word => {
  assert.match(text, /^[A-Za-z0-9._-]+$/);
  return { kind: "bare", text };
};

const toWords = (kind: Word["kind"], texts: readonly string[]): readonly Word[] =>
  texts.map((text) => ({ kind, text }));

/** To a program a word in quotes is the same as one without. */
const asProgramSees = ({ into, words }: Statement): Statement => ({
  ...(into === undefined ? {} : { into }),
  words: words.map(({ kind, text }) => ({ kind: kind === "bare" ? "verbatim" : kind, text })),
});

/** PowerShell takes it as it stands, and the grammar only in quotes: it knows no option with `=`. */
const quoteDryRun = (script: string): string =>
  script.replace(/ (--dry-run=server)(\nRemove-Item \$patch)$/, (_, option, end) => ` '${option}'${end}`);

/**
 * The script does what a call of bash does and nothing else: a file is made, the very patch is written to it, kubectl is
 * called with the same arguments, the file is removed.
 */
export const expectSameCall = (read: ReadPowershell, script: string, call: readonly string[]): void => {
  const at = call.lastIndexOf("-p");
  const [, patch = "", ...options] = call.slice(at);
  const file: Word = { kind: "variable", text: "patch" };
  const statements = read(quoteDryRun(script));
  const isKubectl = ({ words: [first] }: Statement): boolean => first?.text === "kubectl";
  const seen = statements.map((statement) => (isKubectl(statement) ? asProgramSees(statement) : statement));
  assert.deepEqual(seen, [
    { into: "patch", words: toWords("bare", ["New-TemporaryFile"]) },
    {
      words: [
        ...toWords("bare", ["Set-Content", "-Path"]),
        file,
        ...toWords("bare", ["-Encoding", "Ascii", "-Value"]),
        ...toWords("verbatim", [patch]),
      ],
    },
    {
      words: [
        ...toWords("verbatim", ["kubectl", ...call.slice(0, at), "--patch-file"]),
        file,
        ...toWords("verbatim", options),
      ],
    },
    { words: [...toWords("bare", ["Remove-Item"]), file] },
  ]);
};
