import type { Memory } from '@noek/contract/memory';
import type { Tables } from '@noek/db/tables';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { requireUser } from '../auth/session/require-user.ts';

export const memoryNotFound = () => notFound('Memory not found.');

/** The condition that selects one of the caller's own memories. Throws UNAUTHORIZED for guests. */
export function ownMemory(ctx: Ctx, id: string) {
  const { memories } = ctx.db.tables;
  return and(eq(memories.id, id), eq(memories.userId, requireUser(ctx).user.id));
}

export function toMemory(row: Tables['memories']['$inferSelect']): Memory {
  const { id, title, content, category, importance, conversationId, messageId } = row;
  return {
    ...{ id, title, content, category, importance, conversationId, messageId },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
