import { randomUUIDv7 } from 'node:crypto';
import type { Memory, MemoryFields } from '@noek/contract/memory/schemas';
import type { Ctx } from '../../context.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { insertMemory, type MemorySource, refuseBeyondLimit } from './rows/insert-memory.ts';
import { requireProject, toMemory } from './rows/memory.queries.ts';

/** Saves a new memory of the signed-in person. Throws CONFLICT if the limit of their plan is reached, and NOT_FOUND for a project of others. */
export async function saveMemory(
  ctx: Ctx,
  memory: MemoryFields & MemorySource & { projectId?: string | null; createdAt: Date },
): Promise<Memory> {
  const { user } = requireUser(ctx);
  if (memory.projectId) await requireProject(ctx, memory.projectId);
  const row = {
    ...memory,
    projectId: memory.projectId ?? null,
    id: randomUUIDv7(),
    userId: user.id,
    savedBy: null,
    updatedAt: ctx.now(),
  };
  const [, saved] = await ctx.db
    .atomic(
      (orm) => insertMemory(ctx.db, orm, user, row),
      ([counted]) => refuseBeyondLimit(counted),
    )
    .catch(refuseDeletedAccount);
  return toMemory(saved[0] ?? row);
}
