import type { ReactNode } from "react";
import type { MatrixSearch } from "./url-state.ts";

export interface OpenPair {
  readonly modelKey: string;
  readonly runtimeKey: string;
}

export interface PairPanel extends OpenPair {
  readonly onClose: () => void;
  readonly onOpenPair: (modelKey: string, runtimeKey: string) => void;
  readonly neighbours: { readonly previous?: OpenPair; readonly next?: OpenPair; readonly position: string };
}

export interface MatrixPageProps {
  readonly search: MatrixSearch;
  /** Typing replaces the history entry, everything else adds one. */
  readonly onSearch: (next: MatrixSearch, options?: { readonly replace?: boolean }) => void;
  /** Draws the explanation of the open pair; another feature does that. */
  readonly renderPair: (panel: PairPanel) => ReactNode;
}

export const MatrixPage = ({ search }: MatrixPageProps) => <p>{search.q}</p>;
