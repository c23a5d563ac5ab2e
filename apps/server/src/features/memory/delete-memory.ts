import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { memoryNotFound, ownMemory, uncountMemories, versionsOf } from './records/memory.queries.ts';

/** Permanently deletes one of the caller's memories with what it said before, which makes room for another. */
export async function deleteMemory(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  const { memories, memoryVersions } = ctx.db.tables;
  await ctx.db.atomic((step) => {
    step.add(uncountMemories(ctx.db, step.orm, user.id, 1));
    step.must(step.orm.delete(memories).where(ownMemory(ctx, id)).returning({ id: memories.id }), memoryNotFound);
    step.add(step.orm.delete(memoryVersions).where(versionsOf(ctx.db, { userId: user.id, id })));
  });
  return { message: 'Memory deleted' };
}
