import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import type { SendResult } from '@noek/contract/chat/schemas';
import { isConstraintViolation } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { prepareCharge } from '../allowance/allowance.ts';
import { answerOptions } from '../answers/running/answer-options.ts';
import { requireModel } from '../answers/running/chosen-model.ts';
import { findMessage, findQuestion, type MessageRow, messageNotFound, toMessage } from '../records/chat.queries.ts';
import { newAnswer } from '../records/new-message.ts';
import { managesServer, requireOwner, userOf } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { findSend } from '../turns/find-send.ts';
import { isBranch, publishTurn, type Turn, withConversation, writeTurn } from '../turns/turn.ts';

/**
 * Answers a question again. The earlier answer and the messages after it are kept as another version. The new answer is
 * charged like a message. `model` chooses the model of this answer, which the conversation keeps. Repeating a clientMessageId returns the first
 * result. Throws BAD_REQUEST, and like `requireModel` and `requireTextSpace`.
 */
export async function regenerateAnswer(
  ctx: Ctx,
  input: { messageId: string; clientMessageId?: string | undefined; model?: string | null | undefined },
): Promise<SendResult> {
  const owner = requireOwner(ctx);
  const { clientMessageId } = input;
  const before = await findMessage(ctx, input.messageId);
  const question = await questionOf(ctx, before);
  try {
    await requireTextSpace(ctx);
    return await withConversation(ctx, before.conversationId, async (conversation) => {
      if (!conversation) throw messageNotFound();
      requireModel(ctx, input.model);
      const model = input.model === undefined ? conversation.model : input.model;
      const answer = newAnswer(
        {
          conversationId: conversation.id,
          parentId: question.id,
          model,
          senderKey: clientMessageId === undefined ? null : owner.key,
          clientMessageId: clientMessageId ?? null,
        },
        ctx.now(),
      );
      const turn: Turn = {
        conversation,
        isNew: false,
        title: conversation.title,
        question: null,
        answer,
        ...(input.model !== undefined && { settings: { model } }),
      };
      const charge = await prepareCharge(ctx, owner);
      const options = answerOptions({
        conversation,
        user: userOf(ctx.actor),
        question,
        model,
        chargeIds: charge.ids,
        managesServer: managesServer(ctx),
      });
      const onCommit = () => ctx.generations.start(answer, options);
      const { allowance, after } = await writeTurn(ctx, owner, turn, { charge, onCommit });
      publishTurn(ctx, owner, turn, after);
      return {
        conversation: after,
        userMessage: toMessage(question),
        assistantMessage: toMessage(answer),
        allowance,
        branched: isBranch(turn),
      };
    });
  } catch (error) {
    const earlier = clientMessageId === undefined ? null : await findSend(ctx, owner, clientMessageId);
    if (earlier) return earlier;
    throw isConstraintViolation(error) ? messageNotFound() : error;
  }
}

async function questionOf({ db }: Ctx, answer: MessageRow): Promise<MessageRow> {
  if (answer.role !== 'assistant' || answer.parentId === null)
    throw new AppError('BAD_REQUEST', 'Only answers can be regenerated.');
  if (answer.status === 'streaming')
    throw new AppError('BAD_REQUEST', 'This answer is still being written. Stop it first.');
  let question = await findQuestion(db, answer);
  // Imports have answers in several messages.
  while (question?.role === 'assistant' && question.parentId !== null) question = await findQuestion(db, question);
  if (!question) throw messageNotFound();
  if (question.role === 'assistant') throw new AppError('BAD_REQUEST', 'Only answers can be regenerated.');
  if (modeCommandOf(question.content))
    throw new AppError('BAD_REQUEST', 'A mode command has one answer. Send the command again instead.');
  return question;
}
