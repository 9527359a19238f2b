import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ApiProblem } from "../api/client.ts";
import type { Live } from "../api/live.ts";
import { LiveContext } from "../api/use-live.ts";
import type { createRouter } from "./router.tsx";

/** Data stays as it is until live.ts says that it is out of date; an answer that refuses is not asked for again. */
export const createQueryClient = (retryMilliseconds?: number): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          error instanceof ApiProblem && (error.unreachable || error.problem.code === "not-ready") && failures < 2,
        retryDelay: (attempt) => retryMilliseconds ?? 400 * 2 ** attempt,
      },
    },
  });

export interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof createRouter>;
  readonly live?: Live | undefined;
}

export const Providers = ({ queryClient, router, live }: ProvidersProps) => (
  <QueryClientProvider client={queryClient}>
    <LiveContext value={live}>
      <RouterProvider router={router} />
    </LiveContext>
  </QueryClientProvider>
);
