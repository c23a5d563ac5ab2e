import type { AppRouter } from '@noek/server/router';
import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { ignoreSession, isSessionCall, isSessionIgnored, sessionCall } from '../base/session-fetch.ts';

/**
 * While the session of a person who signed out is ignored, the first write waits until that session has ended. A stream ends at once: it
 * always sends cookies, so it would be that person's. Reads are sent without cookies (`sessionFetch`).
 */
export const ignoredSessionLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!isSessionIgnored() || op.type === 'query' || isSessionCall(op)) return next(op);
    if (op.type === 'subscription') return observable((observer) => observer.complete());
    return observable((observer) => {
      let asked: Unsubscribable = next({ ...op, path: 'auth.logout', input: undefined, ...sessionCall() }).subscribe({
        error: (error) => observer.error(error),
        complete() {
          ignoreSession(false);
          asked = next(op).subscribe(observer);
        },
      });
      return () => asked.unsubscribe();
    });
  };
