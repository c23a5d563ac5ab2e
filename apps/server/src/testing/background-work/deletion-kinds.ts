import type { Database } from '@noek/db/database';
import {
  insertChatView,
  insertConversation,
  insertMemories,
  insertMessages,
  insertUser,
} from '@noek/db/testing/factories';
import { eq, inArray, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { deletedForever } from '../../features/chat/deletion/trash.ts';
import type { Kind } from './kind.ts';

/** More than one step deletes. */
const inTwoSteps = 120;

const messagesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${prefix}-${n}` }));

async function insertCharge({ tables, write }: Database, subject: string): Promise<void> {
  const { allowanceAccounts, allowanceLedger } = tables;
  const createdAt = new Date();
  await write((orm) => orm.insert(allowanceAccounts).values({ subject, total: 1, chargedAt: createdAt }));
  await write((orm) =>
    orm.insert(allowanceLedger).values({ id: `charge-${subject}`, subject, amount: 1, totalBefore: 0, createdAt }),
  );
}

/** A conversation that was deleted permanently, and then an account with everything that one can have. */
export const deletions: Kind = {
  name: 'deletions',
  steps: (round) => new RegExp(`"leases"|\\bdeleted-${round}\\b`),
  async seed({ db }, round) {
    const id = `deleted-${round}`;
    const owner = await insertUser(db, { id: `trash-owner-${round}` });
    const trash = await insertConversation(db, { userId: owner.id });
    await insertMessages(db, trash.id, messagesOf(`deleted-${round}-trash`, inTwoSteps));
    // Only when it is complete, because a process may delete it at any moment from then on.
    const { conversations: c } = db.tables;
    await db.write((orm) => orm.update(c).set({ deletedAt: deletedForever }).where(eq(c.id, trash.id)));
    await insertUser(db, { id });
    const { id: conversationId } = await insertConversation(db, { userId: id });
    await insertMessages(db, conversationId, messagesOf(`${id}-own`, 2));
    await insertMemories(db, id, [{ id: `${id}-memory` }]);
    await insertCharge(db, `user:${id}`);
    await insertChatView(db, { targetUserId: id, actorId: owner.id, createdAt: new Date() });
    const { users } = db.tables;
    const at = new Date();
    await db.write((orm) =>
      orm
        .update(users)
        .set({ name: '', email: `deleted ${id}`, emailVerifiedAt: null, suspendedAt: at, deletedAt: at })
        .where(eq(users.id, id)),
    );
  },
  async check({ db }, round) {
    const { allowanceAccounts, allowanceLedger, auditLog, conversations, memories, messages, users } = db.tables;
    const id = `deleted-${round}`;
    const left = await Promise.all([
      db.orm
        .select({ id: messages.id })
        .from(messages)
        .where(like(messages.id, `${id}-%`)),
      db.orm
        .select({ id: conversations.id })
        .from(conversations)
        .where(inArray(conversations.userId, [id, `trash-owner-${round}`])),
      db.orm.select({ id: memories.id }).from(memories).where(eq(memories.userId, id)),
      db.orm
        .select({ id: allowanceLedger.id })
        .from(allowanceLedger)
        .where(eq(allowanceLedger.subject, `user:${id}`)),
      db.orm
        .select()
        .from(allowanceAccounts)
        .where(eq(allowanceAccounts.subject, `user:${id}`)),
      db.orm.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.targetUserId, id)),
      db.orm.select({ id: users.id }).from(users).where(eq(users.id, id)),
    ]);
    expect(left.flat()).toEqual([]);
  },
};
