import type { ChangeConversationsInput, ChangedConversations, Conversation } from '@noek/contract/chat';
import { and, inArray } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../chat.queries.ts';
import { type Owner, ownedBy, requireUserOwner } from '../owner.ts';
import { endAnswers } from './end-answers.ts';
import { inTrashOf } from './trash.ts';

/**
 * Archives, unarchives, deletes, restores or permanently deletes several of the person's conversations in one step. Returns the
 * ids of those that were found; the others are ignored. Repeating the call changes nothing more. Throws UNAUTHORIZED for guests.
 */
export async function changeConversations(ctx: Ctx, input: ChangeConversationsInput): Promise<ChangedConversations> {
  const changed = await applyChange(ctx, requireUserOwner(ctx), input);
  return { conversationIds: changed.map(({ id }) => id) };
}

/**
 * The same change for one conversation of any owner. Returns it as it is afterwards, or as it was before a permanent deletion.
 * Throws NOT_FOUND.
 */
export async function changeConversation(
  ctx: Ctx,
  owner: Owner,
  action: ChangeConversationsInput['action'],
  conversationId: number,
): Promise<Conversation> {
  const [changed] = await applyChange(ctx, owner, { action, conversationIds: [conversationId] });
  if (!changed) throw conversationNotFound();
  return changed;
}

/** Changes the owner's among these conversations, updates the owner's open pages, and stops answers in deleted ones. */
async function applyChange(
  ctx: Ctx,
  owner: Owner,
  { action, conversationIds }: ChangeConversationsInput,
): Promise<Conversation[]> {
  const rows = await changes[action](ctx, owner, conversationIds);
  const changed = rows.map((row) => toConversation(row, ctx.now()));
  for (const conversation of changed)
    ctx.live.publish(
      owner,
      action === 'delete' || action === 'deleteForever'
        ? { type: 'gone', conversationId: conversation.id }
        : { type: 'conversation', conversation },
    );
  if (action === 'delete')
    await endAnswers(
      ctx,
      changed.map(({ id }) => id),
    );
  return changed;
}

type Change = (ctx: Ctx, owner: Owner, ids: number[]) => Promise<ConversationRow[]>;

const setArchived =
  (archived: boolean): Change =>
  ({ db }, owner, ids) => {
    const { conversations: c } = db.tables;
    return db.orm
      .update(c)
      .set({ archived })
      .where(and(inArray(c.id, ids), ownedBy(db, owner)))
      .returning();
  };

/** Also ends their links: a conversation in the trash has no snapshot. */
const moveToTrash: Change = async ({ db, now }, owner, ids) => {
  const { conversations: c, shareSnapshots } = db.tables;
  const at = now();
  const [deleted] = await db.atomic((orm) => [
    orm
      .update(c)
      .set({ deletedAt: at, sharedAt: null, shareExpiresAt: null })
      .where(and(inArray(c.id, ids), ownedBy(db, owner)))
      .returning(),
    orm.delete(shareSnapshots).where(
      inArray(
        shareSnapshots.conversationId,
        orm
          .select({ id: c.id })
          .from(c)
          .where(and(inArray(c.id, ids), inTrashOf(db, owner, at))),
      ),
    ),
  ]);
  return deleted;
};

const restore: Change = ({ db, now }, owner, ids) => {
  const { conversations: c } = db.tables;
  return db.orm
    .update(c)
    .set({ deletedAt: null })
    .where(and(inArray(c.id, ids), inTrashOf(db, owner, now())))
    .returning();
};

/** Their messages go with them. */
const deleteForever: Change = ({ db, now }, owner, ids) => {
  const { conversations: c } = db.tables;
  return db.orm
    .delete(c)
    .where(and(inArray(c.id, ids), inTrashOf(db, owner, now())))
    .returning();
};

const changes: Record<ChangeConversationsInput['action'], Change> = {
  archive: setArchived(true),
  unarchive: setArchived(false),
  delete: moveToTrash,
  restore,
  deleteForever,
};
