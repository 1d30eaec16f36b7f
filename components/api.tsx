"use client";

import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
  wsLink,
} from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCContext, useSubscription } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "#server/api/router";
import type { Problem } from "#server/errors";

/** What the API answers, by procedure: `ApiOutputs["catalog"]["get"]`. */
export type ApiOutputs = inferRouterOutputs<AppRouter>;

const context = createTRPCContext<AppRouter>();

/** Typed query, mutation and subscription options: `useQuery(useApi().catalog.get.queryOptions())`. */
export const useApi = context.useTRPC;
/** The plain client, for calls outside a hook's options. */
export const useApiClient = context.useTRPCClient;
/** Follows a subscription over the tab's one WebSocket; tracked ones resume by their last id. */
export const useLive = useSubscription;

type ApiClient = TRPCClient<AppRouter>;

function toSocketAddress(): string {
  return `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/api/ws`;
}

function createApiClient(): ApiClient {
  const http = httpBatchLink({ url: "/api/trpc", maxURLLength: 8_000 });
  // The server draws pages without data; only a browser opens the socket.
  if (typeof window === "undefined") return createTRPCClient<AppRouter>({ links: [http] });
  const socket = createWSClient({
    url: toSocketAddress,
    lazy: { enabled: true, closeMs: 30_000 },
    // A server that is busy for a moment is not gone: the default of one second would show "Reconnecting" each time.
    keepAlive: { enabled: true, pongTimeoutMs: 8_000 },
    retryDelayMs: (attempt) => Math.min(5_000, 250 * 2 ** attempt),
  });
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: wsLink({ client: socket }),
        false: http,
      }),
    ],
  });
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // What a person did may show anywhere: a mutation makes all server data stale and views in sight read again, unless its
    // `meta: { isPrivate: true }` says that nothing else shows it (an autosave, a test of a connection).
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) =>
        mutation.meta?.isPrivate === true ? undefined : client.invalidateQueries(),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal is an answer; only an unreachable server is worth asking again.
        retry: (failures, error) => failures < 2 && findProblem(error)?.code === "unreachable",
      },
    },
  });
  return client;
}

export type ApiProviderProps = { children: ReactNode };

export function ApiProvider({ children }: ApiProviderProps) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createApiClient);
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}

/** Code for a server that did not answer at all; the words for it are the screen's. */
const UNREACHABLE: Problem = { code: "unreachable", message: "" };

/** The problem behind a failed call; null when there is none. A server that cannot be reached has the code "unreachable". */
export function findProblem(error: unknown): Problem | null {
  if (error === null || error === undefined) return null;
  if (!(error instanceof TRPCClientError)) {
    return { code: "internal", message: error instanceof Error ? error.message : String(error) };
  }
  const problem: unknown = error.data?.problem;
  if (isProblem(problem)) return problem;
  return error.data === undefined || error.data === null ? UNREACHABLE : { code: "internal", message: error.message };
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}
