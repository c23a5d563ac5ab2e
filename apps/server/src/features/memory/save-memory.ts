import { randomUUIDv7 } from 'node:crypto';
import type { Memory, MemoryFields } from '@noek/contract/memory';
import { memoryLimits } from '@noek/contract/plans';
import { lt, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { toMemory } from './memory.queries.ts';

export type MemoryToSave = MemoryFields & Pick<Memory, 'conversationId' | 'messageId'> & { createdAt: Date };

/**
 * Saves a new memory of the signed-in person. The same atomic step counts it against the plan's limit, so parallel calls cannot
 * exceed it. Throws CONFLICT if the limit is reached.
 */
export async function saveMemory(ctx: Ctx, memory: MemoryToSave): Promise<Memory> {
  const { user } = requireUser(ctx);
  const limit = memoryLimits[user.accessLevel];
  const { memories, memoryAccounts: account } = ctx.db.tables;
  const row = { ...memory, id: randomUUIDv7(), userId: user.id, savedBy: null, updatedAt: ctx.now() };
  const [, saved] = await ctx.db
    .atomic(
      (orm) => [
        orm
          .insert(account)
          .values({ userId: user.id, total: 1 })
          .onConflictDoUpdate({
            target: account.userId,
            set: { total: sql`${account.total} + 1` },
            ...(limit !== 'unlimited' && { setWhere: lt(account.total, limit) }),
          })
          .returning({ total: account.total }),
        orm.insert(memories).values(row).returning(),
      ],
      ([taken]) => {
        if (taken.length === 0) throw limitReached();
      },
    )
    .catch(refuseDeletedAccount);
  return toMemory(saved[0] ?? row);
}

const limitReached = () =>
  new AppError('CONFLICT', 'Memory limit reached! Delete some memories or upgrade.', {
    flags: { memoryLimitReached: true },
  });
