import { useSearch } from "@tanstack/react-router";
import type { View } from "../api/queries.ts";
import { toView } from "../api/view-search.ts";

/** The view of whatever page is open: namespace and service travel along with every link of the shell. */
export const useViewSearch = (): View => toView(useSearch({ strict: false }));
