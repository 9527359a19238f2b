import type { Column } from "../columns.ts";
import { isObject, type Json, type JsonObject, member } from "../json.ts";
import type { Kind } from "../kinds.ts";

/** Whether the client wants rows to print rather than objects, as `kubectl get` does. */
export function wantsTable(accept: string | undefined): boolean {
  const first = (accept ?? "").split(",")[0] ?? "";
  const parameters = first.split(";").map((part) => part.trim());
  return parameters.includes("as=Table") && parameters.includes("g=meta.k8s.io") && parameters.includes("v=v1");
}

/** How much of an object goes with its row. */
export type RowObject = "None" | "Metadata" | "Object";

/** Reads `includeObject`, which is `Object` when kubectl sorts by a field. */
export function readRowObject(query: URLSearchParams): RowObject {
  const value = query.get("includeObject");
  return value === "None" || value === "Object" ? value : "Metadata";
}

/** Objects as rows to print. */
export function toTable(
  kind: Kind,
  objects: readonly Json[],
  metadata: Json,
  { now, rowObject }: { readonly now: number; readonly rowObject: RowObject },
): JsonObject {
  const columnDefinitions = [
    { name: "Name", type: "string", format: "name", description: "", priority: 0 },
    ...kind.columns.map(({ name, type }) => ({ name, type, format: "", description: "", priority: 0 })),
  ];
  const rows = objects.map((object) => ({
    cells: [
      member(member(object, "metadata"), "name") ?? null,
      ...kind.columns.map((column) => cellOf(object, column, now)),
    ],
    ...(rowObject === "None" ? {} : { object: rowObject === "Object" ? object : metadataOf(object) }),
  }));
  return { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata, columnDefinitions, rows };
}

function metadataOf(object: Json): JsonObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: member(object, "metadata") ?? {},
  };
}

function cellOf(object: Json, column: Column, now: number): Json {
  // Of several results the API server prints the first.
  const value = findAll(object, column.jsonPath)[0] ?? null;
  if (value === null) return null;
  switch (column.type) {
    case "date":
      return typeof value === "string" ? sayAge(now - Date.parse(value)) : "<invalid>";
    case "string":
      return typeof value === "string" ? value : JSON.stringify(value);
    default:
      return value;
  }
}

const stepPattern = /\.([A-Za-z]+)|\[(\*)\]|\[\?\(@\.([A-Za-z]+)==(?:'([^']*)'|(true|false))\)\]/g;

/** The values at a path of the kind that printer columns use: `.a.b[*].c`, `.a[?(@.type=='Ready')].status`. */
function findAll(object: Json, path: string): readonly Json[] {
  let found: readonly Json[] = [object];
  for (const [, name, all, key, wanted, flag] of path.matchAll(stepPattern)) {
    found = found.flatMap((value): readonly Json[] => {
      if (name !== undefined) {
        const below = member(value, name);
        return below === undefined ? [] : [below];
      }
      if (!Array.isArray(value)) return [];
      if (all !== undefined) return value;
      return value.filter((item) => isObject(item) && member(item, key ?? "") === (wanted ?? flag === "true"));
    });
  }
  return found;
}

/** `5s`, `2m30s`, `4h`, `3d2h`, as kubectl shows ages. */
export function sayAge(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const years = Math.floor(days / 365);
  const two = (large: number, unit: string, small: number, smallUnit: string): string =>
    small === 0 ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
  if (Number.isNaN(seconds) || seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return two(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return two(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (days < 8) return two(days, "d", hours % 24, "h");
  if (days < 730) return `${days}d`;
  return years < 8 ? two(years, "y", days % 365, "d") : `${years}y`;
}
