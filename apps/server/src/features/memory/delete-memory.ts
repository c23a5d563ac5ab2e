import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { memoryNotFound, ownMemory } from './memory.queries.ts';

/** Deletes one of the person's own memories for good; there is room for another one then. */
export async function deleteMemory(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  const { memories, memoryAccounts: account } = ctx.db.tables;
  // The account's row first, as when a memory is kept: two steps that take the same rows take them in the same order.
  await ctx.db.atomic(
    (orm) => [
      orm
        .update(account)
        .set({ total: sql`${account.total} - 1` })
        .where(eq(account.userId, user.id)),
      orm.delete(memories).where(ownMemory(ctx, id)).returning({ id: memories.id }),
    ],
    ([, deleted]) => {
      if (deleted.length === 0) throw memoryNotFound();
    },
  );
  return { message: 'Memory deleted' };
}
