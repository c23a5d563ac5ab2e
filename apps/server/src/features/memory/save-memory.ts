import type { Memory, MemoryFields } from '@noek/contract/memory/schemas';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { insertMemory, type MemorySource, refuseBeyondLimit } from './records/insert-memory.ts';
import { requireProject, toMemory } from './records/memory.queries.ts';

type ToSave = { projectId?: string | null; createdAt: Date; onlyWhileOn?: boolean };

/**
 * Saves a new memory of the signed-in person. `onlyWhileOn`: nothing is saved while they have turned memory off. Throws CONFLICT then and if the
 * limit of their plan is reached, and NOT_FOUND for a project of others.
 */
export async function saveMemory(
  ctx: Ctx,
  { onlyWhileOn = false, ...memory }: MemoryFields & MemorySource & ToSave,
): Promise<Memory> {
  const { user } = requireUser(ctx);
  const { users } = ctx.db.tables;
  if (memory.projectId) await requireProject(ctx, memory.projectId);
  const row = {
    ...memory,
    projectId: memory.projectId ?? null,
    id: uuidv7(),
    userId: user.id,
    savedBy: null,
    updatedAt: ctx.now(),
  };
  const { rows: saved } = await ctx.db
    .atomic((step) => {
      const inserted = insertMemory(ctx.db, step, user, row);
      const switches = step.add(step.orm.select({ on: users.memoryEnabled }).from(users).where(eq(users.id, user.id)));
      step.check(() => {
        if (onlyWhileOn && !switches.rows[0]?.on) throw memoryOff();
        refuseBeyondLimit(inserted.counted);
      });
      return inserted.saved;
    })
    .catch(refuseDeletedAccount);
  return toMemory(saved[0] ?? row);
}

/** Refuses an app's call that would read or write memories while its owner has turned them off. */
export const memoryOff = () => new AppError('CONFLICT', 'Memory is off. You can turn it on in your account.');
