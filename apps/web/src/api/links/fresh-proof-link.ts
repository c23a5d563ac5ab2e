import type { AppRouter } from '@noek/server/router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/**
 * Sends a call again, once, that the server refused for want of a fresh proof of who the person is. In between, `prove` asks the person.
 * It rejects with the error of the call if they give no proof.
 */
export const freshProofLink =
  (prove: () => Promise<unknown>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let left = false;
      let asked = next(op).subscribe({
        ...observer,
        error(error) {
          if (error.data?.code !== 'FRESH_PROOF_REQUIRED') return observer.error(error);
          prove().then(() => {
            if (!left) asked = next(op).subscribe(observer);
          }, observer.error);
        },
      });
      return () => {
        left = true;
        asked.unsubscribe();
      };
    });
