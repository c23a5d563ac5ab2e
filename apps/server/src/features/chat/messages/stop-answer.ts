import type { Message } from '@noek/contract/chat/schemas';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { followAnswer } from '../live/follow-answer.ts';
import { findMessage, toMessage } from '../records/chat.queries.ts';

const otherProcessMs = 5_000;

/**
 * Stops an answer and keeps the text that was shown: `shownLength` UTF-16 code units, or all of it. Returns the message
 * afterwards. An answer that had already ended does not change. Throws NOT_FOUND.
 */
export async function stopAnswer(
  ctx: Ctx,
  input: { messageId: string; shownLength?: number | undefined },
): Promise<Message> {
  const row = await findMessage(ctx, input.messageId);
  if (row.status !== 'streaming') return toMessage(row);
  if (await ctx.generations.stop(row.id, input.shownLength))
    return toMessage(ctx.generations.current(row) ?? (await findMessage(ctx, row.id)));

  const { generations } = ctx.db.tables;
  await ctx.db.write((orm) =>
    orm
      .update(generations)
      .set({ stopRequestedAt: ctx.now(), stopShownLength: input.shownLength ?? null })
      .where(eq(generations.messageId, row.id)),
  );
  ctx.db.notify(`stop:${row.id}`);
  try {
    for await (const event of followAnswer(ctx, { messageId: row.id }, AbortSignal.timeout(otherProcessMs)))
      if (event.type === 'done') return event.message;
  } catch (error) {
    if (!['TimeoutError', 'AbortError'].includes((error as Error).name)) throw error;
  }
  return toMessage(await findMessage(ctx, row.id));
}
