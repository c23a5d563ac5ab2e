import type { Memory, UpdateMemoryInput } from '@noek/contract/memory';
import type { Ctx } from '../../context.ts';
import { memoryNotFound, ownMemory, toMemory } from './memory.queries.ts';

/** Updates one of the caller's memories. Omitted fields stay unchanged. */
export async function updateMemory(ctx: Ctx, { id, ...fields }: UpdateMemoryInput): Promise<Memory> {
  const [row] = await ctx.db.orm
    .update(ctx.db.tables.memories)
    .set({ ...fields, updatedAt: ctx.now() })
    .where(ownMemory(ctx, id))
    .returning();
  if (!row) throw memoryNotFound();
  return toMemory(row);
}
