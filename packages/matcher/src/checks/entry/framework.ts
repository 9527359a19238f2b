import { type EntryCheck, nothingToSay, toComparison, toMismatch, versionFinding } from "../check.ts";

/** As the format, except that a whole framework may be missing on either side (spec 2.2, group f). */
export const framework: EntryCheck = (model, entry) => {
  const modelFramework = model.spec.modelFramework;
  const entryFramework = entry.modelFramework;
  if (modelFramework === undefined && entryFramework === undefined) return nothingToSay;
  const name = {
    path: "modelFramework.name",
    field: "framework-name",
    model: modelFramework?.name,
    runtime: entryFramework?.name,
  } as const;
  const version = {
    path: "modelFramework.version",
    field: "framework-version",
    model: modelFramework?.version,
    runtime: entryFramework?.version,
    operator: entryFramework?.operator,
  } as const;
  const versionIsSet = version.model !== undefined || version.runtime !== undefined;
  const namesDiffer = (modelFramework?.name ?? "") !== (entryFramework?.name ?? "");
  if (modelFramework === undefined || entryFramework === undefined || namesDiffer) {
    const fields = [toComparison(name, "differs")];
    if (versionIsSet) fields.push(toComparison(version, "not-compared"));
    const mismatch =
      modelFramework === undefined
        ? toMismatch({ ...name, path: "modelFramework", code: "framework/missing-on-model" })
        : entryFramework === undefined
          ? toMismatch({ ...name, path: "modelFramework", code: "framework/missing-on-runtime" })
          : toMismatch({ ...name, code: "framework-name/differs" });
    const ofAnotherKind = name.model !== undefined && name.runtime !== undefined;
    return { mismatches: [mismatch], fields, ofAnotherKind };
  }
  const versions = versionFinding({ ...version, readModel: model.frameworkVersion });
  return {
    mismatches: versions.mismatches,
    fields: [toComparison(name, "same"), ...versions.fields],
    ofAnotherKind: false,
  };
};
