import type { Memory, RestoreMemoryInput } from '@noek/contract/memory';
import type { Ctx } from '../../context.ts';
import { keepMemory } from './keep-memory.ts';

/**
 * Keeps a deleted memory again, with its date and source but under a new id. A source is no permission: it leads only
 * those on who own that conversation. Throws CONFLICT when the limit of the plan is reached.
 */
export function restoreMemory(ctx: Ctx, memory: RestoreMemoryInput): Promise<Memory> {
  const createdAt = new Date(Math.min(Math.max(Date.parse(memory.createdAt), 0), ctx.now().getTime()));
  return keepMemory(ctx, { ...memory, createdAt });
}
