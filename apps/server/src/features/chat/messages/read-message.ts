import type { Message } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../../context.ts';
import { withLog } from '../log/log.queries.ts';
import { findMessage, toMessage } from '../records/chat.queries.ts';

/** One message, also of a branch that is not shown. A running answer comes with its text so far. Throws NOT_FOUND. */
export async function readMessage(ctx: Ctx, { messageId }: { messageId: string }): Promise<Message> {
  const row = await findMessage(ctx, messageId);
  return toMessage(ctx.generations.current(row) ?? (await withLog(ctx.db, row)));
}
