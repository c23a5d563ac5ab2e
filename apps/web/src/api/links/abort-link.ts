import type { AppRouter } from '@noek/server/router';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/**
 * Ends a call as soon as its signal aborts, with the signal's reason. tRPC ends it only together with its request: not before the request
 * is sent, and not while another call of the batch waits for an answer.
 */
export const abortLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { signal } = op;
    if (!signal) return next(op);
    return observable((observer) => {
      const abort = () => observer.error(TRPCClientError.from(signal.reason));
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort);
      const asked = next(op).subscribe(observer);
      return () => {
        signal.removeEventListener('abort', abort);
        asked.unsubscribe();
      };
    });
  };
