/** All routes as functions, for the page, for tests and for the documents. */

export interface ViewParameters {
  readonly namespace?: string | undefined;
  readonly service?: string | undefined;
}

const query = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
};

export const pathToCluster = (): string => "/api/cluster";
export const pathToModels = (view: ViewParameters = {}): string => `/api/models${query({ namespace: view.namespace })}`;
export const pathToRuntimes = (view: ViewParameters = {}): string =>
  `/api/runtimes${query({ namespace: view.namespace })}`;
export const pathToServices = (view: ViewParameters = {}): string =>
  `/api/services${query({ namespace: view.namespace })}`;
export const pathToService = (service: { readonly namespace: string; readonly name: string }): string =>
  `/api/services/${encodeURIComponent(service.namespace)}/${encodeURIComponent(service.name)}`;
/** `since` is an answer that is there already. */
export const pathToMatrix = (
  view: ViewParameters = {},
  since?: { readonly epoch: string; readonly revision: number },
): string =>
  `/api/matrix${query({
    namespace: view.namespace,
    service: view.service,
    since: since === undefined ? undefined : `${since.epoch}:${since.revision}`,
  })}`;

/** `model` and `runtime` are names or resource keys; at least one of them is given. */
export const pathToExplain = (
  what: { readonly model?: string; readonly runtime?: string },
  view: ViewParameters = {},
): string =>
  `/api/explain${query({ model: what.model, runtime: what.runtime, namespace: view.namespace, service: view.service })}`;
/** GET for the fixes of a pair; POST with a `model_index.json` as evidence. */
export const pathToFixes = (
  what: { readonly model: string; readonly runtime: string },
  view: ViewParameters = {},
): string =>
  `/api/fixes${query({ model: what.model, runtime: what.runtime, namespace: view.namespace, service: view.service })}`;
export const pathToEffect = (): string => "/api/effect";
export const pathToEvents = (): string => "/api/events";
export const pathToOpenApi = (): string => "/api/openapi.json";
