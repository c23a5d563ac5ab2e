import type { GuestStatus } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { readAllowance } from './allowance.ts';

/** How much of the allowance a guest has used. Signed-in people see the allowance of their plan. */
export async function guestStatus(ctx: Ctx): Promise<GuestStatus> {
  const { messageLimit, remainingMessages, resetAt } = await readAllowance(ctx);
  return {
    messageCount: messageLimit - remainingMessages,
    messageLimit,
    remainingMessages,
    hasReachedLimit: remainingMessages <= 0,
    resetAt,
  };
}
