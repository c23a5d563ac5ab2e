import { openLive, type SubscribeToLive } from './live-connection.ts';
import { shareLive } from './share-live.ts';
import type { NewsTakers } from './take-news.ts';
import { takeNews } from './take-news.ts';
import { whenSeen } from './when-seen.ts';

/** Takes part in the live stream that all tabs of the same `name` share, and shows what it tells. Returns how to leave. */
export function joinLive(options: {
  name: string;
  subscribe: SubscribeToLive;
  takers: () => Omit<NewsTakers, 'onForeignTurn'>;
  /** The server does not know us any more. */
  onRefused: () => void;
}): () => void {
  const { name, subscribe, takers, onRefused } = options;
  const allowance = whenSeen(() => takers().cache.refreshAllowance());
  const leave = shareLive({
    name,
    open: (handlers) => openLive(subscribe, handlers),
    onEvents: (events) => takeNews(events, { ...takers(), onForeignTurn: allowance.ask }),
    onReconnecting: (reconnecting) => takers().answers.setReconnecting(reconnecting),
    onRefused,
  });
  return () => {
    leave();
    allowance.stop();
  };
}
