import { memoryTextOf } from '@noek/contract/memory/memory-text';
import type { MemoryVersion } from '@noek/contract/memory/schemas';
import { desc } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { memoryNotFound, ownMemory, versionsOf } from './records/memory.queries.ts';

/** What one of the caller's memories said before, newest first. Throws NOT_FOUND. */
export async function memoryHistory(ctx: Ctx, { id }: { id: string }): Promise<MemoryVersion[]> {
  const { memories, memoryVersions: v } = ctx.db.tables;
  const [memory] = await ctx.db.orm.select().from(memories).where(ownMemory(ctx, id));
  if (!memory) throw memoryNotFound();
  const rows = await ctx.db.orm.select().from(v).where(versionsOf(ctx.db, memory)).orderBy(desc(v.replacedAt));
  return rows.map((version) => ({
    ...memoryTextOf(version),
    replacedAt: version.replacedAt.toISOString(),
    replacedBy: version.replacedBy === null ? 'person' : 'assistant',
  }));
}
