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
  /** The lowest version of kubectl that knows it; absent where there is nothing to run. */
  readonly lowest: string | undefined;
}

export interface FormView {
  readonly form: Form;
  /** What the form is for, where that is not plain. */
  readonly note: string | undefined;
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
  const lowestOf = (way: "forward" | "undo", form: keyof CommandSet["forward"]) =>
    highest(all.map(({ lowestKubectl }) => lowestKubectl[way][form]));
  return [
    {
      form: "bash",
      note: undefined,
      texts: [
        {
          label: undefined,
          text: bashOf(all.map(({ forward }) => forward.bash)),
          copyLabel: "Copy the command",
          lowest: lowestOf("forward", "bash"),
        },
      ],
    },
    {
      form: "powershell",
      note: undefined,
      texts: [
        {
          label: undefined,
          text: powershellOf(all.map(({ forward }) => forward.powershell)),
          copyLabel: "Copy the PowerShell lines",
          lowest: lowestOf("forward", "powershell"),
        },
      ],
    },
    {
      form: "dry-run",
      note: "The API server and its webhooks judge the patch and do not store it.",
      texts: [
        {
          label: "bash",
          text: bashOf(all.map(({ forward }) => forward.bashDryRun)),
          copyLabel: "Copy the dry run for bash",
          lowest: lowestOf("forward", "bashDryRun"),
        },
        {
          label: "PowerShell",
          text: powershellOf(all.map(({ forward }) => forward.powershellDryRun)),
          copyLabel: "Copy the dry run for PowerShell",
          lowest: lowestOf("forward", "powershellDryRun"),
        },
      ],
    },
    {
      form: "undo",
      note: "Puts back what the command changed.",
      texts: [
        {
          label: "bash",
          text: bashOf(undone.map(({ undo }) => undo.bash)),
          copyLabel: "Copy the undo command for bash",
          lowest: lowestOf("undo", "bash"),
        },
        {
          label: "PowerShell",
          text: powershellOf(undone.map(({ undo }) => undo.powershell)),
          copyLabel: "Copy the undo command for PowerShell",
          lowest: lowestOf("undo", "powershell"),
        },
      ],
    },
    {
      form: "gitops",
      note: "The same change for the manifest from which the object is applied.",
      texts: [
        {
          label: undefined,
          text: all.map(({ fragment }) => fragment).join("---\n"),
          copyLabel: "Copy the manifest fragment",
          lowest: undefined,
        },
      ],
    },
  ];
};

/** The command that a button copies: bash, all changes. */
export const mainCommand = (fix: FixResponse): string | undefined => toForms(fix)[0]?.texts[0]?.text;
