import type { ReportBody, Reported } from '@noek/contract/reports/schemas';
import type { Ctx } from '../../context.ts';
import { conversationNotFound } from '../chat/records/chat.queries.ts';
import { requireOwner } from '../chat/records/owner.ts';
import { readShared } from '../chat/sharing/read-shared.ts';
import { limitReports, storeReport } from './store-report.ts';

/**
 * Reports a shared conversation to the administrators, which everyone who can read it may do. The caller needs an identity. Throws
 * NOT_FOUND, RATE_LIMITED and GUEST_SIGNED_IN.
 */
export async function reportShare(ctx: Ctx, input: ReportBody & { conversationId: number }): Promise<Reported> {
  const reporter = requireOwner(ctx);
  await limitReports(ctx);
  const { id } = (await readShared(ctx, input)).conversation;
  const about = { kind: 'share', targetId: String(id), conversationId: id } as const;
  return storeReport(ctx, reporter, about, { ...input, gone: conversationNotFound });
}
