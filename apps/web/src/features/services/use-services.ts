import { useMemo } from "react";
import { explainServiceQuery, serviceResultsQuery } from "../../api/queries.ts";
import { useExplained } from "../../reasons/use-explained.ts";
import { toServicePageView } from "./service-page-view.ts";
import type { ServicesSearch } from "./services-search.ts";
import { toServicesView } from "./services-view.ts";

/** The list as the search leaves it. */
export const useServices = ({ namespace, q, problems }: ServicesSearch) => {
  const { explanation, ...rest } = useExplained(serviceResultsQuery({ namespace }));
  return {
    ...rest,
    /** Whether there is any, whatever the filters leave. */
    total: explanation?.services.length ?? 0,
    services: useMemo(
      () => (explanation === undefined ? undefined : toServicesView(explanation, { q, problems })),
      [explanation, q, problems],
    ),
  };
};

/** One of them, explained. */
export const useService = (service: { readonly namespace: string; readonly name: string }) => {
  const explained = useExplained(explainServiceQuery(service));
  const { explanation } = explained;
  const page = useMemo(
    () => (explanation === undefined ? undefined : toServicePageView(explanation, Date.now())),
    [explanation],
  );
  return { ...explained, page };
};
