import type { AppRouter } from '@noek/server/router';
import { createTRPCReact, getQueryKey } from '@trpc/react-query';

/** Typed procedures as hooks: `trpc.chat.conversations.useQuery(…)`, `trpc.useUtils()`. */
export const trpc = createTRPCReact<AppRouter>();

/** The query key of the current user. */
export const currentUserKey = getQueryKey(trpc.auth.user, undefined, 'query');
