import { temporaryHours } from '@noek/contract/chat/limits';
import type { Conversation } from '@noek/contract/chat/schemas';
import type { Database, Orm } from '@noek/db/database';
import { and, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { deletedForever } from '../deletion/trash.ts';
import { type ConversationRow, findConversation, toConversation } from '../records/chat.queries.ts';
import { type Owner, ownedBy, ownerOfConversation, requireUserOwner } from '../records/owner.ts';
import { emptyAtOnce } from './empty-at-once.ts';
import { endAnswers } from './end-answers.ts';

/** What ending chats needs of the process. */
export type EndingDeps = Pick<Ctx, 'db' | 'now' | 'log' | 'live' | 'generations'>;

/**
 * Ends one of the person's temporary chats: it is deleted for ever at once, with its answers, messages and files. Throws NOT_FOUND, and
 * BAD_REQUEST for a usual conversation, which is deleted in another way.
 */
export async function endTemporary(
  ctx: Ctx,
  { conversationId }: { conversationId: number },
): Promise<{ message: string }> {
  const ended = await endTemporaries(ctx, requireUserOwner(ctx), [conversationId]);
  if (ended.length > 0) return { message: 'Temporary chat ended.' };
  await findConversation(ctx, conversationId);
  throw new AppError('BAD_REQUEST', 'This chat is not temporary, so it cannot be ended. Delete it instead.');
}

/** Ends those of these conversations that are temporary chats of the owner, and returns them. */
export async function endTemporaries(ctx: Ctx, owner: Owner, ids: readonly number[]): Promise<Conversation[]> {
  const { conversations: c } = ctx.db.tables;
  const which = and(inArray(c.id, [...ids]), ownedBy(ctx.db, owner)) as SQL;
  const rows = await ctx.db.write((orm) => endStatement(ctx.db, orm, which));
  await afterEnd(ctx, rows);
  return rows.map((row) => toConversation(row, ctx.now()));
}

/** The statement that ends the temporary chats that meet the condition. Pass its rows to `afterEnd` after the commit. */
export function endStatement({ tables: { conversations: c } }: Database, orm: Orm, which: SQL) {
  return (
    orm
      .update(c)
      .set({ deletedAt: deletedForever })
      // Written like the condition of the index of temporary chats.
      .where(and(which, sql`${c.temporary}`, isNull(c.deletedAt)))
      .returning()
  );
}

/** Ends the answers that are running in ended chats, updates the open pages, and deletes what the chats contain. */
export async function afterEnd(deps: EndingDeps, rows: readonly ConversationRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const row of rows) deps.live.publish(ownerOfConversation(row), { type: 'gone', conversationId: row.id });
  await endAnswers(deps, ids);
  await emptyAtOnce(deps, ids);
}

const perStep = 50;

/** Ends temporary chats that have had no new message for a day. */
export async function purgeTemporary(deps: EndingDeps): Promise<void> {
  const { db, now } = deps;
  const { conversations: c } = db.tables;
  const until = new Date(now().getTime() - temporaryHours * 60 * 60_000);
  for (;;) {
    const old = await db.orm
      .select({ id: c.id })
      .from(c)
      .where(and(sql`${c.temporary}`, lte(c.updatedAt, until), isNull(c.deletedAt)))
      .limit(perStep);
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return;
    // One that got a message meanwhile stays.
    const which = and(inArray(c.id, ids), lte(c.updatedAt, until)) as SQL;
    await afterEnd(deps, await db.write((orm) => endStatement(db, orm, which)));
    if (ids.length < perStep) return;
  }
}
