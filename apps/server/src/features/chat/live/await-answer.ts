import { modelsGoneText } from '@noek/contract/chat/models-gone';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { noAnswerText } from '../../../integrations/llm/llm.ts';
import { followInBatches } from './follow-answer.ts';

/**
 * The finished answer of a send. Throws PROVIDER_FAILED or MODEL_ENDED, with the stored message, when there is no answer, and UNAVAILABLE when
 * the process ends first.
 */
export async function awaitAnswer(ctx: Ctx, sent: SendResult, gone: AbortSignal): Promise<Message> {
  for await (const events of followInBatches(ctx, sent.assistantMessage.id, 0, [gone])) {
    const last = events.at(-1);
    if (last?.type !== 'done') continue;
    if (last.message.status === 'failed') throw answerFailed(sent, last.message);
    return last.message;
  }
  throw new AppError('UNAVAILABLE', 'The server is restarting. Your message has been saved.');
}

/** The error for an answer that failed: MODEL_ENDED if all models that were asked are gone. */
export const answerFailed = (sent: SendResult, answer: Message) =>
  new AppError(
    answer.modelsGone && answer.error === modelsGoneText(answer.modelsGone) ? 'MODEL_ENDED' : 'PROVIDER_FAILED',
    answer.error ?? noAnswerText,
    {
      flags: { userMessage: sent.userMessage, hint: answer.errorHint },
    },
  );
