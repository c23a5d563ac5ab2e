import type { User } from '@noek/contract/auth';
import { refusalOf } from '@noek/contract/sending';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { onStoredUser, storedUser, storeUser } from './stored-user.ts';

export type CurrentUser = {
  /** The signed-in person as the server confirmed it; null for guests and until it answered. */
  user: User | null;
  /** The server has not answered yet. */
  isPending: boolean;
  /** Who was signed in here last: shows the right frame while pending, and nothing more. */
  expected: User | null;
  /** The same person while the server cannot be reached: being offline signs nobody out, and makes nobody an administrator. */
  unreached: User | null;
};

/** So often a server that could not be reached is asked again, in milliseconds. */
const askAgainAfterMs = 15_000;

/** Who is here. A check that the server refuses counts as signed out, without a word; no answer at all does not. */
export function useCurrentUser(): CurrentUser {
  const query = trpc.auth.user.useQuery(undefined, {
    refetchInterval: ({ state }) => (hasNoAnswer(state) && storedUser() ? askAgainAfterMs : false),
  });
  const stored = useSyncExternalStore(onStoredUser, storedUser);
  const { data, error, errorUpdateCount } = query;
  const noAnswer = hasNoAnswer({ data, error, errorUpdateCount });
  const unreached = useMemo<User | null>(
    () => (stored && noAnswer ? { ...stored, accessLevel: 'basic' } : null),
    [stored, noAnswer],
  );
  const isPending = query.isPending && !unreached;
  const user = data ?? null;
  useEffect(() => {
    if (!isPending && !unreached) storeUser(user);
  }, [user, isPending, unreached]);
  return { user, isPending, expected: isPending ? stored : user, unreached };
}

/** Was it asked in vain? Also while it is asked again. */
const hasNoAnswer = (state: { data: unknown; error: unknown; errorUpdateCount: number }) =>
  state.data === undefined && state.errorUpdateCount > 0 && refusalOf(state.error) === null;

/**
 * Waits until the server has said who is here, and asks it again if it could not be reached; before that nothing of a
 * person is read or written. Throws what the connection throws. Null when that is known already.
 */
export function sessionCheck(queries: QueryClient): Promise<unknown> | null {
  const state = queries.getQueryState(currentUserKey);
  if (!state || state.data !== undefined || (hasNoAnswer(state) && !storedUser())) return null;
  if (state.status === 'error' && refusalOf(state.error)) return null;
  return queries.fetchQuery({
    queryKey: currentUserKey,
    queryFn: () => callAuth('user'),
    staleTime: Infinity,
    // What waits for it has retries of its own.
    retry: false,
  });
}

/**
 * Who is here, once that is known, for what stands before any screen; whoever was here last while the server cannot be
 * reached.
 */
export const confirmedUser = (queries: QueryClient): Promise<User | null> =>
  queries
    .fetchQuery<User | null>({ queryKey: currentUserKey, queryFn: () => callAuth('user'), staleTime: Infinity })
    .catch((error: unknown) => (refusalOf(error) ? null : storedUser()));
