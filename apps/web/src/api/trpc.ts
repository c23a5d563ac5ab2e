import type { AppRouter } from '@noek/server/router';
import type { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact, getQueryKey } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { sessionFetch } from './session-fetch.ts';

/** Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. */
export const trpc = createTRPCReact<AppRouter>();

/** Where the queries keep who is signed in. */
export const currentUserKey = getQueryKey(trpc.auth.user, undefined, 'query');

const url = '/api/trpc';

/**
 * Calls travel in batches of at most 10, subscriptions over server-sent events; cookies go to this origin alone.
 * `sessionCheck` is waited for before any call but those of auth; what it throws, the call fails with.
 */
export const createTrpcClient = (sessionCheck: () => Promise<unknown> | null = () => null) =>
  trpc.createClient({
    links: [
      waitFor(sessionCheck),
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({
          url,
          maxItems: 10,
          fetch: (input, init) => sessionFetch(String(input), init as RequestInit),
        }),
      }),
    ],
  });

export type TrpcClient = ReturnType<typeof createTrpcClient>;

/** Typed reads into the cache of the queries, for what runs before any component. */
export const queryUtils = (queryClient: QueryClient, client: TrpcClient) =>
  createTRPCQueryUtils<AppRouter>({ queryClient, client });

function waitFor(sessionCheck: () => Promise<unknown> | null): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) => {
      const check = op.path.startsWith('auth.') ? null : sessionCheck();
      if (!check) return next(op);
      return observable((observer) => {
        let call: { unsubscribe(): void } | undefined;
        let left = false;
        check.then(
          () => {
            if (!left) call = next(op).subscribe(observer);
          },
          (error: Error) => observer.error(TRPCClientError.from(error)),
        );
        return () => {
          left = true;
          call?.unsubscribe();
        };
      });
    };
}
