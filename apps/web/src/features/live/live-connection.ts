import type { LiveEvent } from '@noek/contract/chat/stream';
import { isUnauthorized } from '../../api/base/error-text.ts';

/** Delays before reconnection attempts, in milliseconds; the last one repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const;
/** The largest random extension of a delay, as a fraction. With it, pages do not all reconnect to a restarted server at once. */
const spread = 0.3;

type Handlers = {
  onData(events: LiveEvent[]): void;
  onError(error: unknown): void;
  onComplete(): void;
  onConnectionStateChange(state: { state: 'idle' | 'connecting' | 'pending'; error: unknown }): void;
};
/** The part of the chat.live subscription that this file needs. */
export type SubscribeToLive = (handlers: Handlers) => { unsubscribe(): void };

export type LiveHandlers = {
  onEvents(events: readonly LiveEvent[]): void;
  /** The connection was lost and is being restored, or is back. */
  onReconnecting(reconnecting: boolean): void;
  /** The server no longer accepts this session: the caller has to find out who is here. */
  onRefused(): void;
};

export type LiveConnection = {
  /** Retries without waiting for the next attempt. */
  retry(): void;
  close(): void;
};

/** Opens the live stream and reconnects after every interruption until it is closed. */
export function openLive(subscribe: SubscribeToLive, handlers: LiveHandlers): LiveConnection {
  let subscription: { unsubscribe(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** The server ended this stream in favor of a newer one: no attempt is made until this delay is over. */
  let heldForMs: number | null = null;
  let closed = false;
  /** Counts subscriptions, so that late events of an old one are ignored. */
  let generation = 0;

  function connect(): void {
    clearTimeout(timer);
    timer = undefined;
    subscription?.unsubscribe();
    generation += 1;
    heldForMs = null;
    const mine = generation;
    const heard = () => mine === generation && !closed;
    subscription = subscribe({
      onData(events) {
        if (!heard()) return;
        attempt = 0;
        for (const event of events) if (event.type === 'replaced') heldForMs = event.retryAfterMs;
        handlers.onReconnecting(false);
        handlers.onEvents(events);
      },
      onConnectionStateChange({ state, error }) {
        if (heard() && state === 'connecting' && error) handlers.onReconnecting(true);
      },
      onError(error) {
        if (!heard()) return;
        connectLater();
        if (isUnauthorized(error)) handlers.onRefused();
      },
      onComplete: () => heard() && connectLater(),
    });
  }

  function connectLater(): void {
    generation += 1;
    handlers.onReconnecting(true);
    const delay = heldForMs ?? retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
    clearTimeout(timer);
    timer = setTimeout(connect, delay * (1 + Math.random() * spread));
    attempt += 1;
  }

  window.addEventListener('online', connect);
  connect();
  return {
    retry() {
      if (timer !== undefined && heldForMs === null) connect();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener('online', connect);
      subscription?.unsubscribe();
    },
  };
}
