import type { Conversation, Message, SendResult } from '@noek/contract/chat/schemas';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { NoekApi } from './api.ts';

/** A piece of an answer. */
export type AnswerPiece = { text: string; conversation: Conversation; messageId: string };

/** Yields the answer to a sent message piece by piece, and returns the final message. */
export async function* followAnswer(api: NoekApi, sent: SendResult): AsyncGenerator<AnswerPiece, Message> {
  const { conversation, assistantMessage } = sent;
  const arrived: GenerationEvent[] = [];
  let wake: () => void = () => {};
  let failure: unknown;
  const subscription = api.chat.events.subscribe(
    { messageId: assistantMessage.id },
    {
      onData({ data }) {
        arrived.push(data);
        wake();
      },
      onError(error) {
        failure = error;
        wake();
      },
      onComplete() {
        wake();
      },
    },
  );
  let shown = '';
  let sequence = 0;
  try {
    for (;;) {
      const event = arrived.shift();
      if (event?.type === 'delta' && event.sequence > sequence) {
        sequence = event.sequence;
        shown += event.text;
        if (event.text) yield { text: event.text, conversation, messageId: assistantMessage.id };
      } else if (event?.type === 'done') {
        const rest = event.message.content.startsWith(shown) ? event.message.content.slice(shown.length) : '';
        if (rest) yield { text: rest, conversation, messageId: assistantMessage.id };
        return event.message;
      } else if (failure) throw failure;
      else if (!event)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    subscription.unsubscribe();
  }
}
