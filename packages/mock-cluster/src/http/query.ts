import type { WriteOptions } from "../registry.ts";
import { both, readFieldSelector, readLabelSelector, type Selector } from "../selectors.ts";
import { badRequest, invalidOption } from "../status.ts";

/** A parameter that holds a whole number, or undefined when it is not given. */
export function readCount(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null || value === "") return undefined;
  if (!/^\d{1,15}$/.test(value))
    throw badRequest(`${name}: Invalid value: ${JSON.stringify(value)}: must be a whole number`);
  return Number(value);
}

/** A resourceVersion; `0` and none mean: whatever is newest. */
export function readRevision(query: URLSearchParams): number | undefined {
  const value = query.get("resourceVersion");
  if (value === null || value === "" || value === "0") return undefined;
  // Too large a number is a revision that was never reached, and no mistake in writing.
  if (!/^\d{1,20}$/.test(value))
    throw badRequest(
      `resourceVersion: Invalid value: ${JSON.stringify(value)}: strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`,
    );
  return Number(value);
}

/** A parameter that is true or false, as Go reads it. */
export function readFlag(query: URLSearchParams, name: string): boolean {
  return ["1", "t", "T", "true", "TRUE", "True"].includes(query.get(name) ?? "");
}

/** Both selectors of a list or a watch. */
export function readSelector(query: URLSearchParams): Selector {
  return both(readLabelSelector(query.get("labelSelector") ?? ""), readFieldSelector(query.get("fieldSelector") ?? ""));
}

/** What Kubernetes calls the parameters of a request. */
export type OptionsName = "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions";

/** The parameters of a write. */
export function readWriteOptions(
  query: URLSearchParams,
  name: OptionsName,
  subresource: "status" | undefined,
): WriteOptions {
  const validation = query.get("fieldValidation") || "Warn";
  if (validation !== "Ignore" && validation !== "Warn" && validation !== "Strict") {
    throw invalidOption(name, {
      path: ["fieldValidation"],
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(validation)}: supported values: "", "Ignore", "Strict", "Warn"`,
    });
  }
  return {
    dryRun: readDryRun(query, name),
    fieldValidation: validation,
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Whether nothing is to be stored. */
export function readDryRun(query: URLSearchParams, name: OptionsName): boolean {
  const values = query.getAll("dryRun").filter((value) => value !== "");
  if (values.some((value) => value !== "All")) {
    throw invalidOption(name, {
      path: ["dryRun"],
      reason: "FieldValueNotSupported",
      message: `Unsupported value: ${JSON.stringify(values)}: supported values: "All"`,
    });
  }
  return values.length > 0;
}
