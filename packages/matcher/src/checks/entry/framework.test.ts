import { expect, test } from "vitest";
import { entryWith, modelWith } from "../../../test/base.ts";
import { showFinding } from "../../../test/show-finding.ts";
import { toSubject } from "../check.ts";
import { framework } from "./framework.ts";

const version = "modelFramework.version";
const name = "modelFramework.name";

test.each([
  {
    name: "equal",
    model: { name: "t", version: "1" },
    entry: { name: "t", version: "1" },
    codes: [],
    fields: [`${name} same`, `${version} same`],
  },
  {
    name: "accepted by an upper limit",
    model: { name: "t", version: "4.44.2" },
    entry: { name: "t", version: "4.46.0", operator: "GreaterThanOrEqual" },
    codes: [],
    fields: [`${name} same`, `${version} accepted`],
  },
  {
    name: "refused by an upper limit",
    model: { name: "t", version: "4.47.0" },
    entry: { name: "t", version: "4.46.0", operator: "GreaterThanOrEqual" },
    codes: [`framework-version/not-accepted ${version} above-limit`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "names differ",
    model: { name: "t", version: "1" },
    entry: { name: "u" },
    codes: [`framework-name/differs ${name}`],
    fields: [`${name} differs`, `${version} not-compared`],
    kind: true,
  },
  {
    name: "version only on the entry",
    model: { name: "t" },
    entry: { name: "t", version: "1" },
    codes: [`framework-version/missing-on-model ${version}`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "version only on the model",
    model: { name: "t", version: "1" },
    entry: { name: "t" },
    codes: [`framework-version/missing-on-runtime ${version}`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "none on the model",
    model: undefined,
    entry: { name: "t", version: "1" },
    codes: ["framework/missing-on-model modelFramework"],
    fields: [`${name} differs`, `${version} not-compared`],
  },
  {
    name: "none on the entry",
    model: { name: "t" },
    entry: undefined,
    codes: ["framework/missing-on-runtime modelFramework"],
    fields: [`${name} differs`],
  },
  { name: "an empty one on the model is one", model: {}, entry: {}, codes: [], fields: [`${name} same`] },
  { name: "neither has one", model: undefined, entry: undefined, codes: [], fields: [] },
])("$name", ({ model, entry, codes, fields, kind = false }) => {
  const finding = framework(toSubject(modelWith({ modelFramework: model })), entryWith({ modelFramework: entry }));
  expect(showFinding(finding)).toEqual({ mismatches: codes, fields, ofAnotherKind: kind });
});
