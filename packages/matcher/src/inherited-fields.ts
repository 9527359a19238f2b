/** Where each matching field of a merged spec comes from (spec 6.3). */
import type { RuntimeSpec } from "./resources.ts";

/** The matching fields that inheritance touches, below `spec`. */
export const inheritedFields = [
  "disabled",
  "supportedModelFormats",
  "modelSizeRange.min",
  "modelSizeRange.max",
  "acceleratorRequirements.acceleratorClasses",
  "engineConfig.annotations[ome.io/deploymentMode]",
  "decoderConfig.annotations[ome.io/deploymentMode]",
] as const;
export type InheritedField = (typeof inheritedFields)[number];

/** What counts as set by a runtime of a chain: `[]`, `{}` and `""` do not. */
const isSet: { readonly [Field in InheritedField]: (spec: RuntimeSpec) => boolean } = {
  disabled: (spec) => spec.disabled !== undefined,
  supportedModelFormats: (spec) => spec.supportedModelFormats.length > 0,
  "modelSizeRange.min": (spec) => Boolean(spec.modelSizeRange?.min),
  "modelSizeRange.max": (spec) => Boolean(spec.modelSizeRange?.max),
  "acceleratorRequirements.acceleratorClasses": (spec) => spec.acceleratorClasses.length > 0,
  "engineConfig.annotations[ome.io/deploymentMode]": (spec) => Boolean(spec.deploymentModes.engine),
  "decoderConfig.annotations[ome.io/deploymentMode]": (spec) => Boolean(spec.deploymentModes.decoder),
};

/** For each field that any runtime of a chain sets, the index of the one whose value counts. Root first, as the chain. */
export function originsOf(
  chain: readonly RuntimeSpec[],
): readonly { readonly field: InheritedField; readonly from: number }[] {
  return inheritedFields.flatMap((field) => {
    const from = chain.findLastIndex(isSet[field]);
    return from < 0 ? [] : [{ field, from }];
  });
}
