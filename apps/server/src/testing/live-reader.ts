import type { Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { RemoteCaller } from './remote-caller.ts';

/** A page of a person at one process: its events, and its answers as a page puts them together. */
export type LiveReader = {
  readonly events: LiveEvent[];
  /** The text of an answer from its pieces, which must have no gap and no repetition. */
  textOf(messageId: string): string;
  /** How the answer ended; undefined until it has. */
  endOf(messageId: string): Message | undefined;
  /** When it ended, as a time of performance.now(). */
  endedAt(messageId: string): number;
  leave(): void;
  /** Resolves when the stream has ended. */
  over: Promise<void>;
};

/** Opens the live stream of a person. Resolves once it has begun. */
export async function readLive(who: RemoteCaller): Promise<LiveReader> {
  const left = new AbortController();
  const response = await who.call('/api/trpc/chat.live', {
    headers: { Accept: 'text/event-stream' },
    signal: left.signal,
  });
  if (!response.body) throw new Error('There is no stream.');
  const events: LiveEvent[] = [];
  const ends = new Map<string, { message: Message; at: number }>();
  const hello = Promise.withResolvers<void>();
  const over = (async () => {
    const messages = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { data } of messages ?? []) {
      if (!data.startsWith('[') && !data.startsWith('{')) continue;
      for (const event of [JSON.parse(data)].flat() as LiveEvent[]) {
        events.push(event);
        if (event.type === 'hello') hello.resolve();
        if (event.type === 'done') ends.set(event.message.id, { message: event.message, at: performance.now() });
      }
    }
  })()
    .catch(() => {})
    .finally(() => hello.reject(new Error('The stream ended before it began.')));
  hello.promise.catch(() => {});
  await hello.promise;
  return {
    events,
    over,
    leave: () => left.abort(),
    endOf: (messageId) => ends.get(messageId)?.message,
    endedAt: (messageId) => ends.get(messageId)?.at ?? Number.NaN,
    textOf(messageId) {
      let [text, last] = ['', 0];
      for (const event of events) {
        if (event.type === 'answer' && event.message.id === messageId)
          [text, last] = [event.message.content, event.message.sequence];
        if ((event.type !== 'delta' && event.type !== 'step') || event.messageId !== messageId) continue;
        if (event.sequence !== last + 1) throw new Error(`Event ${event.sequence} came after ${last}.`);
        last = event.sequence;
        if (event.type === 'delta') text += event.text;
      }
      return text;
    },
  };
}
