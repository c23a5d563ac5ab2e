import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { memoryNotFound, ownMemory } from './memory.queries.ts';

/** Permanently deletes one of the caller's memories, which makes room for another. */
export async function deleteMemory(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  const { memories, memoryAccounts: account } = ctx.db.tables;
  // The account's row comes first, as in saveMemory: locking rows in the same order prevents deadlocks.
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
