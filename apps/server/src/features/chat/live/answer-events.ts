import type { OperationOf } from '@noek/contract/calls/declared-paths';
import type { EventOf } from '@noek/contract/calls/operation';
import type { chatOperations } from '@noek/contract/chat/operations';
import type { SendResult } from '@noek/contract/chat/schemas';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { answerFailed } from './await-answer.ts';
import { followInBatches, oneOfFew } from './follow-answer.ts';

type AnswerEvent = EventOf<OperationOf<typeof chatOperations.send>>;

/**
 * The documented events of a send: `message` for both rows, `delta`s and `step`s, then `done`, or `error` when there is no answer.
 */
export async function* answerEvents(ctx: Ctx, sent: SendResult, gone: AbortSignal): AsyncGenerator<AnswerEvent[]> {
  const messageId = sent.assistantMessage.id;
  const steps = new Map<string, string>();
  const toEvents = (event: GenerationEvent): AnswerEvent[] => {
    const { sequence: id } = event;
    if (event.type === 'done') {
      if (event.message.status === 'failed')
        return [{ event: 'error', data: answerFailed(sent, event.message).body(), id }];
      return [{ event: 'done', data: { ...event.message, ...sent.allowance, conversation: sent.conversation }, id }];
    }
    if (event.type === 'delta' && event.text)
      return [{ event: 'delta', data: { messageId, sequence: id, text: event.text }, id }];
    if (event.type !== 'step') return [];
    const { kind, text, url, id: stepId } = event.step;
    // A step is sent when it begins, and again only if its text has changed.
    if (steps.get(stepId) === text) return [];
    steps.set(stepId, text);
    return [{ event: 'step', data: { messageId, sequence: id, kind, text, ...(url && { url }) }, id }];
  };
  yield [
    { event: 'message', data: sent.userMessage },
    { event: 'message', data: sent.assistantMessage },
  ];
  // The same send may be repeated as often as a program likes.
  const stream = oneOfFew(ctx, `answer ${messageId}`);
  try {
    for await (const events of followInBatches(ctx, messageId, 0, [gone, stream.replaced]))
      yield events.flatMap(toEvents);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield [{ event: 'error', data: error.body() }];
  } finally {
    stream.leave();
  }
}
