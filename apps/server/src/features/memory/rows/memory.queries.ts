import { type Memory, memoryTextOf } from '@noek/contract/memory/schemas';
import type { Database, Orm, Statement } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { notFound } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';

export type MemoryRow = Tables['memories']['$inferSelect'];
export type MemoryVersionRow = Tables['memoryVersions']['$inferSelect'];

export const memoryNotFound = () => notFound('Memory not found.');

/** The condition that selects one of the caller's own memories. Throws UNAUTHORIZED for guests. */
export function ownMemory(ctx: BaseCtx, id: string) {
  const { memories } = ctx.db.tables;
  return and(eq(memories.id, id), eq(memories.userId, requireUser(ctx).user.id));
}

/** All memories of a person, newest first. */
export function memoriesOf({ orm, tables }: Database, userId: string): PromiseLike<MemoryRow[]> {
  const { memories: m } = tables;
  return orm.select().from(m).where(eq(m.userId, userId)).orderBy(desc(m.createdAt), desc(m.id));
}

/** Takes memories off the count of their owner. It comes before the deletion: locking rows in one order prevents deadlocks. */
export function uncountMemories({ tables }: Database, orm: Orm, userId: string, count: number): Statement {
  const { memoryAccounts: account } = tables;
  return orm
    .update(account)
    .set({ total: sql`${account.total} - ${count}` })
    .where(eq(account.userId, userId));
}

/** The condition that selects the versions of one memory. */
export function versionsOf({ tables }: Database, { userId, id }: Pick<MemoryRow, 'userId' | 'id'>) {
  const { memoryVersions: v } = tables;
  return and(eq(v.userId, userId), eq(v.memoryId, id));
}

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    ...memoryTextOf(row),
    conversationId: row.conversationId,
    messageId: row.messageId,
    app: row.app,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
