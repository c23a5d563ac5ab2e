import type { LiveEvent } from '@noek/contract/chat/stream';
import type { LiveConnection, LiveHandlers } from './live-connection.ts';

/** How often a visible tab checks whether the leader is alive, in milliseconds. A leader that does not answer is replaced. */
export const askEveryMs = 10_000;

type Word =
  | { type: 'events'; events: readonly LiveEvent[] }
  | { type: 'reconnecting'; reconnecting: boolean }
  | { type: 'refused' }
  | { type: 'ask' };

type Options = LiveHandlers & {
  /** This tab gets what the leader sends from now on. Events since the tab read its data may be missing. */
  onJoined: () => void;
  /** Tabs with the same name share a stream. */
  name: string;
  open: (handlers: LiveHandlers) => LiveConnection;
};

/**
 * Joins the live stream that all of a person's tabs share. The tab that holds the lock is the leader: it opens the stream and
 * forwards all events. When it leaves, the next tab in line takes over with a new stream, which starts with `hello`. In
 * browsers without locks, each tab has its own stream. Returns a function that leaves.
 */
export function shareLive(options: Options): () => void {
  const { name, onEvents, onReconnecting, onRefused } = options;
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') {
    const connection = options.open({ onEvents, onReconnecting, onRefused });
    return () => connection.close();
  }

  const channel = new BroadcastChannel(name);
  let left = false;
  let leading: { connection: LiveConnection; reconnecting: boolean; release: () => void } | null = null;
  /** Our place in the queue for the lock. */
  let place = new AbortController();
  /** Whether the leader has said anything since we asked. */
  let heard = true;
  /** Whether this tab has heard a leader, or led itself: a new stream begins with `hello`. */
  let joined = false;

  const say = (word: Word) => channel.postMessage(word);

  channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
    if (word.type === 'ask') return answer();
    heard = true;
    // A leader that was replaced may not know it yet.
    if (leading) return;
    if (!joined) options.onJoined();
    joined = true;
    if (word.type === 'events') {
      onReconnecting(false);
      onEvents(word.events);
    } else if (word.type === 'reconnecting') onReconnecting(word.reconnecting);
    else onRefused();
  };

  function answer(): void {
    if (!leading) return;
    leading.connection.retry();
    say({ type: 'reconnecting', reconnecting: leading.reconnecting });
  }

  function lead(): Promise<void> {
    return new Promise((release) => {
      if (left) return release();
      stopLeading();
      joined = true;
      const state = { connection: { retry() {}, close() {} } as LiveConnection, reconnecting: false, release };
      leading = state;
      state.connection = options.open({
        onEvents(events) {
          say({ type: 'events', events });
          onEvents(events);
        },
        onReconnecting(reconnecting) {
          onReconnecting(reconnecting);
          if (state.reconnecting === reconnecting) return;
          state.reconnecting = reconnecting;
          say({ type: 'reconnecting', reconnecting });
        },
        onRefused() {
          say({ type: 'refused' });
          onRefused();
        },
      });
    });
  }

  function stopLeading(): void {
    leading?.connection.close();
    leading?.release();
    leading = null;
  }

  function requestLead(steal: boolean): void {
    place.abort();
    place = new AbortController();
    const mine = place;
    locks?.request(name, steal ? { steal: true } : { signal: mine.signal }, lead).catch(() => {
      if (left || mine !== place) return;
      const wasLeading = leading !== null;
      stopLeading();
      // Another tab got no answer from us and now leads. After any other refusal we try again when no tab answers us.
      if (wasLeading) requestLead(false);
    });
  }

  function look(): void {
    if (leading || document.visibilityState === 'hidden') heard = true;
    else if (heard) {
      heard = false;
      say({ type: 'ask' });
    } else requestLead(true);
  }
  const lookAgain = () => {
    heard = true;
    look();
  };

  requestLead(false);
  look();
  const timer = setInterval(look, askEveryMs);
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    left = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookAgain);
    stopLeading();
    place.abort();
    channel.close();
  };
}
