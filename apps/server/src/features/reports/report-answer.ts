import type { ReportBody, Reported } from '@noek/contract/reports/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { findMessage, messageNotFound } from '../chat/records/chat.queries.ts';
import { requireOwner } from '../chat/records/owner.ts';
import { requireKept } from '../chat/records/temporary.ts';
import { limitReports, storeReport } from './store-report.ts';

/**
 * Reports one of the caller's answers to the administrators. Guests may report theirs, too. Throws NOT_FOUND, BAD_REQUEST for a message
 * that is not an answer or is in a temporary chat, and RATE_LIMITED.
 */
export async function reportAnswer(ctx: Ctx, input: ReportBody & { messageId: string }): Promise<Reported> {
  await limitReports(ctx);
  const { id, role, conversationId } = await findMessage(ctx, input.messageId);
  if (role !== 'assistant') throw new AppError('BAD_REQUEST', 'Only answers can be reported.');
  await requireKept(ctx, conversationId, 'be reported');
  const about = { kind: 'answer', targetId: id, conversationId } as const;
  return storeReport(ctx, requireOwner(ctx), about, { ...input, gone: messageNotFound });
}
