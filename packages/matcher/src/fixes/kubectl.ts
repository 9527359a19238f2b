/**
 * A change as commands to paste (spec 5.1). Everything inserted is inert:
 *
 * 1. The patch is JSON of printable ASCII on one line; whatever is not is written `\uXXXX`. No line end, no control or
 *    bidirectional character, none of the quotes that PowerShell takes for its own (‘ ’ ‚ ‛) is left.
 * 2. bash: in single quotes, where nothing but `'` means anything; each `'` is written `'\''`.
 * 3. PowerShell: in a single-quoted here-string, which only ends at a line that begins with `'@`; the JSON begins with `{`
 *    or `[`. It goes into a file, since Windows PowerShell 5.1 strips inner quotes from arguments. Names that begin with a
 *    digit stand in quotes.
 * 4. Names and namespaces are those that the API accepts, or there is no command.
 */
import type { Change, TargetKind } from "./fix.ts";
import { manifestFragment } from "./fragment.ts";
import { toAsciiJson } from "./json-value.ts";
import type { Patch } from "./patch.ts";

export interface CommandSet {
  readonly bash: string;
  /** Judged by the API server and its webhooks, and not stored. */
  readonly bashDryRun: string;
  readonly powershell: string;
  readonly powershellDryRun: string;
}

export interface Commands extends CommandSet {
  readonly ok: true;
  readonly undo: CommandSet;
  /** YAML for the manifest from which the object is applied. */
  readonly fragment: string;
  /** The lowest version of kubectl that knows each of the forms. */
  readonly lowestKubectl: { readonly forward: LowestKubectl; readonly undo: LowestKubectl };
}

export type LowestKubectl = { readonly [Form in keyof CommandSet]: string };

/** `--dry-run=server` came with 1.18, `--patch-file` with 1.20. Older ones than 1.18 no cluster of OME's would talk to. */
const lowestKubectl: LowestKubectl = {
  bash: "1.18",
  bashDryRun: "1.18",
  powershell: "1.20",
  powershellDryRun: "1.20",
};

/** Why there is no command: the API would refuse the name, so the object cannot be in a cluster. */
export interface NoCommands {
  readonly ok: false;
  readonly why: "name-refused" | "namespace-refused" | "namespace-missing";
}

/** Everything to paste for one change. */
export function commandsFor(change: Change): Commands | NoCommands {
  const { target, patch, undo } = change;
  const why = refuseName(target);
  if (why !== undefined) return { ok: false, why };
  return {
    ok: true,
    ...commandSet(target, patch),
    undo: commandSet(target, undo),
    fragment: manifestFragment(change),
    lowestKubectl: { forward: lowestKubectl, undo: lowestKubectl },
  };
}

function commandSet(target: Change["target"], patch: Patch): CommandSet {
  const bash = `${bashWords(["kubectl", ...patchArguments(target, patch), "-p"])} ${singleQuoted(patchJson(patch))}`;
  return {
    bash,
    bashDryRun: `${bash} --dry-run=server`,
    powershell: powershell(target, patch, []),
    powershellDryRun: powershell(target, patch, ["--dry-run=server"]),
  };
}

/** `patch KIND NAME [-n NAMESPACE] --type TYPE`. Every word consists of characters that no shell looks at. */
function patchArguments({ kind, name, namespace }: Change["target"], { type }: Patch): readonly string[] {
  const scope = namespace === undefined || kind.startsWith("Cluster") ? [] : ["-n", namespace];
  return ["patch", kind.toLowerCase(), name, ...scope, "--type", type];
}

function bashWords(words: readonly string[]): string {
  return words.map((word) => (/^[A-Za-z0-9_./=-]+$/.test(word) ? word : singleQuoted(word))).join(" ");
}

/** The patch as it is sent, in printable ASCII. */
export function patchJson(patch: Patch): string {
  return toAsciiJson(patch.type === "merge" ? patch.body : (patch.operations as readonly never[]));
}

/** One word of a POSIX shell, whatever is in it. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function powershell(target: Change["target"], patch: Patch, more: readonly string[]): string {
  const call = ["kubectl", ...patchArguments(target, patch).map(powershellWord), "--patch-file", "$patch", ...more];
  return [
    "$patch = New-TemporaryFile",
    "Set-Content -Path $patch -Encoding Ascii -Value @'",
    patchJson(patch),
    "'@",
    call.join(" "),
    "Remove-Item $patch",
  ].join("\n");
}

/** A name may look like a number, such as `1e3` or `8kb`: in quotes it is none. */
function powershellWord(word: string): string {
  return /^[0-9]/.test(word) ? `'${word}'` : word;
}

const namespacedKinds: ReadonlySet<TargetKind> = new Set(["BaseModel", "ServingRuntime", "InferenceService"]);

function refuseName({ kind, name, namespace }: Change["target"]): NoCommands["why"] | undefined {
  if (!isObjectName(name)) return "name-refused";
  if (!namespacedKinds.has(kind)) return undefined;
  if (namespace === undefined) return "namespace-missing";
  return isNamespaceName(namespace) ? undefined : "namespace-refused";
}

const label = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";
const subdomain = new RegExp(`^${label}(?:\\.${label})*$`);
const oneLabel = new RegExp(`^${label}$`);

/** A DNS subdomain (RFC 1123), as the API wants the names of objects. */
export function isObjectName(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}

/** A DNS label (RFC 1123), as the API wants the names of namespaces. */
export function isNamespaceName(name: string): boolean {
  return name.length <= 63 && oneLabel.test(name);
}
