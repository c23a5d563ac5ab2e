import type { GuestStatus } from '@noek/contract/chat';
import type { Ctx } from '../../context.ts';
import { readAllowance } from './allowance/allowance.ts';

/** How far a guest is in its allowance. Signed-in people have one of their own plan and see that here. */
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
