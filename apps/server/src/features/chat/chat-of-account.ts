import type { Orm, Statement } from '@noek/db/database';
import { eq, inArray, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import type { AccountDependent } from '../auth/account-dependents.ts';
import { adoptAllowance, deleteAllowance, emptyLedger } from './allowance/allowance-of-account.ts';
import { emptyConversations } from './deletion/empty-conversations.ts';
import { guestOwner, userOwner } from './records/owner.ts';

/** What chat stores per account: conversations, the idempotency keys of sends, and the used allowance. */
export const chatOfAccount: AccountDependent = {
  adoptGuest(ctx, step, { guestId, userId }) {
    const from = guestOwner(guestId);
    const to = userOwner(userId);
    const moved = step.add(moveConversations(ctx, step.orm, guestId, userId));
    step.add(moveSenderKeys(ctx, step.orm, from.key, to.key));
    step.add(moveQueuedKeys(ctx, step.orm, from.key, to.key));
    adoptAllowance(ctx, step, from.key, to.key);
    return { conversations: () => moved.rows.filter(({ deletedAt }) => deletedAt === null).length };
  },
  deleteAccount({ db }, step, userId) {
    // Answers that are being made end, and so do the tools that they run.
    const { generations: g } = db.tables;
    const theirs = sql`select g.message_id from generations as g cross join messages as m cross join conversations as c where m.id = g.message_id and c.id = m.conversation_id and c.user_id = ${userId}`;
    step.add(step.orm.delete(g).where(sql`${g.messageId} in (${theirs})`));
  },
  empty: async ({ db }, userId) =>
    (await emptyConversations(db, eq(db.tables.conversations.userId, userId))) ||
    emptyLedger(db, userOwner(userId).key),
  emptyGuests: ({ db }, guestIds) => emptyConversations(db, inArray(db.tables.conversations.guestId, [...guestIds])),
  removeLate: (deps, step, userId) => deleteAllowance(deps, step, userOwner(userId).key),
};

/** Running answers continue: they belong to their message, not to a person. */
function moveConversations({ db }: BaseCtx, orm: Orm, guestId: string, userId: string) {
  const { conversations: c } = db.tables;
  return orm
    .update(c)
    .set({ userId, guestId: null })
    .where(eq(c.guestId, guestId))
    .returning({ deletedAt: c.deletedAt });
}

/** A send that is repeated after the sign-in still returns its first result. Keys that the user has used too are not moved. */
function moveSenderKeys({ db }: BaseCtx, orm: Orm, from: string, to: string): Statement {
  const { messages: m } = db.tables;
  const usedToo = sql`select 1 from ${m} as other where other.sender_key = ${to} and other.client_message_id = ${m.clientMessageId}`;
  return orm.update(m).set({ senderKey: to }).where(sql`${m.senderKey} = ${from} and not exists (${usedToo})`);
}

/** The same for what waits. */
function moveQueuedKeys({ db }: BaseCtx, orm: Orm, from: string, to: string): Statement {
  const { queuedMessages: q } = db.tables;
  const usedToo = sql`select 1 from ${q} as other where other.sender_key = ${to} and other.client_message_id = ${q.clientMessageId}`;
  return orm.update(q).set({ senderKey: to }).where(sql`${q.senderKey} = ${from} and not exists (${usedToo})`);
}
