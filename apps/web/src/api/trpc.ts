import { identityCalls } from '@noek/contract/calls/identity-calls';
import type { AppRouter } from '@noek/server/router';
import {
  type CancelOptions,
  type FetchQueryOptions,
  type InfiniteData,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import type { CreateTRPCReact } from '@trpc/react-query';
import { createContext, use, useMemo } from 'react';
import { identityTurns } from './identity-turns.ts';
import { type CallKind, procedureCalls } from './procedure-calls.ts';
import { type Only, pathOf, procedureProxy } from './procedure-proxy.ts';
import { type QueryType, queryKeyOf } from './query-key.ts';

type React = CreateTRPCReact<AppRouter, unknown>;
/** `client.chat.share.mutate(…)`, `client.chat.conversations.query(…)`. */
type Calls = Only<TRPCClient<AppRouter>, 'query' | 'mutate'>;
type Hooks = Only<Omit<React, 'useUtils' | 'useContext'>, 'useQuery' | 'useInfiniteQuery' | 'useMutation'>;
type Utils = Only<Omit<ReturnType<React['useUtils']>, 'client'>, keyof ReturnType<typeof cacheMethods>>;

export type TrpcClient = {
  calls: Calls;
  /** Resolves when streams may be opened; null if they may be opened now. Rejects if they would fail. */
  streamCheck(): Promise<unknown> | null;
  /** Rejects with the reason of `signal` as soon as it aborts. */
  call(kind: CallKind, path: readonly string[], input: unknown, signal?: AbortSignal): Promise<unknown>;
};

/**
 * Calls are sent in batches of at most 10. Cookies go to this origin only. Every call except those of auth waits for `sessionCheck` and
 * fails with its error. Calls that may make this visitor a guest are sent one after another until one has, and streams wait for them.
 */
export function createTrpcClient(
  sessionCheck: () => Promise<unknown> | null = () => null,
  isSignedIn: () => boolean = () => false,
): TrpcClient {
  const send = procedureCalls();
  const identity = identityTurns(isSignedIn);
  const call: TrpcClient['call'] = (kind, path, input, signal) => {
    const name = path.join('.');
    const sent = () => send(kind, name, input, signal);
    if (path[0] === 'auth') return sent();
    const next = identityCalls.includes(name) ? () => identity.take(sent) : sent;
    const answer = sessionCheck()?.then(next) ?? next();
    // What a call waits for before it is sent may hang, too.
    return signal ? Promise.race([answer, untilAborted(signal)]) : answer;
  };
  const calls = procedureProxy<Calls>((path, method, [input, options]) =>
    call(
      method === 'query' ? 'query' : 'mutation',
      path,
      input,
      (options as { signal?: AbortSignal } | undefined)?.signal,
    ),
  );
  const streamCheck = () => sessionCheck()?.then(identity.answered) ?? identity.answered();
  return { calls, streamCheck, call };
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

export const TrpcContext = createContext<TrpcClient | null>(null);

/** The client of this page. */
export function useTrpcClient(): TrpcClient {
  const client = use(TrpcContext);
  if (!client) throw new Error('There is no ApiProvider around this component.');
  return client;
}

const hooks = procedureProxy<Hooks>((path, method, [first, second]) => {
  const hook: (path: readonly string[], first: never, second: never) => unknown =
    byMethod[method as keyof typeof byMethod];
  return hook(path, first as never, second as never);
});

/**
 * Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. They are those of @trpc/react-query as far as pages
 * use them, with its types: its code would be a tenth of the script of the first page.
 */
export const trpc: Hooks & { useUtils(): QueryUtils } = new Proxy(hooks as typeof trpc, {
  get: (target, key) => (key === 'useUtils' ? useUtils : Reflect.get(target, key)),
});

function useProcedureQuery(path: readonly string[], input: unknown, options?: Partial<UseQueryOptions>) {
  const { call } = useTrpcClient();
  return useQuery({
    ...options,
    queryKey: queryKeyOf(path, input, 'query'),
    queryFn: () => call('query', path, input),
  });
}

function useProcedurePages(path: readonly string[], input: unknown, options: UseInfiniteQueryOptions) {
  const { call } = useTrpcClient();
  return useInfiniteQuery({
    ...options,
    initialPageParam: null,
    queryKey: queryKeyOf(path, input, 'infinite'),
    queryFn: ({ pageParam, direction }) =>
      call('query', path, { ...(input as object | undefined), ...(pageParam ? { cursor: pageParam } : {}), direction }),
  });
}

function useProcedureMutation(path: readonly string[], options?: UseMutationOptions) {
  const { call } = useTrpcClient();
  return useMutation({ ...options, mutationKey: [path], mutationFn: (input) => call('mutation', path, input) });
}

const byMethod = {
  useQuery: useProcedureQuery,
  useInfiniteQuery: useProcedurePages,
  useMutation: useProcedureMutation,
};

export type QueryUtils = Utils & { client: Calls };

/** Typed access to the query cache, such as `utils.chat.conversations.invalidate()`, and, as `client`, calls that bypass it. */
function useUtils(): QueryUtils {
  const client = useTrpcClient();
  const queryClient = useQueryClient();
  return useMemo(() => queryUtils(queryClient, client), [queryClient, client]);
}

/** The same for code that runs outside components. */
export function queryUtils(queryClient: QueryClient, client: TrpcClient): QueryUtils {
  const cache = procedureProxy<Utils>((path, method, args) => {
    const name = method as keyof ReturnType<typeof cacheMethods>;
    // Only reads and writes of data belong to one kind of answer.
    const kind = /Infinite/.test(name)
      ? 'infinite'
      : ['fetch', 'prefetch', 'setData', 'getData'].includes(name)
        ? 'query'
        : 'any';
    const methods = cacheMethods(queryClient, queryKeyOf(path, args[0], kind), () =>
      client.call('query', path, args[0]),
    );
    return (methods[name] as (...rest: unknown[]) => unknown)(...args.slice(1));
  });
  return new Proxy(cache as QueryUtils, {
    get: (target, key) => (key === 'client' ? client.calls : Reflect.get(target, key)),
  });
}

function cacheMethods(queryClient: QueryClient, queryKey: QueryKey, queryFn: () => Promise<unknown>) {
  return {
    fetch: (options?: Partial<FetchQueryOptions>) => queryClient.fetchQuery({ ...options, queryKey, queryFn }),
    prefetch: (options?: Partial<FetchQueryOptions>) => queryClient.prefetchQuery({ ...options, queryKey, queryFn }),
    invalidate: (filters?: InvalidateQueryFilters, options?: InvalidateOptions) =>
      queryClient.invalidateQueries({ ...filters, queryKey }, options),
    cancel: (options?: CancelOptions) => queryClient.cancelQueries({ queryKey }, options),
    getData: () => queryClient.getQueryData(queryKey),
    setData: (data: unknown) => void queryClient.setQueryData(queryKey, data),
    getInfiniteData: () => queryClient.getQueryData(queryKey),
    setInfiniteData: (data: unknown) => void queryClient.setQueryData(queryKey, data as InfiniteData<unknown>),
  };
}

/** The key of a procedure's reads: `getQueryKey(trpc.chat.conversations, undefined, 'infinite')`; of all its reads without a type. */
export const getQueryKey = (procedure: object, input?: unknown, type: QueryType = 'any'): QueryKey =>
  queryKeyOf(pathOf(procedure), input, type);

/** The query key of the current user. */
export const currentUserKey = getQueryKey(trpc.auth.user, undefined, 'query');
