import type { ChangeConversationsInput, ChangedConversations } from '@noek/contract/chat';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, toConversation } from '../chat.queries.ts';
import { ownedBy, requireUserOwner, type UserOwner } from '../owner.ts';
import { endAnswers } from './end-answers.ts';
import { inTrashOf } from './trash.ts';

/**
 * Archives, unarchives, deletes or restores several of the person's conversations in one step: those that are there, and
 * their ids come back. Done twice, it changes nothing more.
 */
export async function changeConversations(
  ctx: Ctx,
  { action, conversationIds }: ChangeConversationsInput,
): Promise<ChangedConversations> {
  const owner = requireUserOwner(ctx);
  const rows =
    action === 'delete'
      ? await moveToTrash(ctx, owner, conversationIds)
      : action === 'restore'
        ? await restore(ctx, owner, conversationIds)
        : await setArchived(ctx, owner, conversationIds, action === 'archive');
  for (const row of rows) {
    const conversation = toConversation(row, ctx.now());
    ctx.live.publish(
      owner,
      conversation.deletedAt ? { type: 'gone', conversationId: row.id } : { type: 'conversation', conversation },
    );
  }
  const changed = rows.map(({ id }) => id);
  if (action === 'delete') await endAnswers(ctx, changed);
  return { conversationIds: changed };
}

type Change = (ctx: Ctx, owner: UserOwner, ids: number[]) => Promise<ConversationRow[]>;

function setArchived({ db }: Ctx, owner: UserOwner, ids: number[], archived: boolean): Promise<ConversationRow[]> {
  const { conversations: c } = db.tables;
  return db.orm
    .update(c)
    .set({ archived })
    .where(and(inArray(c.id, ids), ownedBy(db, owner)))
    .returning();
}

const restore: Change = ({ db, now }, owner, ids) => {
  const { conversations: c } = db.tables;
  return db.orm
    .update(c)
    .set({ deletedAt: null })
    .where(and(inArray(c.id, ids), inTrashOf(db, owner, now())))
    .returning();
};

/** Their links end with it: what is in the trash has no snapshot. */
const moveToTrash: Change = async ({ db, now }, owner, ids) => {
  const { conversations: c, shareSnapshots } = db.tables;
  const [deleted] = await db.atomic((orm) => [
    orm
      .update(c)
      .set({ deletedAt: now(), sharedAt: null, shareExpiresAt: null })
      .where(and(inArray(c.id, ids), ownedBy(db, owner)))
      .returning(),
    orm.delete(shareSnapshots).where(
      inArray(
        shareSnapshots.conversationId,
        orm
          .select({ id: c.id })
          .from(c)
          .where(and(inArray(c.id, ids), eq(c.userId, owner.userId), isNotNull(c.deletedAt))),
      ),
    ),
  ]);
  return deleted;
};
