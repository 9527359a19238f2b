/** A fix as texts to paste: what stands behind each tab. */
import type { FixResponse } from "@ome-matrix/contract";

export const forms = ["bash", "powershell", "dry-run", "undo", "gitops"] as const;
export type Form = (typeof forms)[number];

export const formWords: { readonly [Name in Form]: string } = {
  bash: "bash",
  powershell: "PowerShell",
  "dry-run": "Dry run",
  undo: "Undo",
  gitops: "GitOps",
};

export interface TextView {
  /** Above the text; absent where the tab says it all. */
  readonly label: string | undefined;
  readonly text: string;
  readonly copyLabel: string;
}

export interface FormView {
  readonly form: Form;
  /** What the form is for, where that is not plain. */
  readonly note: string | undefined;
  /** The lowest version of kubectl that knows it. */
  readonly lowest: string | undefined;
  readonly texts: readonly TextView[];
}

type CommandSet = NonNullable<FixResponse["changes"][number]["commands"]>;

/** The second only runs when the first went well. */
const bashOf = (commands: readonly string[]): string => commands.join(" &&\n");
const powershellOf = (commands: readonly string[]): string => commands.join("\n");

/** `1.20` after `1.8`. */
const highest = (versions: readonly string[]): string | undefined => {
  const rank = (version: string) => version.split(".").reduce((sum, part) => sum * 1000 + Number(part), 0);
  return versions.toSorted((one, other) => rank(other) - rank(one))[0];
};

/** None when there is nothing to patch, or an object's name would be refused. */
export const toForms = ({ changes }: FixResponse): readonly FormView[] => {
  const all = changes.flatMap(({ commands }) => (commands === undefined ? [] : [commands]));
  if (all.length === 0 || all.length !== changes.length) return [];
  // What was done last is undone first.
  const undone = all.toReversed();
  const both = (bash: (set: CommandSet) => string, powershell: (set: CommandSet) => string, sets = all) => [
    { label: "bash", text: bashOf(sets.map(bash)), copyLabel: "" },
    { label: "PowerShell", text: powershellOf(sets.map(powershell)), copyLabel: "" },
  ];
  const named = (texts: readonly TextView[], what: string): readonly TextView[] =>
    texts.map((text) => ({ ...text, copyLabel: `Copy the ${what} for ${text.label}` }));
  const bash = bashOf(all.map(({ forward }) => forward.bash));
  const powershell = powershellOf(all.map(({ forward }) => forward.powershell));
  const lowest = (key: keyof CommandSet["lowestKubectl"]) =>
    highest(all.map(({ lowestKubectl }) => lowestKubectl[key]));
  return [
    {
      form: "bash",
      note: undefined,
      lowest: lowest("bash"),
      texts: [{ label: undefined, text: bash, copyLabel: "Copy the command" }],
    },
    {
      form: "powershell",
      note: undefined,
      lowest: lowest("powershell"),
      texts: [{ label: undefined, text: powershell, copyLabel: "Copy the PowerShell lines" }],
    },
    {
      form: "dry-run",
      note: "The API server and its webhooks judge the patch and do not store it.",
      lowest: lowest("dryRun"),
      texts: named(
        both(
          ({ forward }) => forward.bashDryRun,
          ({ forward }) => forward.powershellDryRun,
        ),
        "dry run",
      ),
    },
    {
      form: "undo",
      note: "Puts back what the command changed.",
      lowest: undefined,
      texts: named(
        both(
          ({ undo }) => undo.bash,
          ({ undo }) => undo.powershell,
          undone,
        ),
        "undo command",
      ),
    },
    {
      form: "gitops",
      note: "The same change for the manifest from which the object is applied.",
      lowest: undefined,
      texts: [
        {
          label: undefined,
          text: all.map(({ fragment }) => fragment).join("---\n"),
          copyLabel: "Copy the manifest fragment",
        },
      ],
    },
  ];
};

/** The command that a button copies: bash, all changes. */
export const mainCommand = (fix: FixResponse): string | undefined => toForms(fix)[0]?.texts[0]?.text;
