import type { ClusterState } from "@ome-matrix/contract";
import type { SelectOption } from "../ui/select.tsx";
import { shownValue } from "./phrase.ts";

/** Stands in a list of namespaces for one that is not in it; no namespace can be called so. */
export const otherNamespace = "…";

/** What the address names stays a choice, also when the cluster does not know it (any more). */
export const withCurrent = (names: readonly string[], current: string | undefined): readonly SelectOption[] =>
  (current === undefined || names.includes(current) ? names : [...names, current]).map((name) => ({
    value: name,
    label: shownValue(name),
  }));

/**
 * Whether there may be namespaces that are not in the list: none could be listed, and the program was not started for some
 * namespaces only, of which it knows all.
 */
export const canBeTyped = (cluster: Pick<ClusterState, "kinds"> | undefined): boolean => {
  const kinds = cluster?.kinds ?? [];
  const isLimited = kinds.some(({ followedIn }) => followedIn !== undefined);
  const namespaces = kinds.find(({ kind }) => kind === "Namespace");
  return !isLimited && namespaces !== undefined && !["live", "connecting", "stale"].includes(namespaces.state);
};
