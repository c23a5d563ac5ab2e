import type { User } from '@noek/contract/auth/schemas';
import { refusalOf } from '@noek/contract/chat/sending';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { sessionCall } from '../../api/base/session-fetch.ts';
import type { TrpcClient } from '../../api/client.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { onStoredUser, storedUser, storeUser } from './start/stored-user.ts';

export type CurrentUser = {
  /** The user that the server has confirmed; null for guests, and until the server has answered. */
  user: User | null;
  /** The server has not answered yet. */
  isPending: boolean;
  /** While pending, the last user on this device, only for the frame of the page; afterwards the same as `user`. */
  expected: User | null;
  /** The last user while the server cannot be reached, because being offline does not sign the user out. Never an administrator. */
  unreached: User | null;
  /** The server cannot be reached, whether or not a person was signed in here. */
  isOffline: boolean;
};

/** The interval between retries while the server cannot be reached, in milliseconds. */
const retryAfterMs = 15_000;

/** The current user. A refused check counts as signed out, without a message; no answer does not. */
export function useCurrentUser(): CurrentUser {
  const query = trpc.auth.user.useQuery(undefined, {
    refetchInterval: ({ state }) => (hasNoAnswer(state) ? retryAfterMs : false),
  });
  const stored = useSyncExternalStore(onStoredUser, storedUser);
  const { data, error, errorUpdateCount } = query;
  const isOffline = hasNoAnswer({ data, error, errorUpdateCount });
  const unreached = useMemo<User | null>(
    () => (stored && isOffline ? { ...stored, accessLevel: 'basic' } : null),
    [stored, isOffline],
  );
  const isPending = query.isPending && !isOffline;
  const user = data ?? null;
  useEffect(() => {
    if (!isPending && !isOffline) storeUser(user);
  }, [user, isPending, isOffline]);
  return { user, isPending, expected: isPending ? stored : user, unreached, isOffline };
}

/** Whether the last attempt got no answer; stays true during a retry. */
const hasNoAnswer = (state: { data: unknown; error: unknown; errorUpdateCount: number }) =>
  state.data === undefined && state.errorUpdateCount > 0 && refusalOf(state.error) === null;

/** Asks the server who is here. */
export const askUser = (client: TrpcClient): Promise<User | null> => client.auth.user.query(undefined, sessionCall());

/**
 * Resolves once the server has confirmed the current user, and asks again if it could not be reached; nothing personal is read or
 * written before that. Rejects with connection errors. Returns null if the user is known already.
 */
export function sessionCheck(queries: QueryClient, client: TrpcClient): Promise<unknown> | null {
  const state = queries.getQueryState(currentUserKey);
  if (!state || state.data !== undefined || (hasNoAnswer(state) && !storedUser())) return null;
  if (state.status === 'error' && refusalOf(state.error)) return null;
  return queries.fetchQuery({
    queryKey: currentUserKey,
    queryFn: () => askUser(client),
    staleTime: Infinity,
    // The calls that wait for it are retried themselves.
    retry: false,
  });
}

/** Whether the server has confirmed a user. */
export const isSignedIn = (queries: QueryClient): boolean => Boolean(queries.getQueryData(currentUserKey));

/**
 * The current user for route guards: waits for the server's answer, and falls back to the last user on this device while the server
 * cannot be reached. If the server has just not answered the first guard of a page, the second guard does not wait again.
 */
export async function confirmedUser(queries: QueryClient, client: TrpcClient): Promise<User | null> {
  const state = queries.getQueryState(currentUserKey);
  const stored = storedUser();
  if (state && stored && hasNoAnswer(state)) return stored;
  return queries
    .fetchQuery<User | null>({ queryKey: currentUserKey, queryFn: () => askUser(client), staleTime: Infinity })
    .catch((error: unknown) => (refusalOf(error) ? null : storedUser()));
}
