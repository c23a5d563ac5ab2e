import type { User } from '@noek/contract/auth';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { ignoreSession } from '../../api/session-fetch.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { ignoresServerSession, onStoredUserElsewhere } from './stored-user.ts';

/** Puts somebody else (or nobody) in the place of who was here: everything that was read for them is forgotten. */
export async function changeUser(queries: QueryClient, user: User | null): Promise<void> {
  await queries.cancelQueries();
  queries.setQueryData(currentUserKey, user);
  const kept = hashKey(currentUserKey);
  queries.removeQueries({ predicate: (query) => query.queryHash !== kept });
}

/**
 * Follows what changes who is here behind this page's back: signing in or out in another tab of this host, and coming
 * back to a page that the browser kept as it was. `onSignOut` is called when somebody signed out elsewhere.
 */
export function useChangesElsewhere(onSignOut: () => void) {
  const queries = useQueryClient();
  const latest = useRef(onSignOut);
  latest.current = onSignOut;
  useEffect(() => {
    const look = async () => {
      const known = queries.getQueryData<User | null>(currentUserKey);
      if (known === undefined) return;
      const user = ignoresServerSession() ? null : await callAuth('user').catch(() => known);
      if (user?.id === known?.id) return;
      if (user) ignoreSession(false);
      await changeUser(queries, user);
      if (!user && ignoresServerSession()) latest.current();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) void look();
    };
    const stop = onStoredUserElsewhere(() => void look());
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onShow);
    };
  }, [queries]);
}
