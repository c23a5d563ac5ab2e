import { timeZoneHeader } from '@noek/contract/headers';
import type { AppRouter } from '@noek/server/router';
import type { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact, getQueryKey } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { sessionFetch } from './base/session-fetch.ts';

/** Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The query key of the current user. */
export const currentUserKey = getQueryKey(trpc.auth.user, undefined, 'query');

const url = '/api/trpc';

/**
 * Calls are sent in batches of at most 10, subscriptions as server-sent events. Cookies go to this origin only. Every call except
 * those of auth waits for `sessionCheck` and fails with its error.
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
          headers: () => ({ [timeZoneHeader]: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '' }),
          fetch: (input, init) => sessionFetch(String(input), init as RequestInit),
        }),
      }),
    ],
  });

export type TrpcClient = ReturnType<typeof createTrpcClient>;

/** Typed reads into the query cache, for code that runs outside components. */
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
