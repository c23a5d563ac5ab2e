import type { Memory, MemoryFields } from '@noek/contract/memory/schemas';
import type { Ctx } from '../../context.ts';
import { saveMemory } from './save-memory.ts';

/** Creates a memory that the person wrote themselves. Throws CONFLICT if the limit of their plan is reached. */
export function createMemory(ctx: Ctx, fields: MemoryFields): Promise<Memory> {
  return saveMemory(ctx, { ...fields, conversationId: null, messageId: null, createdAt: ctx.now() });
}
