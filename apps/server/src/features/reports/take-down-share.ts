import type { Report } from '@noek/contract/reports/schemas';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { type ConversationRow, toConversation } from '../chat/records/chat.queries.ts';
import { ownerOfConversation } from '../chat/records/owner.ts';
import { readReport } from './reports.queries.ts';

type Input = { id: string; reason: string };

/**
 * Takes the link of a reported conversation down: it cannot be opened any more, and its owner, who sees that, cannot share the conversation
 * again. The shared content is kept for administrators. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, BAD_REQUEST for a report about an
 * answer, and CONFLICT if it is down already.
 */
export const takeDownShare = (ctx: Ctx, input: Input): Promise<Report> =>
  change(ctx, input, {
    action: 'share.taken-down',
    set: { sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false, shareTakenDownAt: ctx.now() },
    isDone: 'Another administrator has already taken this link down.',
  });

/**
 * Lets the owner share a conversation again whose link was taken down. The link works once they do. Throws as above, and CONFLICT if
 * that is allowed already.
 */
export const allowSharing = (ctx: Ctx, input: Input): Promise<Report> =>
  change(ctx, input, {
    action: 'share.allowed',
    set: { shareTakenDownAt: null },
    isDone: 'Another administrator has already allowed this.',
  });

async function change(
  ctx: Ctx,
  { id, reason }: Input,
  {
    action,
    set,
    isDone,
  }: {
    action: 'share.taken-down' | 'share.allowed';
    set: Partial<Pick<ConversationRow, 'sharedAt' | 'shareExpiresAt' | 'shareIncludesFiles' | 'shareTakenDownAt'>>;
    isDone: string;
  },
): Promise<Report> {
  requireAdministrator(ctx);
  const { report, conversation } = await readReport(ctx, id);
  if (report.kind !== 'share')
    throw new AppError('BAD_REQUEST', 'This report is about an answer, which only its owner can read.');
  const { conversations: c } = ctx.db.tables;
  const takesDown = action === 'share.taken-down';
  const after = takesDown ? 'taken-down' : 'ended';
  const detail = { reason, report: id, conversation: conversation.id, sharedLink: [report.link, after] };
  const {
    rows: [row],
  } = await administratorStep(ctx, { action, targetUserId: conversation.userId, detail }, (step) =>
    step.must(
      step.orm
        .update(c)
        .set(set)
        .where(and(eq(c.id, conversation.id), takesDown ? isNull(c.shareTakenDownAt) : isNotNull(c.shareTakenDownAt)))
        .returning(),
      () => new AppError('CONFLICT', isDone),
    ),
  );
  if (row)
    ctx.live.publish(ownerOfConversation(row), {
      type: 'conversation',
      conversation: toConversation(row, ctx.now()),
    });
  return (await readReport(ctx, id)).report;
}
