import { type Conversation, newConversationTitle } from '@noek/contract/chat';
import { newConversationsPerHour } from '@noek/contract/limits';
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { refuseDeletedAccount } from '../../auth/session/deleted-account.ts';
import { type ConversationRow, toConversation } from '../chat.queries.ts';
import { ownedBy, requireUserOwner, type UserOwner } from '../owner.ts';
import { newConversationId } from './conversation-id.ts';

/** Empty conversations are free, so only this limit stops someone from filling the database with them. */
const ofPerson: Rate = { burst: newConversationsPerHour, perMs: (60 * 60_000) / newConversationsPerHour };

/** A conversation this new may be open on another page that has not sent its first message yet. */
const unusedAfterMs = 60_000;

/**
 * Creates an empty conversation for the signed-in person. Without a title, it reuses one that was never used, as if it were new.
 * Throws FORBIDDEN for another person's userId, and RATE_LIMITED.
 */
export async function createConversation(
  ctx: Ctx,
  input: { userId?: string | undefined; title?: string | undefined },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const { userId } = owner;
  if (input.userId !== undefined && input.userId !== userId)
    throw new AppError('FORBIDDEN', 'Conversations can only be created for yourself.');
  const row = (input.title ? null : await takeUnused(ctx, owner)) ?? (await insertNew(ctx, owner, input.title));
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}

async function insertNew(ctx: Ctx, owner: UserOwner, title: string | undefined): Promise<ConversationRow> {
  await takeRate(ctx, JSON.stringify(['newConversation', owner.key]), ofPerson);
  const row = newConversationRow(owner, ctx.now(), title);
  await Promise.resolve(ctx.db.orm.insert(ctx.db.tables.conversations).values(row)).catch(refuseDeletedAccount);
  return row;
}

/** Renews the newest conversation that was never used; null when there is none. */
async function takeUnused(ctx: Ctx, owner: UserOwner): Promise<ConversationRow | null> {
  const { conversations: c } = ctx.db.tables;
  const now = ctx.now();
  const isUnused = and(
    ownedBy(ctx.db, owner),
    eq(c.title, newConversationTitle),
    isNull(c.headMessageId),
    eq(c.nextOrdinal, 0),
    isNull(c.sharedAt),
    eq(c.archived, false),
    eq(c.funMode, false),
    eq(c.harmfulMode, false),
    lte(c.updatedAt, new Date(now.getTime() - unusedAfterMs)),
  );
  const newest = ctx.db.orm.select({ id: c.id }).from(c).where(isUnused).orderBy(desc(c.updatedAt)).limit(1);
  const [row] = await ctx.db.orm
    .update(c)
    .set({ createdAt: now, updatedAt: now })
    .where(and(inArray(c.id, newest), isUnused))
    .returning();
  return row ?? null;
}

/** The row of a new conversation. */
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
    shareTakenDownAt: null,
    copiedMessages: 0,
    importJobId: null,
    webSearch: false,
    model: null,
    importKey: null,
  };
}
