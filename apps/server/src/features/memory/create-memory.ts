import { defaultMemoryCategory } from '@noek/contract/limits';
import type { CreateMemoryInput, Memory } from '@noek/contract/memory';
import type { Ctx } from '../../context.ts';
import { keepMemory } from './keep-memory.ts';

/** A memory that the person writes down themselves. Throws CONFLICT when the limit of their plan is reached. */
export function createMemory(ctx: Ctx, input: CreateMemoryInput): Promise<Memory> {
  const { title, content, category = defaultMemoryCategory, importance = 'normal' } = input;
  const source = { conversationId: null, messageId: null };
  return keepMemory(ctx, { title, content, category, importance, ...source, createdAt: ctx.now() });
}
