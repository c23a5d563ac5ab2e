import type { SendResult } from '@noek/contract/chat';
import type { chatOperations } from '@noek/contract/chat-operations';
import type { EventOf } from '@noek/contract/operation';
import type { GenerationEvent } from '@noek/contract/stream';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { answerFailed } from './await-answer.ts';
import { followInBatches } from './follow-answer.ts';

type AnswerEvent = EventOf<typeof chatOperations.send>;

/** The documented events of a send: `message` for both rows, `delta`s, then `done`, or `error` when there is no answer. */
export async function* answerEvents(ctx: Ctx, sent: SendResult, gone: AbortSignal): AsyncGenerator<AnswerEvent[]> {
  const messageId = sent.assistantMessage.id;
  const toEvent = (event: Exclude<GenerationEvent, { type: 'waiting' }>): AnswerEvent => {
    const { sequence: id } = event;
    if (event.type === 'delta') return { event: 'delta', data: { messageId, sequence: id, text: event.text }, id };
    if (event.message.status === 'failed')
      return { event: 'error', data: answerFailed(sent, event.message).body(), id };
    return { event: 'done', data: { ...event.message, ...sent.allowance, conversation: sent.conversation }, id };
  };
  yield [
    { event: 'message', data: sent.userMessage },
    { event: 'message', data: sent.assistantMessage },
  ];
  try {
    // `waiting` is not one of the documented events.
    for await (const events of followInBatches(ctx, messageId, 0, gone))
      yield events.filter((event) => event.type !== 'waiting').map(toEvent);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield [{ event: 'error', data: error.body() }];
  }
}
