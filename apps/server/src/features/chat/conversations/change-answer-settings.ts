import type { AnswerSettings, Conversation } from '@noek/contract/chat/schemas';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireModel } from '../answers/running/chosen-model.ts';
import { conversationNotFound, findConversation, toConversation } from '../rows/chat.queries.ts';
import { ownedBy, requireOwner } from '../rows/owner.ts';

/**
 * Changes how the next answers of a conversation are made; what is absent stays. A running answer is not affected. Throws
 * BAD_REQUEST and FORBIDDEN like `requireModel`.
 */
export async function changeAnswerSettings(
  ctx: Ctx,
  { conversationId, webSearch, model }: AnswerSettings & { conversationId: number },
): Promise<Conversation> {
  const owner = requireOwner(ctx);
  const before = await findConversation(ctx, conversationId);
  requireModel(ctx, model);
  if (webSearch === undefined && model === undefined) return toConversation(before, ctx.now());
  const { conversations: c } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      // Only what is named: something else may be changed at the same time.
      .set({ ...(webSearch !== undefined && { webSearch }), ...(model !== undefined && { model }) })
      .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner)))
      .returning(),
  );
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
