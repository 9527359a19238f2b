/** The pages of InferenceServices. They are fetched as code only when somebody goes there. */
import { lazy, Suspense } from "react";
import type { ServicesSearch } from "../features/services/services-search.ts";
import { Skeleton } from "../ui/skeleton.tsx";

const Page = lazy(async () => ({ default: (await import("../features/services/service-page.tsx")).ServicePage }));
const List = lazy(async () => ({ default: (await import("../features/services/services-page.tsx")).ServicesPage }));

export interface ServicesSlotProps {
  readonly search: ServicesSearch;
  readonly onSearch: (search: ServicesSearch) => void;
}

export const ServicesSlot = (props: ServicesSlotProps) => (
  <Suspense fallback={<Skeleton label="Reading the services" lines={10} />}>
    <List {...props} />
  </Suspense>
);

export const ServiceSlot = ({ serviceKey }: { readonly serviceKey: string }) => (
  <Suspense fallback={<Skeleton label="Reading the service" lines={10} />}>
    <Page serviceKey={serviceKey} />
  </Suspense>
);
