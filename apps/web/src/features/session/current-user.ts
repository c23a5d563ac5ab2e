import type { User } from '@noek/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
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
};

/** Who is here. A check that fails counts as signed out, without a word. */
export function useCurrentUser(): CurrentUser {
  const { data, isPending } = trpc.auth.user.useQuery();
  const stored = useSyncExternalStore(onStoredUser, storedUser);
  const user = data ?? null;
  useEffect(() => {
    if (!isPending) storeUser(user);
  }, [user, isPending]);
  return { user, isPending, expected: isPending ? stored : user };
}

/** Who is here, once that is known, for what stands before any screen. */
export const confirmedUser = (queries: QueryClient): Promise<User | null> =>
  queries
    .fetchQuery<User | null>({ queryKey: currentUserKey, queryFn: () => callAuth('user'), staleTime: Infinity })
    .catch(() => null);
