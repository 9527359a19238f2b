import { expect, test } from "vitest";
import { baseModel, runtimeWith, serviceWith } from "../../../test/base.ts";
import { acceleratorClassPlaces, type InferenceServiceSpec } from "../../resources.ts";
import { toSubject } from "../check.ts";
import { acceleratorClass } from "./accelerator-class.ts";

function naming(...names: readonly string[]): InferenceServiceSpec {
  const places = names.map((name, index) => ({
    place: acceleratorClassPlaces[index % 4] ?? acceleratorClassPlaces[0],
    name,
  }));
  return serviceWith({ acceleratorClasses: places });
}

test.each([
  { name: "no service", service: undefined, listed: [], missing: undefined },
  { name: "no class named", service: naming(), listed: [], missing: undefined },
  { name: "listed", service: naming("h100"), listed: ["h100", "h200"], missing: undefined },
  { name: "none listed", service: naming("h100"), listed: [], missing: ["h100"] },
  { name: "pooled, both listed", service: naming("h100", "h200"), listed: ["h200", "h100"], missing: undefined },
  { name: "pooled, one missing", service: naming("h100", "a100"), listed: ["h100"], missing: ["a100"] },
  { name: "named twice is missing once", service: naming("a", "a"), listed: ["h100"], missing: ["a"] },
  { name: "an empty text is a class", service: naming(""), listed: ["h100"], missing: [""] },
  { name: "an empty text that is listed", service: naming(""), listed: [""], missing: undefined },
  { name: "case matters", service: naming("H100"), listed: ["h100"], missing: ["H100"] },
  {
    name: "a service without a model is not checked",
    service: serviceWith({ ...naming("a"), model: undefined }),
    listed: [],
    missing: undefined,
  },
])("$name", ({ service, listed, missing }) => {
  const rejection = acceleratorClass(toSubject(baseModel), runtimeWith({ acceleratorClasses: listed }), service);
  expect(rejection).toEqual(
    missing === undefined
      ? undefined
      : { code: "accelerator-class/not-supported", required: service?.acceleratorClasses, missing, listed },
  );
});
