import { previewedMessages, type SharePreview } from '@noek/contract/chat/sharing';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireUserOwner } from '../records/owner.ts';
import { requireKept } from '../records/temporary.ts';
import { documentsIn, documentsOfConversation, readSnapshot } from './shared-snapshot.ts';

/**
 * What readers of a link would get if one of the person's conversations were shared now, without its files and the content of its documents.
 * Shares nothing. Throws NOT_FOUND, and BAD_REQUEST for a temporary chat.
 */
export async function previewShare(ctx: Ctx, { conversationId }: { conversationId: number }): Promise<SharePreview> {
  requireUserOwner(ctx);
  const { id } = await requireKept(ctx, conversationId, 'be shared');
  const { messages: m } = ctx.db.tables;
  const documents = await documentsOfConversation(ctx.db, id);
  const messages = await readSnapshot(ctx.db, id, { files: new Set(), documents });
  const [first] = await ctx.db.orm
    .select({ parentId: m.parentId })
    .from(m)
    .where(eq(m.id, messages[0]?.id ?? ''));
  return {
    count: messages.length,
    messages: messages.slice(0, previewedMessages),
    olderLeftOut: Boolean(first?.parentId),
    hasFiles: messages.some(({ files }) => files.some(({ deleted }) => !deleted)),
    documents: documentsIn(messages).size,
  };
}
