import { apiVersionOf, type KindAddress, ruleFor } from "../kinds.ts";
import type { KindCondition } from "../snapshot/change.ts";
import { ApiError, type ClusterApi } from "./api.ts";
import { PluginError } from "./credential-plugins.ts";
import { listAt, textAt } from "./json.ts";

export interface Explanation {
  readonly state: KindCondition["state"];
  readonly message: string;
  readonly advice: string;
}

/** Node hides the cause of a failed fetch ("fetch failed") one level down, and two causes in one more. */
const sayError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const first = cause instanceof AggregateError && cause.message === "" ? cause.errors[0] : cause;
  return first instanceof Error && first.message !== "" ? first.message : String(first);
};

const adviseOn = (error: unknown): string => {
  if (error instanceof PluginError) return error.advice;
  const { status, retryAfterMilliseconds } = error instanceof ApiError ? error : {};
  if (status === 401) return "The API refuses these credentials: log in again, or pick another context";
  if (status === 410) {
    return "The API forgets faster than can be followed, so everything is listed again and again; nothing needs to be done here";
  }
  if (status === 429 || retryAfterMilliseconds !== undefined) {
    return "The API is busy and asks to be left alone for a while; it is tried again by itself";
  }
  return "Check that the API of the cluster can be reached from here; it is tried again by itself";
};

/** What a failure means for a kind, in words. `namespace`: the only one in which it was asked for. */
export const explainFailure = (
  error: unknown,
  { address, namespace, listedOnce }: { address: KindAddress; namespace: string | undefined; listedOnce: boolean },
): Explanation => {
  const message = sayError(error);
  if (error instanceof ApiError && error.status === 403) {
    const role =
      namespace === undefined
        ? `add the rule ${ruleFor(address)} to its ClusterRole`
        : `add the rule ${ruleFor(address)} to its Role in the namespace ${namespace}`;
    return { state: "forbidden", message, advice: `Let this account read ${address.plural}: ${role}` };
  }
  return { state: listedOnce ? "stale" : "failed", message, advice: adviseOn(error) };
};

/** What a missing kind means: one more request tells in which versions its group is served, if in any. */
export const explainAbsence = async (
  api: ClusterApi,
  address: KindAddress,
  signal: AbortSignal,
): Promise<Explanation> => {
  const { group, plural, version } = address;
  const wanted = apiVersionOf(address);
  const say = (message: string, advice: string): Explanation => ({
    state: "absent",
    message: `the cluster has no ${plural}: ${message}`,
    advice,
  });
  const install = "Install OME and its custom resource definitions, or pick the cluster where it is installed";
  try {
    const found = await api.get(`/apis/${group}`, {}, signal);
    const versions = listAt(found, "versions").flatMap((item) => textAt(item, "version") ?? []);
    if (versions.length === 0) return say(`it serves no version of ${group}`, install);
    if (versions.includes(version)) {
      return say(`it serves ${wanted} without them`, `Install the custom resource definition ${plural}.${group}`);
    }
    const served = versions.map((name) => `${group}/${name}`).join(", ");
    return say(
      `it serves ${served}, and not ${wanted}`,
      `Install OME in a version that serves ${wanted}; nothing else is read here`,
    );
  } catch (error) {
    // A cluster without OME does not know the group either; an account may not be allowed to ask.
    if (error instanceof ApiError && error.status === 404) return say(`it serves no version of ${group}`, install);
    return say(`it does not serve ${wanted}`, install);
  }
};
