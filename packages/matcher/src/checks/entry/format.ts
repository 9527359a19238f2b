import { type EntryCheck, nothingToSay, toComparison, toMismatch, versionFinding } from "../check.ts";

/**
 * Names equal as written, an unset one being the same as `""`; then the versions (spec 2.2, group e).
 * An entry without modelFormat, which the API refuses, is not compared here; `unknownEntry` deals with it.
 */
export const format: EntryCheck = (model, entry) => {
  const modelFormat = model.spec.modelFormat;
  const entryFormat = entry.modelFormat;
  if (entryFormat === undefined) {
    if (modelFormat === undefined) return nothingToSay;
    const name = { path: "modelFormat.name", field: "format-name", model: modelFormat.name } as const;
    return { mismatches: [], fields: [toComparison(name, "not-compared")], ofAnotherKind: false };
  }
  const name = {
    path: "modelFormat.name",
    field: "format-name",
    model: modelFormat?.name,
    runtime: entryFormat.name,
  } as const;
  const version = {
    path: "modelFormat.version",
    field: "format-version",
    model: modelFormat?.version,
    runtime: entryFormat.version,
    operator: entryFormat.operator,
  } as const;
  if ((modelFormat?.name ?? "") !== (entryFormat.name ?? "")) {
    const fields = [toComparison(name, "differs")];
    if (version.model !== undefined || version.runtime !== undefined)
      fields.push(toComparison(version, "not-compared"));
    return {
      mismatches: [toMismatch({ ...name, code: "format-name/differs" })],
      fields,
      ofAnotherKind: name.model !== undefined && name.runtime !== undefined,
    };
  }
  const versions = versionFinding({ ...version, readModel: model.formatVersion });
  return {
    mismatches: versions.mismatches,
    fields: [toComparison(name, "same"), ...versions.fields],
    ofAnotherKind: false,
  };
};
