import type { Conversation } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../records/chat.queries.ts';
import { type Owner, ownedBy } from '../records/owner.ts';
import { findProject, holdProject } from '../records/projects.queries.ts';

/**
 * Changes these fields of one of the owner's conversations, and tells the open pages. Throws NOT_FOUND, also if the owner does not have the
 * project `into` that it moves into.
 */
export async function saveConversation(
  ctx: Ctx,
  owner: Owner,
  conversationId: number,
  fields: Partial<ConversationRow>,
  into: string | null = null,
): Promise<Conversation> {
  const { conversations: c } = ctx.db.tables;
  if (into !== null) await findProject(ctx, into);
  const saved = (orm: Orm) =>
    orm
      .update(c)
      .set(fields)
      .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner)))
      .returning();
  const [row] =
    into === null
      ? await ctx.db.write(saved)
      : (
          await ctx.db.atomic((step) => {
            holdProject(ctx, step, into);
            return step.add(saved(step.orm));
          })
        ).rows;
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
