import type { ChangeConversationsInput, ChangedConversations, Conversation } from '@noek/contract/chat/schemas';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceDeletion } from '../../auth/account/announce-deletion.ts';
import { emptyConversations } from '../deletion/empty-conversations.ts';
import { deletedForever, inTrashOf } from '../deletion/trash.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../rows/chat.queries.ts';
import { type Owner, ownedBy, requireUserOwner } from '../rows/owner.ts';
import { endAnswers } from './end-answers.ts';

/**
 * Archives, unarchives, deletes, restores or permanently deletes several of the person's conversations in one step. Returns the
 * ids of those that were found; the others are ignored. Repeating the call changes nothing more. Throws UNAUTHORIZED for guests.
 */
export async function changeConversations(ctx: Ctx, input: ChangeConversationsInput): Promise<ChangedConversations> {
  const changed = await applyChange(ctx, requireUserOwner(ctx), input);
  return { conversationIds: changed.map(({ id }) => id) };
}

/** The same change for one conversation of any owner. Returns the changed conversation. Throws NOT_FOUND. */
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

/** Changes these conversations if they are the owner's, updates the owner's open pages, and stops answers in deleted ones. */
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
    return db.write((orm) =>
      orm
        .update(c)
        .set({ archived })
        .where(and(inArray(c.id, ids), ownedBy(db, owner)))
        .returning(),
    );
  };

/** Also ends their links: a conversation in the trash has no snapshot. */
const moveToTrash: Change = async ({ db, now }, owner, ids) => {
  const { conversations: c, shareSnapshots } = db.tables;
  const at = now();
  const [deleted] = await db.atomic((orm) => [
    orm
      .update(c)
      .set({ deletedAt: at, sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false })
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
  return db.write((orm) =>
    orm
      .update(c)
      .set({ deletedAt: null })
      .where(and(inArray(c.id, ids), inTrashOf(db, owner, now())))
      .returning(),
  );
};

/** They leave the trash at once, and an import may add them again. What they contain is deleted in small steps. */
const deleteForever: Change = async (ctx, owner, ids) => {
  const { db, now } = ctx;
  const { conversations: c } = db.tables;
  const gone = await db.write((orm) =>
    orm
      .update(c)
      .set({ deletedAt: deletedForever, importKey: null })
      .where(and(inArray(c.id, ids), inTrashOf(db, owner, now())))
      .returning(),
  );
  await emptyAtOnce(
    ctx,
    gone.map(({ id }) => id),
  );
  return gone;
};

/** How many steps of emptying the caller waits for. */
const stepsAtOnce = 20;

/** Empties deleted conversations if they are small. The rest is emptied later. */
async function emptyAtOnce(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { conversations: c } = ctx.db.tables;
  const which = and(inArray(c.id, [...ids]), eq(c.deletedAt, deletedForever)) as SQL;
  try {
    for (let step = 0; step < stepsAtOnce; step++) if (!(await emptyConversations(ctx.db, which))) break;
  } catch (error) {
    // They are already gone for everyone, and the rest is emptied later.
    ctx.log.error({ err: error }, 'deleted conversations could not be emptied at once');
  }
  announceDeletion(ctx);
}

const changes: Record<ChangeConversationsInput['action'], Change> = {
  archive: setArchived(true),
  unarchive: setArchived(false),
  delete: moveToTrash,
  restore,
  deleteForever,
};
