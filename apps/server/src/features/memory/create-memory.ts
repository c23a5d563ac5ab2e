import type { Memory, MemoryFields } from '@noek/contract/memory';
import type { Ctx } from '../../context.ts';
import { keepMemory } from './keep-memory.ts';

/** A memory that the person writes down themselves. Throws CONFLICT when the limit of their plan is reached. */
export function createMemory(ctx: Ctx, fields: MemoryFields): Promise<Memory> {
  return keepMemory(ctx, { ...fields, conversationId: null, messageId: null, createdAt: ctx.now() });
}
