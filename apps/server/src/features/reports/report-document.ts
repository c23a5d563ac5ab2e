import type { ReportBody, Reported } from '@noek/contract/reports/schemas';
import type { Ctx } from '../../context.ts';
import { requireOwner } from '../chat/records/owner.ts';
import { documentNotFound } from '../documents/documents.queries.ts';
import { findSharedDocument } from '../documents/sharing/read-shared-document.ts';
import { limitReports, storeReport } from './store-report.ts';

/**
 * Reports a document that is shared by link to the administrators, which everyone who can read it may do. The caller needs an identity.
 * Throws NOT_FOUND, RATE_LIMITED and GUEST_SIGNED_IN.
 */
export async function reportDocument(ctx: Ctx, input: ReportBody & { token: string }): Promise<Reported> {
  const reporter = requireOwner(ctx);
  await limitReports(ctx);
  const { id, conversationId } = await findSharedDocument(ctx, input);
  const about = { kind: 'document', targetId: id, conversationId } as const;
  return storeReport(ctx, reporter, about, { ...input, gone: documentNotFound });
}
