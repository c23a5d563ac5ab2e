import { sendTimeoutMs } from '@noek/contract/chat/sending';
import { NoekUnreachable } from './errors.ts';
import type { Conversation, Message, NoekApi, QueuedMessage, SendResult, Step } from './types.ts';
import { untilAborted } from './until-aborted.ts';

/** The longest to wait until an aborted answer is known to be stopped, in milliseconds. */
const stopWithinMs = 5_000;

export type AskOptions = {
  /** The conversation that the message continues. Without one, a new conversation is created. */
  conversationId?: number | null | undefined;
  /** Aborting it stops the answer, which keeps what has arrived. */
  signal?: AbortSignal | undefined;
  /** A name of `models` in /api/config. null: chosen automatically. Absent: the conversation's. */
  model?: string | null | undefined;
  /** How much the model may reason. Absent: the conversation's. */
  effort?: 'automatic' | 'quick' | 'thorough' | undefined;
  /** Whether the answer may search the web. Absent: as in the conversation. */
  webSearch?: boolean | undefined;
  /** Files to send with the message, at most 10. `noek.upload` returns their ids. */
  fileIds?: string[] | undefined;
  /**
   * The idempotency key of the message. Asking again with the same key returns the same answer and is charged once. Absent: a random one,
   * with which a send whose response was lost is repeated.
   */
  key?: string | undefined;
};

export type QueueOptions = Omit<AskOptions, 'conversationId'> & {
  /** The conversation whose running answer the message waits for. */
  conversationId: number;
};

/** What happens while an answer is made. */
export type AnswerEvent =
  | { type: 'sent'; conversation: Conversation; question: Message; messageId: string }
  /** The next piece of the answer's text. */
  | { type: 'text'; text: string }
  /** What the answer does: a search, a page that is read, a memory. The same id again changes the step. */
  | { type: 'step'; step: Step }
  /** The next piece of what the model thinks before it answers. */
  | { type: 'reasoning'; text: string }
  /** The answer starts or stops waiting for its turn. */
  | { type: 'waiting'; waiting: boolean }
  /** The last event. The message replaces what was shown before. */
  | { type: 'done'; message: Message };

/** Asks, and yields what happens. Throws NoekRefusal, NoekUnreachable or the signal's reason. */
export async function* askForEvents(
  api: NoekApi,
  content: string,
  options: AskOptions = {},
): AsyncGenerator<AnswerEvent, Message, void> {
  const { conversationId = null, signal } = options;
  signal?.throwIfAborted();
  const message = { ...messageOf(content, options), conversationId };
  const sending = repeatedOnce((signal) => api.chat.send.mutate(message, { signal }));
  let shownLength = 0;
  try {
    const sent = await untilAborted(signal, sending);
    const { conversation, userMessage, assistantMessage } = sent;
    yield { type: 'sent', conversation, question: userMessage, messageId: assistantMessage.id };
    for await (const event of followAnswer(api, assistantMessage.id, signal)) {
      if (event.type === 'text') shownLength += event.text.length;
      yield event;
      if (event.type === 'done') return event.message;
    }
    throw new Error('The answer ended without a result.');
  } catch (error) {
    // The message may have been sent although its response has not arrived yet.
    if (signal?.aborted) await stopped(api, sending, shownLength);
    throw error;
  }
}

/** Yields only the pieces of the answer's text. Returns the final message. */
export async function* ask(api: NoekApi, content: string, options?: AskOptions): AsyncGenerator<string, Message, void> {
  for await (const event of askForEvents(api, content, options)) {
    if (event.type === 'text') yield event.text;
    else if (event.type === 'done') return event.message;
  }
  throw new Error('The answer ended without a result.');
}

/** Queues a message. Throws NoekRefusal, NoekUnreachable or the signal's reason. */
export async function queue(
  api: NoekApi,
  content: string,
  { conversationId, signal, ...options }: QueueOptions,
): Promise<QueuedMessage> {
  signal?.throwIfAborted();
  const message = { ...messageOf(content, options), conversationId };
  return untilAborted(
    signal,
    repeatedOnce((timeout) => api.chat.queueMessage.mutate(message, { signal: timeout })),
  );
}

const messageOf = (
  content: string,
  { model, effort, webSearch, fileIds, key = crypto.randomUUID() }: Omit<AskOptions, 'conversationId' | 'signal'>,
) => ({
  content,
  clientMessageId: key,
  ...(fileIds && { fileIds }),
  ...(model !== undefined && { model }),
  ...(effort !== undefined && { effort }),
  ...(webSearch !== undefined && { webSearch }),
});

/** Sends, and repeats the send once if its response was lost: with the same id, it is the same message. */
async function repeatedOnce<Sent>(send: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
  const signal = AbortSignal.timeout(sendTimeoutMs);
  return send(signal).catch((error: unknown) => {
    if (error instanceof NoekUnreachable) return send(signal);
    throw error;
  });
}

async function stopped(api: NoekApi, sending: Promise<SendResult>, shownLength: number): Promise<void> {
  const signal = AbortSignal.timeout(stopWithinMs);
  try {
    const { assistantMessage } = await untilAborted(signal, sending);
    await api.chat.stop.mutate({ messageId: assistantMessage.id, shownLength }, { signal });
  } catch {
    // It may have ended in the meantime. The caller gets the reason of the abort in any case.
  }
}

/** Yields what happens to an answer from its beginning, each event once, however often the connection breaks. */
async function* followAnswer(
  api: NoekApi,
  messageId: string,
  signal?: AbortSignal,
): AsyncGenerator<Exclude<AnswerEvent, { type: 'sent' }>, void, void> {
  let shown = '';
  // A server that was killed forgets what it sent in its last tenth of a second, and makes it again. So a broken stream is read from the start,
  // and what was shown before is left out by its text.
  let text = '';
  let sequence = 0;
  const onRestart = () => {
    text = '';
  };
  for await (const { data: event } of api.chat.events.iterate(
    { messageId },
    { ...(signal && { signal }), onRestart },
  )) {
    if (event.type === 'waiting') {
      yield { type: 'waiting', waiting: event.waiting };
    } else if (event.type === 'done') {
      const { message } = event;
      const rest = message.content.startsWith(shown) ? message.content.slice(shown.length) : '';
      if (rest) yield { type: 'text', text: rest };
      yield { type: 'done', message };
      return;
    } else if (event.type === 'delta') {
      text += event.text;
      if (text.length <= shown.length || !text.startsWith(shown)) continue;
      const more = text.slice(shown.length);
      shown = text;
      yield { type: 'text', text: more };
    } else if (event.sequence > sequence) {
      sequence = event.sequence;
      if (event.type === 'step') yield { type: 'step', step: event.step };
      else yield { type: 'reasoning', text: event.text };
    }
  }
}
