import type { User } from '@noek/contract/auth/schemas';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { errorCode, isUnauthorized } from '../../api/base/error-text.ts';
import { ignoreSession } from '../../api/base/session-fetch.ts';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { askUser } from './current-user.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { ignoresServerSession, isSignOutPending, onStoredUserElsewhere } from './start/stored-user.ts';

/**
 * Replaces the current user (null: a guest) and drops everything that was read for the previous one. Two parts of a page may notice the
 * same change, such as a sign-out and a read that it refused. What the page has read since the first of them stays.
 */
export async function changeUser(queries: QueryClient, user: User | null): Promise<void> {
  const isOther = () => {
    const known = queries.getQueryData<User | null>(currentUserKey);
    return known === undefined || known?.id !== user?.id;
  };
  if (isOther()) await queries.cancelQueries();
  const isFirst = isOther();
  queries.setQueryData(currentUserKey, user);
  if (isFirst) forgetReads(queries);
}

/** Drops every cached read except the current user. */
export function forgetReads(queries: QueryClient): void {
  const kept = hashKey(currentUserKey);
  queries.removeQueries({ predicate: (query) => query.queryHash !== kept });
}

/** Refusals that a person whose session has ended gets: 401, or 404 for their own things. */
const looksSignedOut = (error: unknown) => isUnauthorized(error) || errorCode(error) === 'NOT_FOUND';

/**
 * Follows changes of the current user that this page did not make: a sign-in or sign-out in another tab of this host, a page
 * restored from the back-forward cache, and a session that was ended elsewhere, which shows in a refused read or write. Calls
 * `onSignOut` after a sign-out in another tab.
 */
export function useChangesElsewhere(onSignOut: () => void) {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  const signedOut = useEffectEvent(onSignOut);
  useEffect(() => {
    const knownUser = () => queries.getQueryData<User | null>(currentUserKey);
    const check = async () => {
      const known = knownUser();
      if (known === undefined) return;
      const user = ignoresServerSession() ? null : await askUser(client).catch(() => known);
      // Each refused read asks. The reads that began after the first answer must not be dropped because of the others.
      if (user?.id === knownUser()?.id || known?.id !== knownUser()?.id) return;
      if (user) ignoreSession(false);
      else if (isSignOutPending()) retrySignOut(queries, client);
      await changeUser(queries, user);
      if (!user && ignoresServerSession()) signedOut();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void check();
    };
    const stop = onStoredUserElsewhere(() => void check());
    const stopReads = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (looksSignedOut(event.action.error) && knownUser()) void check();
    });
    const stopWrites = queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isUnauthorized(event.action.error) && knownUser()) void check();
    });
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      stopReads();
      stopWrites();
      window.removeEventListener('pageshow', onShow);
    };
  }, [queries, client]);
}
