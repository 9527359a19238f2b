import { expect, test } from "vitest";
import { entryWith, modelWith } from "../../../test/base.ts";
import { showFinding } from "../../../test/show-finding.ts";
import { toSubject } from "../check.ts";
import { format } from "./format.ts";

const version = "modelFormat.version";
const name = "modelFormat.name";

test.each([
  {
    name: "equal",
    model: { name: "s", version: "1" },
    entry: { name: "s", version: "1" },
    codes: [],
    fields: [`${name} same`, `${version} same`],
  },
  {
    name: "equal in value",
    model: { name: "s", version: "1.0" },
    entry: { name: "s", version: "1" },
    codes: [],
    fields: [`${name} same`, `${version} accepted`],
  },
  {
    name: "names differ: versions are not compared",
    model: { name: "s", version: "1" },
    entry: { name: "S", version: "2" },
    codes: [`format-name/differs ${name}`],
    fields: [`${name} differs`, `${version} not-compared`],
    kind: true,
  },
  {
    name: "names differ, no versions",
    model: { name: "s" },
    entry: { name: "t" },
    codes: [`format-name/differs ${name}`],
    fields: [`${name} differs`],
    kind: true,
  },
  {
    name: "a name on one side only is no other kind",
    model: {},
    entry: { name: "s" },
    codes: [`format-name/differs ${name}`],
    fields: [`${name} differs`],
  },
  {
    name: "no format at all on the model",
    model: undefined,
    entry: { name: "s" },
    codes: [`format-name/differs ${name}`],
    fields: [`${name} differs`],
  },
  { name: "an unset name is an empty one", model: { name: "" }, entry: {}, codes: [], fields: [`${name} same`] },
  {
    name: "version refused",
    model: { name: "s", version: "2" },
    entry: { name: "s", version: "1" },
    codes: [`format-version/not-accepted ${version} not-equal`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "version only on the entry",
    model: { name: "s" },
    entry: { name: "s", version: "1" },
    codes: [`format-version/missing-on-model ${version}`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "version only on the model",
    model: { name: "s", version: "" },
    entry: { name: "s" },
    codes: [`format-version/missing-on-runtime ${version}`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "empty versions never match",
    model: { name: "s", version: "" },
    entry: { name: "s", version: "" },
    codes: [`format-version/not-accepted ${version} unparsable-on-both`],
    fields: [`${name} same`, `${version} differs`],
  },
  {
    name: "an entry without a format is not compared",
    model: { name: "s" },
    entry: undefined,
    codes: [],
    fields: [`${name} not-compared`],
  },
  { name: "neither has one", model: undefined, entry: undefined, codes: [], fields: [] },
])("$name", ({ model, entry, codes, fields, kind = false }) => {
  const finding = format(toSubject(modelWith({ modelFormat: model })), entryWith({ modelFormat: entry }));
  expect(showFinding(finding)).toEqual({ mismatches: codes, fields, ofAnotherKind: kind });
});
