import { emptyConversationsPerHour } from '@noek/contract/chat/limits';
import { type Conversation, type CreateConversationInput, newConversationTitle } from '@noek/contract/chat/schemas';
import { and, count, desc, eq, gt, inArray, isNull, lte, min } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { rememberStatement } from '../../auth/limits/rate-limit.ts';
import { refuseDeletedAccount } from '../../auth/session/deleted-account.ts';
import { holdSession } from '../../auth/session/session-statements.ts';
import { type ConversationRow, toConversation } from '../records/chat.queries.ts';
import { newConversationRow } from '../records/new-conversation.ts';
import { ownedBy, requireUserOwner, type UserOwner } from '../records/owner.ts';
import { findProject, holdProject } from '../records/projects.queries.ts';
import { refuseTemporaryIn, sessionOf, temporaryRow } from '../records/temporary.ts';

const HOUR = 60 * 60_000;

/** A conversation this new may be open on another page that has not sent its first message yet. */
const unusedAfterMs = 60_000;

/**
 * Creates an empty conversation for the signed-in person. Without a title, it reuses one that was never used, as if it were new. A
 * temporary one gets no title. Throws FORBIDDEN for another person's userId, BAD_REQUEST for a temporary one in a project, NOT_FOUND for a
 * project that they do not have, UNAUTHORIZED for a temporary one after a sign-out, and RATE_LIMITED when too many of the last hour are
 * empty: they are free, so only this limit keeps the database from filling up.
 */
export async function createConversation(ctx: Ctx, input: CreateConversationInput): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const { userId } = owner;
  if (input.userId !== undefined && input.userId !== userId)
    throw new AppError('FORBIDDEN', 'Conversations can only be created for yourself.');
  if (input.temporary) refuseTemporaryIn(input);
  const { title, temporary, projectId = null } = input;
  if (projectId !== null) await findProject(ctx, projectId);
  const row =
    (title || temporary ? null : await takeUnused(ctx, owner, projectId)) ??
    (await insertNew(ctx, owner, input, projectId));
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}

async function insertNew(
  ctx: Ctx,
  owner: UserOwner,
  { title, temporary }: CreateConversationInput,
  projectId: string | null,
): Promise<ConversationRow> {
  const { conversations: c } = ctx.db.tables;
  const now = ctx.now();
  const row = temporary
    ? temporaryRow(newConversationRow(owner, now))
    : { ...newConversationRow(owner, now, title), projectId };
  // Those in the trash count, too: they are rows as well.
  const isEmpty = and(
    eq(c.userId, owner.userId),
    gt(c.updatedAt, new Date(now.getTime() - HOUR)),
    isNull(c.headMessageId),
    eq(c.nextOrdinal, 0),
  );
  const session = sessionOf(ctx, row);
  await ctx.db
    .atomic((step) => {
      // Writing this row makes parallel calls of one person wait for each other, so that each counts the others.
      step.add(rememberStatement(ctx, step.orm, JSON.stringify(['emptyConversations', owner.key]), HOUR));
      step.add(step.orm.insert(c).values(row));
      const counted = step.add(
        step.orm
          .select({ count: count(), oldest: min(c.updatedAt) })
          .from(c)
          .where(isEmpty),
      );
      if (projectId !== null) holdProject(ctx, step, projectId);
      if (session !== null) holdSession(ctx.db, step, session);
      step.check(() => {
        const [empty] = counted.rows;
        if (empty && empty.count > emptyConversationsPerHour) throw tooManyEmpty(empty.oldest ?? now, now);
      });
    })
    .catch(refuseDeletedAccount);
  return row;
}

function tooManyEmpty(oldest: Date, now: Date): AppError {
  const waitMs = Math.max(1_000, oldest.getTime() + HOUR - now.getTime());
  const minutes = Math.ceil(waitMs / 60_000);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError(
    'RATE_LIMITED',
    `You have ${emptyConversationsPerHour} new conversations without a message. Write in one of them, or try again in ${wait}.`,
    { headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) } },
  );
}

/** Renews the newest conversation of a project, or of none, that was never used; null when there is none. */
async function takeUnused(ctx: Ctx, owner: UserOwner, projectId: string | null): Promise<ConversationRow | null> {
  const { conversations: c } = ctx.db.tables;
  const now = ctx.now();
  const isUnused = and(
    ownedBy(ctx.db, owner),
    eq(c.title, newConversationTitle),
    isNull(c.headMessageId),
    eq(c.nextOrdinal, 0),
    isNull(c.sharedAt),
    eq(c.archived, false),
    projectId === null ? isNull(c.projectId) : eq(c.projectId, projectId),
    eq(c.funMode, false),
    eq(c.harmfulMode, false),
    lte(c.updatedAt, new Date(now.getTime() - unusedAfterMs)),
  );
  const newest = ctx.db.orm.select({ id: c.id }).from(c).where(isUnused).orderBy(desc(c.updatedAt)).limit(1);
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({ webSearch: false, model: null, effort: 'automatic', createdAt: now, updatedAt: now })
      .where(and(inArray(c.id, newest), isUnused))
      .returning(),
  );
  return row ?? null;
}
