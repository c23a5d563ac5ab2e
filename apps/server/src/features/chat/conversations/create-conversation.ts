import { type Conversation, newConversationTitle } from '@noek/contract/chat';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { refuseGoneAccount } from '../../auth/account-gone.ts';
import { type ConversationRow, toConversation } from '../chat.queries.ts';
import { requireUserOwner } from '../owner.ts';
import { newConversationId } from './conversation-id.ts';

/** Makes an empty conversation of the signed-in person. A userId is only accepted when it is their own. */
export async function createConversation(
  ctx: Ctx,
  input: { userId?: string | undefined; title?: string | undefined },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const { userId } = owner;
  if (input.userId !== undefined && input.userId !== userId)
    throw new AppError('FORBIDDEN', 'Conversations can only be created for yourself.');
  const row = newConversationRow({ userId, guestId: null }, ctx.now(), input.title);
  await Promise.resolve(ctx.db.orm.insert(ctx.db.tables.conversations).values(row)).catch(refuseGoneAccount);
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}

/** The row of a conversation that starts now. */
export function newConversationRow(
  owner: { userId: string | null; guestId: string | null },
  now: Date,
  title?: string,
): ConversationRow {
  return {
    id: newConversationId(),
    userId: owner.userId,
    guestId: owner.guestId,
    title: title || newConversationTitle,
    archived: false,
    funMode: false,
    harmfulMode: false,
    headMessageId: null,
    nextOrdinal: 0,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    sharedAt: null,
    shareExpiresAt: null,
  };
}
