import type { AppRouter } from '@noek/server/router';
import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';
import { sessionFetch } from './session-fetch.ts';

/** Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. */
export const trpc = createTRPCReact<AppRouter>();

/** Where the queries keep who is signed in. */
export const currentUserKey = getQueryKey(trpc.auth.user, undefined, 'query');

const url = '/api/trpc';

/** Calls travel in batches of at most 10, subscriptions over server-sent events; cookies go to this origin alone. */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
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
