import type { ChangeConversationsInput, ChangedConversations, Conversation } from '@noek/contract/chat/schemas';
import type { Orm } from '@noek/db/database';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { endDocumentShares } from '../../documents/sharing/document-shares.ts';
import { deletedForever, inTrashOf } from '../deletion/trash.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../records/chat.queries.ts';
import { type Owner, ownedBy, requireUserOwner } from '../records/owner.ts';
import { findProject, holdProject, holdProjects } from '../records/projects.queries.ts';
import { pauseQueues, pauseTexts } from '../records/queue.queries.ts';
import { emptyAtOnce } from './empty-at-once.ts';
import { endAnswers } from './end-answers.ts';
import { endTemporaries } from './end-temporary.ts';

/**
 * Archives, unarchives, moves, deletes, restores or permanently deletes several of the person's conversations in one step. Deleting a
 * temporary chat ends it; nothing else can be done with one. Returns the ids of those that were found; the others are ignored. Repeating the
 * call changes nothing more. Throws UNAUTHORIZED for guests, and NOT_FOUND for a project that they do not have.
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
  { action, conversationIds, projectId = null }: ChangeConversationsInput,
): Promise<Conversation[]> {
  const rows = await changes[action](ctx, owner, conversationIds, projectId);
  const changed = rows.map((row) => toConversation(row, ctx.now()));
  for (const conversation of changed)
    ctx.live.publish(
      owner,
      action === 'delete' || action === 'deleteForever'
        ? { type: 'gone', conversationId: conversation.id }
        : { type: 'conversation', conversation },
    );
  if (action !== 'delete') return changed;
  await endAnswers(
    ctx,
    changed.map(({ id }) => id),
  );
  // A temporary chat has no place in the trash.
  const left = conversationIds.filter((id) => changed.every((one) => one.id !== id));
  return [...changed, ...(left.length > 0 ? await endTemporaries(ctx, owner, left) : [])];
}

type Change = (ctx: Ctx, owner: Owner, ids: number[], projectId: string | null) => Promise<ConversationRow[]>;

const setArchived =
  (archived: boolean): Change =>
  ({ db }, owner, ids) => {
    const { conversations: c } = db.tables;
    return db.write((orm) =>
      orm
        .update(c)
        .set({ archived })
        .where(and(inArray(c.id, ids), ownedBy(db, owner), eq(c.temporary, false)))
        .returning(),
    );
  };

/** What ends the link of a conversation. */
const unshared = { sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false, shareIncludesDocuments: false };

/** Also ends their links and those of their documents: a conversation in the trash has no snapshot. */
const moveToTrash: Change = async ({ db, now }, owner, ids) => {
  const { conversations: c, queuedMessages: q, shareSnapshots } = db.tables;
  const at = now();
  const { rows: deleted } = await db.atomic((step) => {
    const deleted = step.add(
      step.orm
        .update(c)
        .set({ deletedAt: at, ...unshared })
        .where(and(inArray(c.id, ids), ownedBy(db, owner), eq(c.temporary, false)))
        .returning(),
    );
    const inTrash = step.orm
      .select({ id: c.id })
      .from(c)
      .where(and(inArray(c.id, ids), inTrashOf(db, owner, at)));
    step.add(step.orm.delete(shareSnapshots).where(inArray(shareSnapshots.conversationId, inTrash)));
    step.add(endDocumentShares(db, step.orm, inTrash));
    // The answer that runs is stopped, and what waits is not sent after a restore.
    step.add(
      pauseQueues(db, step.orm, inArray(q.conversationId, inTrash), { reason: 'stopped', message: pauseTexts.trash }),
    );
    return deleted;
  });
  return deleted;
};

/** One whose project is in the trash leaves it. */
const restore: Change = async ({ db, now }, owner, ids) => {
  const { conversations: c, projects: p } = db.tables;
  const which = and(inArray(c.id, ids), inTrashOf(db, owner, now())) as SQL;
  const isThere = sql`exists (select 1 from ${p} where ${p.id} = ${c.projectId} and ${p.deletedAt} is null)`;
  const { rows: restored } = await db.atomic((step) => {
    step.add(holdProjects(db, step.orm, inArray(p.id, step.orm.select({ id: c.projectId }).from(c).where(which))));
    return step.add(
      step.orm
        .update(c)
        .set({
          deletedAt: null,
          projectId: sql`case when ${isThere} then ${c.projectId} end`,
          formerProjectId: null,
        })
        .where(which)
        .returning(),
    );
  });
  return restored;
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

/** Into one of the owner's projects, or out of theirs. Throws NOT_FOUND for a project that is not theirs or in the trash. */
const move: Change = async (ctx, owner, ids, projectId) => {
  const { db } = ctx;
  const { conversations: c } = db.tables;
  const moved = (orm: Orm) =>
    orm
      .update(c)
      .set({ projectId, formerProjectId: null })
      .where(and(inArray(c.id, ids), ownedBy(db, owner), eq(c.temporary, false)))
      .returning();
  if (projectId === null) return db.write(moved);
  await findProject(ctx, projectId);
  const { rows } = await db.atomic((step) => {
    holdProject(ctx, step, projectId);
    return step.add(moved(step.orm));
  });
  return rows;
};

const changes: Record<ChangeConversationsInput['action'], Change> = {
  archive: setArchived(true),
  unarchive: setArchived(false),
  delete: moveToTrash,
  restore,
  deleteForever,
  move,
};
