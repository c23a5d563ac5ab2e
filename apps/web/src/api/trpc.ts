import type { AppRouter } from '@noek/server/router';
import { httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';
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
