import type { ModelSummary } from "@ome-matrix/contract";

type Manager = ModelSummary["managedBy"][number];

/**
 * Who applied an object, as far as its labels and annotations tell. A change made by hand to an object of Argo CD, Flux or
 * Helm does not last, which is why the page shows it.
 */
export const readManagers = (
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>>,
): Manager[] => {
  const managers: Manager[] = [];
  if (labels["app.kubernetes.io/managed-by"] === "Helm" || "meta.helm.sh/release-name" in annotations) {
    managers.push("helm");
  }
  const names = [...Object.keys(labels), ...Object.keys(annotations)];
  if (
    "argocd.argoproj.io/tracking-id" in annotations ||
    // app.kubernetes.io/instance is everybody's label; it is Argo CD's where one of its own names stands beside it.
    ("app.kubernetes.io/instance" in labels && names.some((name) => name.startsWith("argocd.argoproj.io/")))
  ) {
    managers.push("argo-cd");
  }
  if (names.includes("kustomize.toolkit.fluxcd.io/name") || names.includes("helm.toolkit.fluxcd.io/name")) {
    managers.push("flux");
  }
  if ("kubectl.kubernetes.io/last-applied-configuration" in annotations) managers.push("kubectl-apply");
  return managers;
};
