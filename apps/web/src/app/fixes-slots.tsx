/** Where fixes appear in other features. They are fetched as code only when a drawer or a page needs them. */
import type { PairState } from "@ome-matrix/matcher";
import { lazy, Suspense } from "react";
import type { View } from "../api/queries.ts";
import { SectionHeading } from "../ui/section-heading.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const PairFixes = lazy(async () => ({ default: (await import("../features/fixes/pair-fixes.tsx")).PairFixes }));
const ModelFixes = lazy(async () => ({ default: (await import("../features/fixes/model-fixes.tsx")).ModelFixes }));

const Waiting = ({ headingId, title }: { readonly headingId: string; readonly title: string }) => (
  <>
    <SectionHeading id={headingId}>{title}</SectionHeading>
    <Skeleton label="Working out fixes" lines={20} />
  </>
);

export interface PairFixesSlotProps {
  readonly modelKey: string;
  readonly runtimeKey: string;
  readonly state: PairState;
  readonly headingId: string;
  readonly view: View;
}

export const PairFixesSlot = (props: PairFixesSlotProps) => (
  <Suspense fallback={<Waiting headingId={props.headingId} title="Fixes" />}>
    <PairFixes {...props} />
  </Suspense>
);

export interface ModelFixesSlotProps {
  readonly modelKey: string;
  readonly runtimes: readonly { readonly key: string; readonly name: string; readonly state: PairState }[];
  readonly headingId: string;
  readonly view: View;
}

export const ModelFixesSlot = (props: ModelFixesSlotProps) => (
  <Suspense fallback={<Waiting headingId={props.headingId} title="The fix" />}>
    <ModelFixes {...props} />
  </Suspense>
);
