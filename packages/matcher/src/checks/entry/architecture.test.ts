import { expect, test } from "vitest";
import { entryWith, modelWith } from "../../../test/base.ts";
import { showFinding } from "../../../test/show-finding.ts";
import { toSubject } from "../check.ts";
import { architecture } from "./architecture.ts";

test.each([
  { name: "equal", model: "A", entry: "A", codes: [], fields: ["modelArchitecture same"] },
  { name: "neither", model: undefined, entry: undefined, codes: [], fields: [] },
  {
    name: "case differs",
    model: "A",
    entry: "a",
    codes: ["architecture/differs modelArchitecture"],
    fields: ["modelArchitecture differs"],
    kind: true,
  },
  {
    name: "only the entry",
    model: undefined,
    entry: "A",
    codes: ["architecture/missing-on-model modelArchitecture"],
    fields: ["modelArchitecture differs"],
  },
  {
    name: "only the model",
    model: "A",
    entry: undefined,
    codes: ["architecture/missing-on-runtime modelArchitecture"],
    fields: ["modelArchitecture differs"],
  },
  {
    name: "an empty text is a value",
    model: "",
    entry: undefined,
    codes: ["architecture/missing-on-runtime modelArchitecture"],
    fields: ["modelArchitecture differs"],
  },
])("$name", ({ model, entry, codes, fields, kind = false }) => {
  const finding = architecture(
    toSubject(modelWith({ modelArchitecture: model })),
    entryWith({ modelArchitecture: entry }),
  );
  expect(showFinding(finding)).toEqual({ mismatches: codes, fields, ofAnotherKind: kind });
});
