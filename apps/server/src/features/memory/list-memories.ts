import type { MemoryList } from '@noek/contract/memory/schemas';
import { memoryLimits } from '@noek/contract/subscription/plans';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { toMemory } from './rows/memory.queries.ts';

/** All memories of the signed-in person, newest first, with the limit of their plan. */
export async function listMemories(ctx: Ctx): Promise<MemoryList> {
  const { user } = requireUser(ctx);
  const { memories: m } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(m).where(eq(m.userId, user.id)).orderBy(desc(m.createdAt), desc(m.id));
  return { memories: rows.map(toMemory), count: rows.length, limit: memoryLimits[user.accessLevel] };
}
