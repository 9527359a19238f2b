/** Where links inside sentences and tables lead, seen from where the page looks. */
import { Link } from "@tanstack/react-router";
import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { toModelPage, toPair, toRuntimePage, toServicePage } from "../api/links.ts";
import type { View } from "../api/queries.ts";

export interface LinkContext {
  readonly view: View;
  /** Opens a pair where the reader is, instead of leaving for the matrix. */
  readonly onOpenPair?: ((modelKey: string, runtimeKey: string) => void) | undefined;
}

const Context = createContext<LinkContext>({ view: {} });

export const LinkProvider = ({ view, onOpenPair, children }: LinkContext & { readonly children: ReactNode }) => (
  <Context value={{ view, onOpenPair }}>{children}</Context>
);

/** A new tab or window is the browser's business. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export const ModelLink = ({ modelKey, children }: { readonly modelKey: string; readonly children: ReactNode }) => (
  <Link {...toModelPage(modelKey, useContext(Context).view)}>{children}</Link>
);

export const RuntimeLink = ({
  runtimeKey,
  children,
}: {
  readonly runtimeKey: string;
  readonly children: ReactNode;
}) => <Link {...toRuntimePage(runtimeKey, useContext(Context).view)}>{children}</Link>;

/** A service is what it is, from wherever one looks. */
export const ServiceLink = ({
  serviceKey,
  children,
}: {
  readonly serviceKey: string;
  readonly children: ReactNode;
}) => <Link {...toServicePage(serviceKey)}>{children}</Link>;

export interface PairLinkProps {
  readonly modelKey: string;
  readonly runtimeKey: string;
  readonly children: ReactNode;
}

export const PairLink = ({ modelKey, runtimeKey, children }: PairLinkProps) => {
  const { view, onOpenPair } = useContext(Context);
  return (
    <Link
      {...toPair(modelKey, runtimeKey, view)}
      onClick={(event) => {
        if (onOpenPair === undefined || !isPlainClick(event)) return;
        event.preventDefault();
        onOpenPair(modelKey, runtimeKey);
      }}
    >
      {children}
    </Link>
  );
};
