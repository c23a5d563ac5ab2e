import { identityCalls } from '@noek/contract/calls/identity-calls';
import type { AppRouter } from '@noek/server/router';
import type { TRPCLink } from '@trpc/client';
import { observable, tap } from '@trpc/server/observable';
import { isSessionIgnored } from '../base/session-fetch.ts';
import { waitFor } from './wait-for.ts';

/**
 * A visitor without a cookie gets an identity from the first call that needs one. Such calls are sent one after another until one has
 * succeeded, because each would make another guest, and streams wait for them. Signed-in people never wait. A read while the session is
 * ignored is sent without cookies, so its identity is lost.
 */
export const identityTurnsLink =
  (isSignedIn: () => boolean): TRPCLink<AppRouter> =>
  () => {
    let isKnown = false;
    let last: Promise<unknown> = Promise.resolve();
    function isUnknown(): boolean {
      if (!isSignedIn()) return !isKnown;
      // After signing out, they will need a new identity.
      isKnown = false;
      return false;
    }
    return ({ op, next }) => {
      if (op.type === 'subscription') return waitFor(isUnknown() ? last : null, () => next(op));
      if (!identityCalls.includes(op.path) || !isUnknown()) return next(op);
      return observable((observer) => {
        const before = last;
        const turn = Promise.withResolvers<void>();
        last = before.then(() => turn.promise);
        const ask = () => {
          const isLost = op.type === 'query' && isSessionIgnored();
          const noteIdentity = () => {
            isKnown ||= !isLost;
          };
          return next(op).pipe(tap({ next: noteIdentity }));
        };
        const asked = waitFor(before, ask).subscribe(observer);
        return () => {
          turn.resolve();
          asked.unsubscribe();
        };
      });
    };
  };
