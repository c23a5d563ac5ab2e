import type { CopiedDocument } from '@noek/contract/documents/sharing';
import { continuedTexts } from '@noek/contract/documents/texts';
import { isConstraintViolation } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ownerOfDocuments } from '../../documents/documents.queries.ts';
import { copyOf, storeDocumentCopies } from '../../documents/sharing/copy-documents.ts';
import { findSharedDocument, readSharedDocument } from '../../documents/sharing/read-shared-document.ts';
import { toConversation } from '../records/chat.queries.ts';
import { newConversationRow } from '../records/new-conversation.ts';
import { copiedMessage } from '../records/new-message.ts';
import { requireOwner } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { takeCopyRate } from './copy-rate.ts';

/**
 * Copies a document that is shared by link into a new conversation of the actor, as an answer that shows it. The actor needs an identity.
 * Throws NOT_FOUND, RATE_LIMITED, and CONFLICT without space for its text or with too many documents.
 */
export async function continueSharedDocument(ctx: Ctx, input: { token: string }): Promise<CopiedDocument> {
  const owner = requireOwner(ctx);
  await findSharedDocument(ctx, input);
  await takeCopyRate(ctx, owner);
  // Not from before the wait: the link may have ended since.
  const read = await readSharedDocument(ctx, input);
  await requireTextSpace(ctx, read.content);
  const now = ctx.now();
  const { conversations: c, messages: m } = ctx.db.tables;
  const conversation = newConversationRow(owner, now, read.title);
  const of = { conversationId: conversation.id, status: 'complete', createdAt: now } as const;
  const question = copiedMessage({
    ...{ ...of, parentId: null, ordinal: 0, role: 'user', content: continuedTexts.question },
  });
  const answer = copiedMessage({
    ...{ ...of, parentId: question.id, ordinal: 1, role: 'assistant', content: continuedTexts.answer },
  });
  const copy = copyOf(read, { conversationId: conversation.id, messageId: answer.id }, now);
  const { id, title, kind, version } = copy.row;
  const filled = { ...conversation, headMessageId: answer.id, nextOrdinal: 2, copiedMessages: 2 };
  try {
    await ctx.db.atomic((step) => {
      step.add(step.orm.insert(c).values(filled));
      step.add(step.orm.insert(m).values([question, { ...answer, documents: [{ id, title, kind, version }] }]));
      storeDocumentCopies(ctx, step, ownerOfDocuments(owner), [copy]);
    });
  } catch (error) {
    // In the meantime the guest signed in, or the account was deleted.
    throw isConstraintViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
  }
  ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(filled, ctx.now()) });
  return { conversationId: conversation.id, documentId: id };
}
