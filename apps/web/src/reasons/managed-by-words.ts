import type { ModelSummary } from "@ome-matrix/contract";
import { code, type Phrase, phrase } from "./phrase.ts";

type Manager = ModelSummary["managedBy"][number];

/** Who applied an object, and what that means for somebody about to edit it in the cluster. */
export const managedByWords: { readonly [Name in Manager]: { readonly title: string; readonly meaning: Phrase } } = {
  helm: {
    title: "Helm",
    meaning: phrase`The next upgrade of its Helm release overwrites an edit made in the cluster. Change the chart’s values instead.`,
  },
  "argo-cd": {
    title: "Argo CD",
    meaning: phrase`Argo CD compares it with a Git repository and may undo an edit made in the cluster. Change the manifest there.`,
  },
  flux: {
    title: "Flux",
    meaning: phrase`Flux applies it from a source again and again and undoes an edit made in the cluster. Change the manifest there.`,
  },
  "kubectl-apply": {
    title: "kubectl apply",
    meaning: phrase`It was applied from a file. The next ${code("kubectl apply")} of that file may overwrite an edit made in the cluster.`,
  },
};
