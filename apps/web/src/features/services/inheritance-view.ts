/** The chain of a runtime, root first, and what the merged spec is made of (spec 6). */
import type { ServiceExplanation } from "@ome-matrix/contract";
import { escapeControls, type InheritedField } from "@ome-matrix/matcher";
import { sayKind } from "../../reasons/fact-view.ts";
import { counted, type Part, type Phrase, runtimeLink } from "../../reasons/phrase.ts";
import { chainErrorWords } from "../../reasons/service-words.ts";

export interface InheritanceView {
  /** A remark behind the title. */
  readonly note: string;
  readonly chain: readonly {
    readonly key: string;
    readonly runtime: Part;
    readonly scope: string;
    readonly roles: readonly string[];
    readonly own: string;
  }[];
  readonly error:
    | {
        readonly title: string;
        readonly meaning: Phrase;
        readonly text: string;
        readonly shown: string;
        readonly names: string;
      }
    | undefined;
  /** Empty for a chain of one and for one that does not resolve. */
  readonly merged: readonly { readonly field: string; readonly value: string; readonly from: Part }[];
  /** How it bears on what the pair's own page says; empty when it does not. */
  readonly remark: string;
}

const fieldNames: { readonly [Field in InheritedField]: string } = {
  disabled: "disabled",
  supportedModelFormats: "entries",
  "modelSizeRange.min": "lower size bound",
  "modelSizeRange.max": "upper size bound",
  "acceleratorRequirements.acceleratorClasses": "accelerator classes",
  "engineConfig.annotations[ome.io/deploymentMode]": "engine’s mode",
  "decoderConfig.annotations[ome.io/deploymentMode]": "decoder’s mode",
};

export const toInheritanceView = ({ inheritance, service }: ServiceExplanation): InheritanceView | undefined => {
  if (inheritance === undefined) return undefined;
  const { chain, error, merged } = inheritance;
  const inherits = chain.length > 1;
  if (!inherits && error === undefined) return undefined;
  const isPicked = service.result.code === "selected";
  return {
    note: isPicked
      ? "not used, since automatic selection takes the runtime alone"
      : "root first; each is laid over the one above",
    chain: chain.map((runtime, index) => ({
      key: runtime.key,
      runtime: runtimeLink(runtime),
      scope: sayKind(runtime),
      roles: [
        ...(inherits && index === 0 ? ["root"] : []),
        ...(index === chain.length - 1 ? [isPicked ? "picked" : "named"] : []),
        ...(runtime.isProfile ? ["profile"] : []),
        ...(runtime.disabled ? ["disabled"] : []),
      ],
      own:
        runtime.entries === 0 ? "no entries of its own" : `${counted(runtime.entries, "entry", "entries")} of its own`,
    })),
    error:
      error === undefined
        ? undefined
        : {
            ...chainErrorWords[error.code],
            text: error.message,
            shown: escapeControls(error.message),
            names: error.names.map(escapeControls).join(" → "),
          },
    merged: inherits
      ? merged.map(({ field, value, from }) => ({
          field: fieldNames[field],
          value: escapeControls(value),
          from: runtimeLink(from),
        }))
      : [],
    remark:
      inherits && !isPicked && service.foundModel !== undefined
        ? "The matrix and the pair’s drawer look at the runtime’s own spec, as automatic selection does; named, it is checked with all of this."
        : "",
  };
};
