import { randomUUIDv7 } from 'node:crypto';
import type { Memory, MemoryFields } from '@noek/contract/memory';
import { memoryLimits } from '@noek/contract/plans';
import { lt, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuseGoneAccount } from '../auth/account/account-gone.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { toMemory } from './memory.queries.ts';

export type MemoryToKeep = MemoryFields & Pick<Memory, 'conversationId' | 'messageId'> & { createdAt: Date };

/**
 * Keeps one more memory of the signed-in person. It counts against the plan's limit in the same atomic step, so parallel
 * ones never get past it. Throws CONFLICT when the limit is reached.
 */
export async function keepMemory(ctx: Ctx, memory: MemoryToKeep): Promise<Memory> {
  const { user } = requireUser(ctx);
  const limit = memoryLimits[user.accessLevel];
  const { memories, memoryAccounts: account } = ctx.db.tables;
  const row = { ...memory, id: randomUUIDv7(), userId: user.id, updatedAt: ctx.now() };
  const [, kept] = await ctx.db
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
    .catch(refuseGoneAccount);
  return toMemory(kept[0] ?? row);
}

const limitReached = () =>
  new AppError('CONFLICT', 'Memory limit reached! Delete some memories or upgrade.', {
    flags: { memoryLimitReached: true },
  });
