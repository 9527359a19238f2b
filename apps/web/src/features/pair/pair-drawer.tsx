import type { View } from "../../api/queries.ts";

interface Pair {
  readonly modelKey: string;
  readonly runtimeKey: string;
}

export interface PairDrawerProps extends Pair {
  readonly view: View;
  readonly onClose: () => void;
  readonly onOpenPair: (modelKey: string, runtimeKey: string) => void;
  readonly neighbours?: { readonly previous?: Pair; readonly next?: Pair; readonly position: string };
}

export const PairDrawer = ({ modelKey, runtimeKey }: PairDrawerProps) => (
  <aside aria-label={`${modelKey} and ${runtimeKey}`} />
);
