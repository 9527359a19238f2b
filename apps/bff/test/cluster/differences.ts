import { isObject } from "./api-client.ts";

const say = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Where two values differ, a line a place, with positions in lists left out so that equal differences look equal. */
export const differences = (mock: unknown, real: unknown, path = ""): readonly string[] => {
  if (Array.isArray(mock) && Array.isArray(real) && mock.length === real.length) {
    return mock.flatMap((item, index) => differences(item, real[index], `${path}[]`));
  }
  if (isObject(mock) && isObject(real)) {
    const names = [...new Set([...Object.keys(mock), ...Object.keys(real)])];
    return names.flatMap((name) => differences(mock[name], real[name], join(path, name)));
  }
  return say(mock) === say(real) ? [] : [`${path}: the mock cluster has ${say(mock)}, the API server ${say(real)}`];
};

/** The same for two sets of stored objects; every place once, with the kind. */
export const allDifferences = (
  mock: ReadonlyMap<string, unknown>,
  real: ReadonlyMap<string, unknown>,
): readonly string[] => {
  const names = [...new Set([...mock.keys(), ...real.keys()])];
  const found = names.flatMap((name) => {
    const kind = name.split("/", 1)[0] ?? "";
    return differences(mock.get(name), real.get(name), kind);
  });
  return [...new Set(found)].sort();
};
