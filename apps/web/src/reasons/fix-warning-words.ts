/** What to mind about a fix, as lines beside its command. Complete by type. */
import type { FixResponse } from "@ome-matrix/contract";
import { escapeControls, type WarningCode } from "@ome-matrix/matcher";
import { named } from "./fix-words.ts";
import { managedByWords } from "./managed-by-words.ts";
import { code, listed, type Phrase, phrase, strong } from "./phrase.ts";

type FixWarning = FixResponse["warnings"][number];

const targetOf = ({ target }: FixWarning): Phrase =>
  target === undefined ? phrase`the object` : phrase`${named(target.name)}`;

const shownNames = 5;

const namesOf = ({ names = [] }: FixWarning, unknown: string): Phrase => {
  if (names.length === 0) return phrase`${unknown}`;
  const shown = names.slice(0, shownNames).map((name) => strong(escapeControls(name)));
  const more = names.length - shownNames;
  return listed(more > 0 ? [...shown, `${more} more`] : shown);
};

export const fixWarningWords: { readonly [Code in WarningCode]: (warning: FixWarning) => Phrase } = {
  "cluster-wide": (warning) =>
    warning.target?.kind.endsWith("Model") === true
      ? phrase`Cluster-wide: ${targetOf(warning)} is the same object for every namespace.`
      : phrase`Cluster-wide: every namespace is concerned by a change of ${targetOf(warning)}.`,
  managed: (warning) => {
    const managers = warning.managers ?? [];
    const names = listed(managers.map((manager) => strong(managedByWords[manager].title)));
    return phrase`Managed by ${names}: applying ${targetOf(warning)} from there again takes the change back. Use the GitOps form as well.`;
  },
  "models-not-watched": () =>
    phrase`OME does not retry when a model changes: apply the refused InferenceService again, or change one that exists.`,
  "stays-on-model": () =>
    phrase`OME fills in empty fields only: what you set stays, also when the model’s files change.`,
  "pvc-has-no-pipeline": () => phrase`OME never reads models on a PVC.`,
  "may-be-filled-in": () =>
    phrase`OME may still fill in the format version by itself, and then the entry no longer matches.`,
  narrows: () => phrase`The entry asks for something else than before: models that match it today may be lost.`,
  widens: (warning) => phrase`OME may pick ${targetOf(warning)} for other InferenceServices that name no runtime.`,
  "services-may-move": (warning) =>
    phrase`Other InferenceServices that name no runtime may move to ${targetOf(warning)} when OME selects again.`,
  "services-follow": (warning) =>
    phrase`InferenceServices that name the runtime follow at once: ${namesOf(warning, "some")}.`,
  "services-pinned": (warning) =>
    phrase`Pinned with ${code("autoSync: false")}, these report drift and are no longer updated: ${namesOf(warning, "some")}.`,
  "children-follow": (warning) =>
    phrase`Runtimes that inherit from ${targetOf(warning)} change with it: ${namesOf(warning, "some")}.`,
  "runs-without-inherited": () =>
    phrase`Picked automatically, the runtime runs without what it inherits. Better name it on the InferenceService.`,
  "hides-inherited-formats": () =>
    phrase`With an entry of its own the runtime no longer inherits its formats, for InferenceServices that name it.`,
  "named-is-unchecked": () =>
    phrase`For a named runtime the checks only warn, and a better runtime that comes later is not picked.`,
  "named-does-not-declare": () => phrase`The runtime does not declare this model: OME warns and goes on.`,
  "class-not-known": () =>
    phrase`Whether this accelerator class exists is not known; the webhook refuses one that does not.`,
  "mode-may-break": () =>
    phrase`A runtime written for one deployment mode may break in another, as with variables of LeaderWorkerSet.`,
  "service-names-runtime": (warning) =>
    warning.names === undefined
      ? phrase`${targetOf(warning)} names this runtime: ${code("spec.runtime")} is explicit, and automatic selection is hypothetical.`
      : phrase`${targetOf(warning)} names ${namesOf(warning, "another runtime")}, so this does not give it another one: ${code("spec.runtime")} is explicit, and automatic selection is hypothetical.`,
  "service-has-no-workload": (warning) =>
    phrase`${targetOf(warning)} gets no workload all the same, as long as its ${code("spec.model.kind")} is not ${namesOf(warning, "the kind of the model")}.`,
  "nothing-to-patch": () =>
    phrase`No InferenceService is chosen, so there is none to patch: write this into the manifest of yours.`,
};
