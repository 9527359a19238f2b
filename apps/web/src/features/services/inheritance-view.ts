/** The chain of the runtime that a service gets, and how it bears on what is said elsewhere. */
import type { ServiceExplanation } from "@ome-matrix/contract";
import { type InheritanceView, toInheritanceView } from "../../reasons/inheritance-view.ts";

export interface ServiceInheritanceView extends InheritanceView {
  /** A remark behind the title. */
  readonly note: string;
  /** How it bears on what the matrix shows; empty when it does not. */
  readonly remark: string;
}

export const toServiceInheritance = ({
  inheritance,
  service,
}: ServiceExplanation): ServiceInheritanceView | undefined => {
  if (inheritance === undefined) return undefined;
  const inherits = inheritance.chain.length > 1;
  if (!inherits && inheritance.error === undefined) return undefined;
  const isPicked = service.result.code === "selected";
  return {
    ...toInheritanceView(inheritance, isPicked ? "picked" : "named"),
    note: isPicked
      ? "not used, since automatic selection takes the runtime alone"
      : "root first; each is laid over the one above",
    remark:
      inherits && !isPicked && service.foundModel !== undefined
        ? "The matrix looks at the runtime’s own spec, as automatic selection does; named, it is checked with all of this. The pair’s drawer says both."
        : "",
  };
};
