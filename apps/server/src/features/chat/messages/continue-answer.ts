import { maxAnswerLength } from '@noek/contract/chat/limits';
import type { ContinueResult } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { isConstraintViolation, type Orm } from '@noek/db/database';
import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type Charge, prepareCharge, readAllowance } from '../allowance/allowance.ts';
import { answerOptions } from '../answers/running/answer-options.ts';
import { insertGeneration, withLog } from '../log/log.queries.ts';
import { findConversation, findMessage, findQuestion, type MessageRow, toMessage } from '../records/chat.queries.ts';
import { managesServer, type Owner, ownedBy, requireOwner, userOf } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { requireRoom } from '../turns/turn.ts';

/**
 * Continues an answer in the same message, after its existing text, if it was interrupted, cut short by its model, or stopped by the
 * person. It is charged like a message. The first continuation after an interruption is free, once per answer, because provider failures
 * and restarts are not the person's fault. Repeating a clientMessageId returns the current answer. Throws BAD_REQUEST, and like
 * `requireTextSpace`.
 */
export async function continueAnswer(
  ctx: Ctx,
  input: { messageId: string; clientMessageId?: string | undefined },
): Promise<ContinueResult> {
  const owner = requireOwner(ctx);
  const before = await findMessage(ctx, input.messageId);
  const conversation = await findConversation(ctx, before.conversationId);
  const refused = new AppError('BAD_REQUEST', 'Only an answer that was interrupted or stopped can be continued.');
  const full = new AppError(
    'BAD_REQUEST',
    'This answer has reached its maximum length. Ask for the rest in a new message.',
  );
  try {
    if (before.content.length >= maxAnswerLength) throw full;
    if (!canContinue(before)) throw refused;
    await requireTextSpace(ctx);
    const question = await findQuestion(ctx.db, before);
    if (!question) throw refused;
    const charge = isFree(before) ? null : await prepareCharge(ctx, owner);
    const { row, allowance } = await claim(ctx, owner, before, charge, input.clientMessageId ?? null);
    ctx.generations.start(
      row,
      answerOptions({
        conversation,
        user: userOf(ctx.actor),
        question,
        model: row.model,
        chargeIds: charge?.ids ?? [],
        managesServer: managesServer(ctx),
      }),
    );
    const message = toMessage(row);
    ctx.live.publish(owner, { type: 'messages', conversationId: row.conversationId, messages: [message] });
    return { ...message, allowance: allowance ?? (await readAllowance(ctx)) };
  } catch (error) {
    const earlier =
      input.clientMessageId === undefined ? null : await findEarlier(ctx, before.id, input.clientMessageId);
    if (earlier) return earlier;
    throw error instanceof Changed || isConstraintViolation(error) ? refused : error;
  }
}

const canContinue = ({ status, error, content }: MessageRow) =>
  status === 'interrupted' || (status === 'stopped' && content !== '') || (status === 'complete' && error !== null);

/** An answer that its model cut short counts as complete, so only interruptions are free. */
const isFree = ({ status, freeContinueUsed }: MessageRow) => status === 'interrupted' && !freeContinueUsed;

/** The message has changed since it was read. */
class Changed extends Error {}

/**
 * Writes in one step the charge, the message, which streams again, and its generation. Returns the message and, if it was charged, what is
 * left. Throws Changed, so that only one of several requests continues it.
 */
async function claim(
  ctx: Ctx,
  owner: Owner,
  before: MessageRow,
  charge: Charge | null,
  continueId: string | null,
): Promise<{ row: MessageRow; allowance: Allowance | undefined }> {
  requireRoom(ctx);
  const { db, bootId, now } = ctx;
  const { messages: m, conversations: c } = db.tables;
  const stream = (orm: Orm) =>
    orm
      .update(m)
      .set({
        status: 'streaming',
        error: null,
        errorHint: null,
        continueId,
        ...(charge ? {} : { freeContinueUsed: true }),
      })
      .where(
        and(
          eq(m.id, before.id),
          eq(m.status, before.status),
          eq(m.sequence, before.sequence),
          eq(m.freeContinueUsed, before.freeContinueUsed),
          or(inArray(m.status, ['interrupted', 'stopped']), isNotNull(m.error)),
          // A request that arrives twice at once continues it once.
          continueId === null ? undefined : or(isNull(m.continueId), ne(m.continueId, continueId)),
          inArray(
            m.conversationId,
            orm
              .select({ id: c.id })
              .from(c)
              .where(and(eq(c.id, before.conversationId), ownedBy(db, owner))),
          ),
        ),
      )
      .returning();
  const { charged, streaming } = await db.atomic((step) => {
    const charged = charge?.addTo(step);
    const streaming = step.must(stream(step.orm), () => new Changed());
    const generation = { messageId: before.id, bootId, now: now(), chargeIds: charge?.ids ?? [] };
    step.add(insertGeneration.in(db, step.orm, generation));
    charged?.addShared();
    return { charged, streaming };
  });
  return { row: streaming.rows[0] as MessageRow, allowance: charged?.allowance() };
}

/** The result of an earlier request with the same clientMessageId. */
async function findEarlier(ctx: Ctx, messageId: string, continueId: string): Promise<ContinueResult | null> {
  const row = await findMessage(ctx, messageId);
  if (row.continueId !== continueId) return null;
  const current = ctx.generations.current(row) ?? (await withLog(ctx.db, row));
  return { ...toMessage(current), allowance: await readAllowance(ctx) };
}
