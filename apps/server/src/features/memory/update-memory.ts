import type { CreateMemoryInput, Memory } from '@noek/contract/memory';
import type { Ctx } from '../../context.ts';
import { memoryNotFound, ownMemory, toMemory } from './memory.queries.ts';

/** Changes one of the person's own memories; fields that are left out stay as they are. */
export async function updateMemory(ctx: Ctx, input: { id: string } & Partial<CreateMemoryInput>): Promise<Memory> {
  const { id, title, content, category, importance } = input;
  const [row] = await ctx.db.orm
    .update(ctx.db.tables.memories)
    .set({ title, content, category, importance, updatedAt: ctx.now() })
    .where(ownMemory(ctx, id))
    .returning();
  if (!row) throw memoryNotFound();
  return toMemory(row);
}
