import type { User } from '@noek/contract/auth/schemas';
import type { Memory } from '@noek/contract/memory/schemas';
import { memoryLimitText } from '@noek/contract/memory/texts';
import { memoryLimits } from '@noek/contract/subscription/plans';
import type { Database, StatementResult, Step } from '@noek/db/database';
import { lt, sql } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';
import type { MemoryRow } from './memory.queries.ts';

/**
 * The statements that add a memory: the first counts it against the plan's limit and returns nothing if the limit is reached, so
 * that parallel calls cannot exceed it. Pass its rows to `refuseBeyondLimit`.
 */
export function insertMemory(
  { tables }: Database,
  step: Step,
  { accessLevel }: Pick<User, 'accessLevel'>,
  row: MemoryRow,
): { counted: StatementResult<unknown[]>; saved: StatementResult<MemoryRow[]> } {
  const limit = memoryLimits[accessLevel];
  const { memories, memoryAccounts: account } = tables;
  const counted = step.add(
    step.orm
      .insert(account)
      .values({ userId: row.userId, total: 1 })
      .onConflictDoUpdate({
        target: account.userId,
        set: { total: sql`${account.total} + 1` },
        ...(limit !== 'unlimited' && { setWhere: lt(account.total, limit) }),
      })
      .returning({ total: account.total }),
  );
  return { counted, saved: step.add(step.orm.insert(memories).values(row).returning()) };
}

/** Throws CONFLICT with `memoryLimitReached: true` if nothing was counted. */
export function refuseBeyondLimit({ rows }: StatementResult<unknown[]>): void {
  if (rows.length === 0) throw new AppError('CONFLICT', memoryLimitText, { flags: { memoryLimitReached: true } });
}

/** Where a memory comes from. */
export type MemorySource = Pick<Memory, 'conversationId' | 'messageId' | 'app'>;
