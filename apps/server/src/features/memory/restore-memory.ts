import type { Memory, RestoreMemoryInput } from '@noek/contract/memory/schemas';
import type { Ctx } from '../../context.ts';
import { saveMemory } from './save-memory.ts';

/**
 * Saves a deleted memory again, with its date and source but with a new id. A source gives no access: only the owner of that
 * conversation can open it. Throws CONFLICT if the limit of the plan is reached.
 */
export function restoreMemory(ctx: Ctx, memory: RestoreMemoryInput): Promise<Memory> {
  const createdAt = new Date(Math.min(Math.max(Date.parse(memory.createdAt), 0), ctx.now().getTime()));
  return saveMemory(ctx, { ...memory, createdAt });
}
