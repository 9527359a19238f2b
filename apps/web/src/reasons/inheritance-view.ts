/** The chain of a runtime, root first, and what the merged spec is made of (spec 6). */
import type { InheritanceResponse } from "@ome-matrix/contract";
import { escapeControls, type InheritedField } from "@ome-matrix/matcher";
import { sayKind } from "./fact-view.ts";
import { counted, type Part, type Phrase, runtimeLink } from "./phrase.ts";
import { chainErrorWords } from "./service-words.ts";

export interface InheritanceView {
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

/** `role`: what the last of the chain is to the reader. */
export const toInheritanceView = (
  { chain, error, merged }: InheritanceResponse,
  role: "picked" | "named" | "this one",
): InheritanceView => {
  const inherits = chain.length > 1;
  return {
    chain: chain.map((runtime, index) => ({
      key: runtime.key,
      runtime: runtimeLink(runtime),
      scope: sayKind(runtime),
      roles: [
        ...(inherits && index === 0 ? ["root"] : []),
        ...(index === chain.length - 1 ? [role] : []),
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
  };
};
