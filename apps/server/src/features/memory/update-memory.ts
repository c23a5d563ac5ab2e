import { changesMemoryText } from '@noek/contract/memory/memory-text';
import type { Memory, UpdateMemoryInput } from '@noek/contract/memory/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { memoryNotFound, ownMemory, toMemory } from './records/memory.queries.ts';
import { replaceMemory } from './records/replace-memory.ts';

const maxTries = 20;

/** Updates one of the caller's memories and keeps what it said before. Omitted fields stay unchanged. */
export async function updateMemory(ctx: Ctx, { id, ...fields }: UpdateMemoryInput): Promise<Memory> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const [before] = await ctx.db.orm.select().from(ctx.db.tables.memories).where(ownMemory(ctx, id));
    if (!before) throw memoryNotFound();
    if (!changesMemoryText(before, fields)) return toMemory(before);
    const after = await replaceMemory(ctx, before, { fields, by: null });
    if (after) return toMemory(after);
  }
  throw new AppError('UNAVAILABLE', 'This memory is being changed elsewhere. Please try again.');
}
