import type { AppRouter } from '@noek/server/router';
import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';

/** Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. */
export const trpc = createTRPCReact<AppRouter>();

const url = '/api/trpc';

/** Calls travel in batches of at most 10, subscriptions over server-sent events; cookies go to this origin alone. */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({ url, maxItems: 10 }),
      }),
    ],
  });
