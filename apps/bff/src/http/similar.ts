import { distance } from "fastest-levenshtein";

/** Up to five names that come close to one that was not found, closest first. */
export const similarNames = (wanted: string, names: Iterable<string>): string[] => {
  const target = wanted.toLowerCase();
  const near: { name: string; rank: number }[] = [];
  for (const name of new Set(names)) {
    const candidate = name.toLowerCase();
    const contains = target.length >= 3 && (candidate.includes(target) || target.includes(candidate));
    const rank = contains ? 0.5 : distance(target, candidate);
    if (rank <= Math.max(2, target.length / 3)) near.push({ name, rank });
  }
  near.sort((left, right) => left.rank - right.rank || (left.name < right.name ? -1 : 1));
  return near.slice(0, 5).map(({ name }) => name);
};
