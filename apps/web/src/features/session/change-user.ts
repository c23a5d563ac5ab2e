import type { User } from '@noek/contract/auth';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { errorCode, isUnauthorized } from '../../api/error-text.ts';
import { ignoreSession } from '../../api/session-fetch.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { ignoresServerSession, isSignOutPending, onStoredUserElsewhere } from './stored-user.ts';

/** Puts somebody else (or nobody) in the place of who was here: everything that was read for them is forgotten. */
export async function changeUser(queries: QueryClient, user: User | null): Promise<void> {
  await queries.cancelQueries();
  queries.setQueryData(currentUserKey, user);
  forgetReads(queries);
}

/** Forgets everything that was read, except who is here. */
export function forgetReads(queries: QueryClient): void {
  const kept = hashKey(currentUserKey);
  queries.removeQueries({ predicate: (query) => query.queryHash !== kept });
}

/** What somebody is told whose session has ended: that they are nobody, or that what is theirs is not there. */
const looksSignedOut = (error: unknown) => isUnauthorized(error) || errorCode(error) === 'NOT_FOUND';

/**
 * Follows what changes who is here behind this page's back: signing in or out in another tab of this host, coming back to
 * a page that the browser kept as it was, and a session that was ended from somewhere else, which shows in a refused read.
 * `onSignOut` is called when somebody signed out in another tab.
 */
export function useChangesElsewhere(onSignOut: () => void) {
  const queries = useQueryClient();
  const signedOut = useEffectEvent(onSignOut);
  useEffect(() => {
    const knownUser = () => queries.getQueryData<User | null>(currentUserKey);
    const look = async () => {
      const known = knownUser();
      if (known === undefined) return;
      const user = ignoresServerSession() ? null : await callAuth('user').catch(() => known);
      if (user?.id === known?.id) return;
      if (user) ignoreSession(false);
      else if (isSignOutPending()) retrySignOut(queries);
      await changeUser(queries, user);
      if (!user && ignoresServerSession()) signedOut();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void look();
    };
    const stop = onStoredUserElsewhere(() => void look());
    const stopReads = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (looksSignedOut(event.action.error) && knownUser()) void look();
    });
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      stopReads();
      window.removeEventListener('pageshow', onShow);
    };
  }, [queries]);
}
