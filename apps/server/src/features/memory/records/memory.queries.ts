import { memoryTextOf } from '@noek/contract/memory/memory-text';
import type { Memory } from '@noek/contract/memory/schemas';
import type { Database, Orm, Statement } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { notFound } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';

export type MemoryRow = Tables['memories']['$inferSelect'];
export type MemoryVersionRow = Tables['memoryVersions']['$inferSelect'];

/** Whose memories: those that all of a person's chats use (`projectId` is null), or those of a project. */
export type MemoryScope = { userId: string; projectId: string | null };

export const memoryNotFound = () => notFound('Memory not found.');

/** Throws NOT_FOUND unless the caller has this project outside the trash. */
export async function requireProject(ctx: BaseCtx, projectId: string): Promise<void> {
  const { projects: p } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.id, projectId), eq(p.userId, requireUser(ctx).user.id), isNull(p.deletedAt)));
  if (!row) throw notFound('Project not found.');
}

/** The condition that selects one of the caller's own memories. Throws UNAUTHORIZED for guests. */
export function ownMemory(ctx: BaseCtx, id: string) {
  const { memories } = ctx.db.tables;
  return and(eq(memories.id, id), eq(memories.userId, requireUser(ctx).user.id));
}

/** A person's memories that all their chats use, or that only those of a project do, newest first. */
export function memoriesOf({ orm, tables }: Database, { userId, projectId }: MemoryScope): PromiseLike<MemoryRow[]> {
  const { memories: m } = tables;
  return orm
    .select()
    .from(m)
    .where(and(eq(m.userId, userId), projectId === null ? isNull(m.projectId) : eq(m.projectId, projectId)))
    .orderBy(desc(m.createdAt), desc(m.id));
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
    projectId: row.projectId,
    app: row.app,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
