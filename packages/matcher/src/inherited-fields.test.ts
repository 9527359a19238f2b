import { expect, test } from "vitest";
import { entryWith, runtimeWith } from "../test/base.ts";
import { inheritedFields, originsOf } from "./inherited-fields.ts";
import type { RuntimeSpec } from "./resources.ts";

const empty = runtimeWith({}, []);
const root: RuntimeSpec = {
  disabled: true,
  supportedModelFormats: [entryWith({})],
  modelSizeRange: { min: "1B", max: "8B" },
  acceleratorClasses: ["h100"],
  deploymentModes: { engine: "RawDeployment", decoder: "RawDeployment" },
};

const told = (chain: readonly RuntimeSpec[]) => originsOf(chain).map(({ field, from }) => `${from} ${field}`);

test("a child that sets nothing changes nothing, and no text, list or range of nothing is set (spec 6.3)", () => {
  const blank: RuntimeSpec = { ...empty, modelSizeRange: { min: "" }, deploymentModes: { engine: "" } };
  expect(told([root, empty, blank])).toEqual(inheritedFields.map((field) => `0 ${field}`));
});

test("the last that sets a field counts, bound by bound", () => {
  const child: RuntimeSpec = { ...empty, disabled: false, modelSizeRange: { max: "70B" }, deploymentModes: {} };
  expect(told([root, child])).toEqual([
    "1 disabled",
    "0 supportedModelFormats",
    "0 modelSizeRange.min",
    "1 modelSizeRange.max",
    "0 acceleratorRequirements.acceleratorClasses",
    "0 engineConfig.annotations[ome.io/deploymentMode]",
    "0 decoderConfig.annotations[ome.io/deploymentMode]",
  ]);
});

test("what nobody sets is left out", () => {
  expect(told([empty])).toEqual([]);
});
