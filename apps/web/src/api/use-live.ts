import { createContext, useContext, useSyncExternalStore } from "react";
import type { Live, LiveState } from "./live.ts";

const idle: LiveState = { connection: "connecting", since: 0 };

export const LiveContext = createContext<Live | undefined>(undefined);

/** The state of the live connection, and a way to ask for everything again. */
export const useLive = (): LiveState & { readonly refresh: () => void } => {
  const live = useContext(LiveContext);
  const state = useSyncExternalStore(
    (listener) => live?.subscribe(listener) ?? (() => undefined),
    () => live?.state() ?? idle,
  );
  return { ...state, refresh: () => live?.refresh() };
};
