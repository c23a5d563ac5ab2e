import type { Report } from '@noek/contract/reports/schemas';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { toConversation } from '../chat/records/chat.queries.ts';
import { ownerOfConversation } from '../chat/records/owner.ts';
import { ownerOfDocuments } from '../documents/documents.queries.ts';
import { announceShare } from '../documents/sharing/announce-share.ts';
import { type ReportInContext, readReport } from './reports.queries.ts';

type Input = { id: string; reason: string };
type Taking = { action: 'share.taken-down' | 'share.allowed'; isDone: string };

/**
 * Takes the link of a reported conversation or document down: it cannot be opened any more, and its owner, who sees that, cannot share it
 * again. The shared content is kept for administrators. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, BAD_REQUEST for a report about an
 * answer, and CONFLICT if it is down already.
 */
export const takeDownShare = (ctx: Ctx, input: Input): Promise<Report> =>
  change(ctx, input, {
    action: 'share.taken-down',
    isDone: 'Another administrator has already taken this link down.',
  });

/**
 * Lets the owner share something again whose link was taken down. The link works once they do. Throws as above, and CONFLICT if that is
 * allowed already.
 */
export const allowSharing = (ctx: Ctx, input: Input): Promise<Report> =>
  change(ctx, input, { action: 'share.allowed', isDone: 'Another administrator has already allowed this.' });

async function change(ctx: Ctx, { id, reason }: Input, taking: Taking): Promise<Report> {
  requireAdministrator(ctx);
  const found = await readReport(ctx, id);
  const { report, row } = found;
  if (report.kind === 'answer')
    throw new AppError('BAD_REQUEST', 'This report is about an answer, which only its owner can read.');
  const after = taking.action === 'share.taken-down' ? 'taken-down' : 'ended';
  const detail = { reason, report: id, sharedLink: [report.link, after] };
  if (report.kind === 'share') await changeConversation(ctx, found, taking, detail);
  else await changeDocument(ctx, found, taking, { ...detail, document: row.targetId });
  return (await readReport(ctx, id)).report;
}

/** What ends a link and keeps the owner from sharing again, or only allows them to share. */
const fieldsAfter = ({ action }: Taking, now: Date) =>
  action === 'share.taken-down'
    ? { sharedAt: null, shareExpiresAt: null, shareTakenDownAt: now }
    : { shareTakenDownAt: null };

async function changeConversation(
  ctx: Ctx,
  { conversation: { id, userId } }: ReportInContext,
  taking: Taking,
  detail: Record<string, unknown>,
): Promise<void> {
  const { action, isDone } = taking;
  const { conversations: c } = ctx.db.tables;
  const takesDown = action === 'share.taken-down';
  const entry = { action, targetUserId: userId, detail: { ...detail, conversation: id } };
  const {
    rows: [row],
  } = await administratorStep(ctx, entry, (step) =>
    step.must(
      step.orm
        .update(c)
        .set({
          ...fieldsAfter(taking, ctx.now()),
          ...(takesDown && { shareIncludesFiles: false, shareIncludesDocuments: false }),
        })
        .where(and(eq(c.id, id), takesDown ? isNull(c.shareTakenDownAt) : isNotNull(c.shareTakenDownAt)))
        .returning(),
      () => new AppError('CONFLICT', isDone),
    ),
  );
  if (row)
    ctx.live.publish(ownerOfConversation(row), {
      type: 'conversation',
      conversation: toConversation(row, ctx.now()),
    });
}

/** The shared version and title stay, for administrators. */
async function changeDocument(
  ctx: Ctx,
  { conversation, document, row: { targetId } }: ReportInContext,
  taking: Taking,
  detail: Record<string, unknown>,
): Promise<void> {
  const { action, isDone } = taking;
  const { documents: d } = ctx.db.tables;
  const takesDown = action === 'share.taken-down';
  const entry = { action, targetUserId: conversation.userId, detail };
  const {
    rows: [row],
  } = await administratorStep(ctx, entry, (step) =>
    step.must(
      step.orm
        .update(d)
        .set({ ...fieldsAfter(taking, ctx.now()), ...(takesDown && { shareToken: null }) })
        .where(and(eq(d.id, targetId), takesDown ? isNull(d.shareTakenDownAt) : isNotNull(d.shareTakenDownAt)))
        .returning(),
      () => new AppError('CONFLICT', document ? isDone : 'This document was deleted.'),
    ),
  );
  if (row) await announceShare(ctx, ownerOfDocuments(conversation), row);
}
