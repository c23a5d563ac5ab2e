import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { memoryNotFound, ownMemory, uncountMemories, versionsOf } from './records/memory.queries.ts';

/** Permanently deletes one of the caller's memories with what it said before, which makes room for another. */
export async function deleteMemory(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  const { memories, memoryVersions } = ctx.db.tables;
  await ctx.db.atomic(
    (orm) => [
      uncountMemories(ctx.db, orm, user.id, 1),
      orm.delete(memories).where(ownMemory(ctx, id)).returning({ id: memories.id }),
      orm.delete(memoryVersions).where(versionsOf(ctx.db, { userId: user.id, id })),
    ],
    ([, deleted]) => {
      if (deleted.length === 0) throw memoryNotFound();
    },
  );
  return { message: 'Memory deleted' };
}
