import type { AppRouter } from '@noek/server/router';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { isSessionIgnored } from '../../api/base/session-fetch.ts';
import { proceduresUrl } from '../../api/procedure-calls.ts';
import type { SubscribeToLive } from './live-connection.ts';

const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: proceduresUrl })] });

/**
 * How this page reads the live stream, as server-sent events. `streamCheck`: that of the page's client. Loaded with the code that joins the
 * stream: no first page needs it.
 */
export const liveStream =
  (streamCheck: () => Promise<unknown> | null): SubscribeToLive =>
  (handlers) => {
    if (isSessionIgnored()) {
      // The stream would belong to the person who left.
      queueMicrotask(handlers.onComplete);
      return { unsubscribe() {} };
    }
    let subscription: { unsubscribe(): void } | undefined;
    let left = false;
    const subscribe = () => {
      if (!left) subscription = client.chat.live.subscribe(undefined, handlers);
    };
    const check = streamCheck();
    if (!check) subscribe();
    else
      check.then(subscribe, (error: unknown) => {
        if (!left) handlers.onError(error);
      });
    return {
      unsubscribe() {
        left = true;
        subscription?.unsubscribe();
      },
    };
  };
