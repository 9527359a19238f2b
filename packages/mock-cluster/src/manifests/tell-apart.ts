import { resolve, sep } from "node:path";

/** A name for each path: its own, after as many of the folders above it as it takes to tell the paths apart. */
export function tellApart(paths: readonly string[]): readonly string[] {
  const steps = paths.map((path) => resolve(path).split(sep).filter(Boolean));
  const lengths = steps.map(() => 1);
  for (;;) {
    const names = steps.map((all, index) => all.slice(-(lengths[index] ?? 1)).join("/"));
    const growing = names.flatMap((name, index) => {
      const isShared = names.some(
        (other, at) => other === name && resolve(paths[at] ?? "") !== resolve(paths[index] ?? ""),
      );
      return isShared && (lengths[index] ?? 1) < (steps[index]?.length ?? 0) ? [index] : [];
    });
    if (growing.length === 0) return names.map((name, index) => name || (paths[index] ?? ""));
    for (const index of growing) lengths[index] = (lengths[index] ?? 1) + 1;
  }
}
