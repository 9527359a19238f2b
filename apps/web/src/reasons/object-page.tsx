import type { Problem } from "@ome-matrix/contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { toMatrixPage } from "../api/links.ts";
import type { View } from "../api/queries.ts";
import { DetailPage } from "../ui/detail-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { LinkProvider } from "./links.tsx";
import type { ObjectView } from "./object-view.ts";
import { ProblemState } from "./problem-state.tsx";
import { ViewSelect } from "./view-select.tsx";

export interface ObjectPageProps {
  /** From where it is seen, and with it everything that it links to. */
  readonly view: View;
  /** The way here from the matrix. */
  readonly crumbs: readonly ReactNode[];
  /** As the address names it, while nothing more is known. */
  readonly name: string;
  /** Undefined until it has been read. */
  readonly head: Pick<ObjectView, "title" | "tags"> | undefined;
  readonly problem: Problem | undefined;
  readonly onRetry: () => void;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page about one object of the cluster: what stands there until it is read, or when it cannot be had. */
export const ObjectPage = (props: ObjectPageProps) => {
  const { view, crumbs, name, head, problem, onRetry, tools, children } = props;
  return (
    <LinkProvider view={view}>
      <DetailPage
        crumbs={[
          <Link key="matrix" {...toMatrixPage(view)}>
            Matrix
          </Link>,
          ...crumbs,
        ]}
        title={head?.title ?? name}
        tags={head?.tags ?? []}
        tools={tools}
      >
        {problem === undefined ? null : <ProblemState problem={problem} onRetry={onRetry} />}
        {problem === undefined && head === undefined ? <Skeleton label={`Reading ${name}`} lines={10} /> : null}
        {children}
      </DetailPage>
    </LinkProvider>
  );
};

export interface ViewToolsProps {
  readonly view: View;
  readonly name: string;
  readonly onView: (view: View) => void;
}

/** From where a model or a runtime is seen, and the way to its row or column. */
export const ViewTools = ({ view, name, onView }: ViewToolsProps) => (
  <>
    <ViewSelect view={view} onChange={onView} />
    <Link {...toMatrixPage(view)} search={{ ...toMatrixPage(view).search, q: name }} className="button button--plain">
      Show in matrix
    </Link>
  </>
);
