import type { AppRouter } from '@noek/server/router';
import type { TRPCLink } from '@trpc/client';
import { waitFor } from './wait-for.ts';

/**
 * Makes every call wait until the server has said who is here (`sessionCheck`; null: it has). The calls of auth, which find that out, do
 * not wait. A call fails with the error of the check.
 */
export const sessionCheckLink =
  (sessionCheck: () => Promise<unknown> | null): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    waitFor(op.path.startsWith('auth.') ? null : sessionCheck(), () => next(op));
