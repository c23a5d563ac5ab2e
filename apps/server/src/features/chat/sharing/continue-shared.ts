import { randomUUID } from 'node:crypto';
import type { Conversation } from '@noek/contract/chat/schemas';
import type { SharedConversation, SharedMessage } from '@noek/contract/chat/sharing';
import type { File } from '@noek/contract/files/schemas';
import { isConstraintViolation } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { callerOf } from '../../auth/limits/auth-limits.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { type ConversationRow, type MessageRow, toConversation } from '../rows/chat.queries.ts';
import { newConversationRow } from '../rows/new-conversation.ts';
import { copiedMessage } from '../rows/new-message.ts';
import { type Owner, requireOwner } from '../rows/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { readShared } from './read-shared.ts';
import { newestThatFit } from './shared-snapshot.ts';

/** How much is copied: the newest messages that fit, as JSON in UTF-8 bytes. */
const maxMessages = 200;
const maxBytes = 1024 * 1024;

/** Copies are free, so only this limit stops someone from filling the database with them. */
const ofOwner: Rate = { burst: 10, perMs: 2 * 60_000 };
const ofNetwork: Rate = { burst: 40, perMs: 2 * 60_000 };

/**
 * Copies a shared conversation, as it was when it was shared, so that the actor can continue it. The actor needs an identity.
 * Throws NOT_FOUND, RATE_LIMITED, and CONFLICT without space for text.
 */
export async function continueShared(ctx: Ctx, input: { conversationId: number }): Promise<Conversation> {
  const owner = requireOwner(ctx);
  const shared = await readShared(ctx, input);
  await takeRate(ctx, JSON.stringify(['continueSharedOwner', owner.key]), ofOwner);
  await takeRate(ctx, JSON.stringify(['continueSharedIp', callerOf(ctx)]), ofNetwork);
  await requireTextSpace(ctx);
  const { conversation, messages } = copyOf(shared, owner, ctx.now());
  try {
    await ctx.db.atomic((orm) => [
      orm.insert(ctx.db.tables.conversations).values(conversation),
      ...(messages.length > 0 ? [orm.insert(ctx.db.tables.messages).values(messages)] : []),
    ]);
  } catch (error) {
    // In the meantime the guest signed in, or the account was deleted.
    throw isConstraintViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
  }
  const copy = toConversation(conversation, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation: copy });
  return copy;
}

function copyOf(shared: SharedConversation, owner: Owner, now: Date) {
  const conversation: ConversationRow = newConversationRow(owner, now, shared.conversation.title);
  const newest = newestThatFit(shared.messages.slice(-maxMessages).reverse(), maxBytes).reverse();
  const start = newest.findIndex(({ role }) => role === 'user');
  let parentId: string | null = null;
  const messages = newest.slice(start === -1 ? newest.length : start).map((message, ordinal): MessageRow => {
    const row = copiedMessage({
      conversationId: conversation.id,
      parentId,
      ordinal,
      role: message.role,
      content: message.content,
      status: message.status,
      answeredBy: message.answeredBy,
      sources: message.sources.length > 0 ? message.sources : null,
      files: message.files.length > 0 ? message.files.map(notShared) : null,
      createdAt: new Date(message.createdAt),
    });
    parentId = row.id;
    return row;
  });
  const { length } = messages;
  const filled = { ...conversation, headMessageId: parentId, nextOrdinal: length, copiedMessages: length };
  return { conversation: filled, messages };
}

/** A file of which the copy has only the name. */
const notShared = ({ name, type }: SharedMessage['files'][number]): File => ({
  ...{ id: randomUUID(), name, type, size: 0 },
  state: 'failed',
  problem: 'This file was not shared.',
});
