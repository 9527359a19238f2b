import type { KindCondition } from "../snapshot/change.ts";

/** Worst last. */
const fromGoodToBad: readonly KindCondition["state"][] = [
  "live",
  "connecting",
  "absent",
  "forbidden",
  "stale",
  "failed",
];

/** The condition of a kind that is followed in several namespaces: the worst of them, with the namespaces it is about. */
export const combineConditions = (conditions: ReadonlyMap<string, KindCondition>): KindCondition | undefined => {
  const all = [...conditions].map(([namespace, condition]) => ({ namespace, condition }));
  const rank = ({ condition }: (typeof all)[number]): number => fromGoodToBad.indexOf(condition.state);
  const worst = Math.max(...all.map(rank));
  const concerned = all.filter((entry) => rank(entry) === worst);
  const [first] = concerned;
  if (first === undefined) return undefined;
  const { state, message, advice, missingVerb } = first.condition;
  const since = concerned.map(({ condition }) => condition.since).sort()[0] ?? first.condition.since;
  const namespaces = concerned.map(({ namespace }) => namespace);
  const where = { followedIn: [...conditions.keys()], worstIn: namespaces };
  if (conditions.size === 1 || message === undefined) return { ...first.condition, since, ...where };
  const others = namespaces.length === 1 ? "" : `, and likewise in ${namespaces.slice(1).join(", ")}`;
  const better = all.filter((entry) => rank(entry) !== worst);
  const areFollowed = better.length > 0 && better.every(({ condition }) => condition.state === "live");
  const rest = areFollowed ? "; the other namespaces are followed" : "";
  return {
    state,
    since,
    message: `in the namespace ${first.namespace}: ${message}${others}${rest}`,
    ...(advice === undefined ? {} : { advice }),
    ...(missingVerb === undefined ? {} : { missingVerb }),
    ...where,
  };
};
