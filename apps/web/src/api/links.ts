/**
 * Where things are in the page. Features link with these and TanStack's Link, and never import each other:
 *   <Link {...toModelPage(modelKey, view)}>deepseek-r1</Link>
 *   navigate(toPair(modelKey, runtimeKey, view))
 */
import { inBasePath } from "./base-path.ts";
import type { View } from "./queries.ts";
import { stringifySearch } from "./search-params.ts";

const searchOf = (view: View): { namespace?: string; service?: string } => ({
  ...(view.namespace === undefined ? {} : { namespace: view.namespace }),
  ...(view.service === undefined ? {} : { service: view.service }),
});

/** The matrix, with nothing filtered. */
export const toMatrixPage = (view: View = {}) => ({ to: "/", search: searchOf(view) }) as const;

export const toModelPage = (modelKey: string, view: View = {}) =>
  ({ to: "/models/$", params: { _splat: modelKey }, search: searchOf(view) }) as const;

export const toRuntimePage = (runtimeKey: string, view: View = {}) =>
  ({ to: "/runtimes/$", params: { _splat: runtimeKey }, search: searchOf(view) }) as const;

/** The InferenceServices of a namespace, or all of them. */
export const toServicesPage = (view: View = {}) =>
  ({ to: "/services", search: view.namespace === undefined ? {} : { namespace: view.namespace } }) as const;

export const toServicePage = (serviceKey: string) => ({ to: "/services/$", params: { _splat: serviceKey } }) as const;

/** The matrix with one pair's drawer open: the permalink of a pair. */
export const toPair = (modelKey: string, runtimeKey: string, view: View = {}) =>
  ({ to: "/", search: { ...searchOf(view), model: modelKey, runtime: runtimeKey } }) as const;

/** What a preview is of: a fix of a pair. In the address the parts are joined by commas; keys contain none. */
export interface PreviewName {
  readonly modelKey: string;
  readonly runtimeKey: string;
  readonly fixId: string;
  /** What the fix rests on, where it is only offered with that. */
  readonly evidence?: string | undefined;
}

/** Characters of evidence in an address, also when each is escaped: with two keys it stays below what servers take. */
export const mostEvidence = 4_096;

/** The matrix as it would be after a fix. */
export const toPreview = ({ modelKey, runtimeKey, fixId, evidence }: PreviewName, view: View = {}) =>
  ({
    to: "/",
    search: {
      ...searchOf(view),
      preview: [modelKey, runtimeKey, fixId],
      ...(evidence === undefined ? {} : { evidence }),
    },
  }) as const;

/** The address of a page, as the router would write it: for places that show too many links for the router's own component. */
export const toHref = (target: ReturnType<typeof toModelPage> | ReturnType<typeof toRuntimePage>): string => {
  const path = target.params._splat.split("/").map(encodeURIComponent).join("/");
  return inBasePath(target.to.replace("$", path)) + stringifySearch(target.search);
};
