import { apiVersionOf, type KindAddress, ruleFor } from "../kinds.ts";
import type { KindCondition } from "../snapshot/change.ts";
import { ApiError, type ClusterApi } from "./api.ts";
import { PluginError } from "./credential-plugins.ts";
import { listAt, textAt } from "./json.ts";

/** A list that took longer than is waited for. */
export class LateError extends Error {
  constructor() {
    super("the list did not arrive in time");
    this.name = "LateError";
  }
}

export interface Explanation {
  readonly state: KindCondition["state"];
  readonly message: string;
  readonly advice: string;
  /** Which right is missing, where that is what is wrong. */
  readonly missingVerb?: KindCondition["missingVerb"];
}

/** Node hides the cause of a failed fetch ("fetch failed") one level down, and two causes in one more. */
const sayError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const first = cause instanceof AggregateError && cause.message === "" ? cause.errors[0] : cause;
  return first instanceof Error && first.message !== "" ? first.message : String(first);
};

/** The code of the system, of TLS or of the HTTP client, wherever in the chain of causes it stands. */
const findCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  // A timeout of the client hides what it has tried before.
  const inside = error instanceof AggregateError ? [error.cause, ...error.errors] : [error.cause];
  const found = inside.map(findCode).find((code) => code !== undefined);
  return found ?? ("code" in error && typeof error.code === "string" ? error.code : undefined);
};

/** Whether nothing listens at the address of the API. */
export const isRefused = (error: unknown): boolean => findCode(error) === "ECONNREFUSED";

const again = "it is tried again by itself";

const noTrust = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_UNTRUSTED",
  "CERT_SIGNATURE_FAILURE",
]);

/** What an operator can do about a code; nothing where the code tells nothing of its own. */
const adviseOnCode = (code: string): string | undefined => {
  if (noTrust.has(code)) {
    return "The API's certificate is not signed by an authority (CA) that is known here: give that of the cluster in the kubeconfig, as certificate-authority or certificate-authority-data, and start again";
  }
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return `The API's certificate, or that of the authority in the kubeconfig (certificate-authority), has expired: renew it; ${again}`;
    case "CERT_NOT_YET_VALID":
      return `The API's certificate holds from later on only: check the clock of this computer and that of the cluster; ${again}`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return "The API's certificate, which the certificate-authority vouches for, is for other names: correct the server of the cluster in the kubeconfig, or give the name as its tls-server-name, and start again";
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return "What answers there speaks no TLS: check the server of the cluster in the kubeconfig, https or http and the port, and start again";
    case "ENOENT":
    case "EACCES":
    case "EISDIR":
      return `A file of the credentials that the kubeconfig names cannot be read: put it there, or correct the kubeconfig; ${again}`;
    case "ERR_INVALID_URL":
      return "The server of the cluster in the kubeconfig is no address: correct it, and start again";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The name of the API's server cannot be resolved from here: check the server of the cluster in the kubeconfig, and the name service or VPN; ${again}`;
    case "ECONNREFUSED":
      return `Nothing listens at the address of the API: check that the API server runs, and the server of the cluster in the kubeconfig; ${again}`;
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `The API's server cannot be reached from here: check the network, the VPN, and what may block the way; ${again}`;
  }
  if (/^ERR_(?:OSSL|SSL)_.*ALERT/.test(code)) {
    return `The API refuses the TLS connection: check the client-certificate and client-key of the user in the kubeconfig, which may have expired; ${again}`;
  }
  if (/^ERR_(?:OSSL|SSL|TLS)_|^CERT_/.test(code)) {
    return "There can be no TLS connection: check the certificate-authority of the cluster and the client-certificate and client-key of the user in the kubeconfig";
  }
  return undefined;
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
  if (status !== undefined) return `The API answers, but not with what was asked for: see its own log; ${again}`;
  if (error instanceof LateError) {
    return `The API has not answered in time: check the network, and how busy the API server is; ${again}`;
  }
  return adviseOnCode(findCode(error) ?? "") ?? `Check that the API of the cluster can be reached from here; ${again}`;
};

/**
 * What a failure means for a kind, in words. `namespace`: the only one in which it was asked for. `duringWatch`: it was just
 * listed, and the watch has failed.
 */
export const explainFailure = (
  error: unknown,
  {
    address,
    namespace,
    listedOnce,
    duringWatch = false,
  }: { address: KindAddress; namespace: string | undefined; listedOnce: boolean; duringWatch?: boolean },
): Explanation => {
  const message = sayError(error);
  if (error instanceof ApiError && error.status === 403) {
    const role =
      namespace === undefined
        ? `add the rule ${ruleFor(address)} to its ClusterRole`
        : `add the rule ${ruleFor(address)} to its Role in the namespace ${namespace}`;
    if (duringWatch) {
      return {
        state: "stale",
        message: `this account may list ${address.plural} but not watch them: they are as of the last list, which is made anew every half minute or so (${message})`,
        advice: `Let this account watch ${address.plural} too: ${role}`,
        missingVerb: "watch",
      };
    }
    return {
      state: "forbidden",
      message,
      advice: `Let this account read ${address.plural}: ${role}`,
      missingVerb: "list",
    };
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
