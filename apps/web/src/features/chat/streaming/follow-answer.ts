import type { Message } from '@noek/contract/chat';
import type { GenerationEvent } from '@noek/contract/stream';
import type { AnswerBuffer } from './answer-buffer.ts';

/** Waits before the attempts to come back, in milliseconds; the last one repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const;

type Handlers = {
  onData(event: { data: GenerationEvent }): void;
  onError(error: unknown): void;
  onComplete(): void;
  onConnectionStateChange(state: { state: 'idle' | 'connecting' | 'pending'; error: unknown }): void;
};
/** The subscription chat.events as this file needs it. */
export type SubscribeToEvents = (
  input: { messageId: string; lastEventId: number },
  handlers: Handlers,
) => { unsubscribe(): void };

/**
 * Follows one answer into its buffer until it is done, coming back by itself after every kind of interruption: short
 * ones through the event stream's own reconnect, others by following again after the last event that was applied.
 * `onLost` is called whenever the stream ended in an error, so that the message can be read again. Returns how to stop.
 */
export function followAnswer(options: {
  messageId: string;
  buffer: AnswerBuffer;
  subscribe: SubscribeToEvents;
  onDone(message: Message): void;
  onLost(): void;
}): () => void {
  const { messageId, buffer } = options;
  let subscription: { unsubscribe(): void } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let ended = false;
  /** Counts subscriptions, so that a late word of an old one is not heard. */
  let generation = 0;

  function connect(): void {
    clearTimeout(timer);
    subscription?.unsubscribe();
    generation += 1;
    const mine = generation;
    const heard = () => mine === generation && !ended;
    subscription = options.subscribe(
      { messageId, lastEventId: buffer.sequence },
      {
        onData: ({ data }) => heard() && receive(data),
        onConnectionStateChange({ state, error }) {
          if (heard() && state === 'connecting' && error) buffer.setReconnecting(true);
        },
        onError() {
          if (!heard()) return;
          connectLater();
          options.onLost();
        },
        onComplete: () => heard() && connectLater(),
      },
    );
  }

  function receive(event: GenerationEvent): void {
    attempt = 0;
    buffer.setReconnecting(false);
    if (event.type === 'delta') {
      if (buffer.apply(event) === 'gap') connect();
      return;
    }
    stop();
    options.onDone(event.message);
  }

  function connectLater(): void {
    generation += 1;
    buffer.setReconnecting(true);
    clearTimeout(timer);
    timer = setTimeout(connect, retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)]);
    attempt += 1;
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    window.removeEventListener('online', connect);
    subscription?.unsubscribe();
  }

  window.addEventListener('online', connect);
  connect();
  return stop;
}
