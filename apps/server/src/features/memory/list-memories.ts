import type { MemoryList } from '@noek/contract/memory/schemas';
import { memoryLimits } from '@noek/contract/subscription/plans';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { toMemory } from './records/memory.queries.ts';

/**
 * The memories of the signed-in person, newest first, with how many they have and the limit of their plan. Those of projects in the trash
 * count, but are not listed.
 */
export async function listMemories(ctx: Ctx): Promise<MemoryList> {
  const { user } = requireUser(ctx);
  const { memories: m, projects: p } = ctx.db.tables;
  const [rows, deleted] = await Promise.all([
    ctx.db.orm.select().from(m).where(eq(m.userId, user.id)).orderBy(desc(m.createdAt), desc(m.id)),
    ctx.db.orm
      .select({ id: p.id })
      .from(p)
      .where(and(eq(p.userId, user.id), isNotNull(p.deletedAt))),
  ]);
  const hidden = new Set(deleted.map(({ id }) => id));
  return {
    memories: rows.filter(({ projectId }) => projectId === null || !hidden.has(projectId)).map(toMemory),
    count: rows.length,
    limit: memoryLimits[user.accessLevel],
  };
}
