import type { User } from '@noek/contract/auth';
import { useEffect } from 'react';
import { trpc } from '../../api/trpc.ts';
import { storedUser, storeUser } from './stored-user.ts';

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
  useEffect(() => {
    if (data !== undefined) storeUser(data);
  }, [data]);
  return { user: data ?? null, isPending, expected: isPending ? storedUser() : (data ?? null) };
}
