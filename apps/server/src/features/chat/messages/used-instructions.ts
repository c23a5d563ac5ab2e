import type { UsedInstructionsText } from '@noek/contract/chat/answers';
import type { Ctx } from '../../../context.ts';
import { withLog } from '../log/log.queries.ts';
import { findMessage } from '../records/chat.queries.ts';

/** The instructions that one of the caller's answers was given, as they were. Throws NOT_FOUND. */
export async function usedInstructions(
  ctx: Ctx,
  { messageId }: { messageId: string },
): Promise<UsedInstructionsText[]> {
  const row = await findMessage(ctx, messageId);
  const current = ctx.generations.current(row) ?? (await withLog(ctx.db, row));
  return current.usedInstructions ?? [];
}
