import { readResourceKey } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { useEffect } from "react";

/** The tab's title: the object's name where the page is about one. */
export const useTitle = (what: string): void => {
  useEffect(() => {
    document.title = `${what} · OME Matrix`;
  }, [what]);
};

export const titleOfKey = (key: string): string => escapeControls(readResourceKey(key)?.name ?? key);
