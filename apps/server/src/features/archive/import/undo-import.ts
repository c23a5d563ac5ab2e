import type { UndoneImport } from '@noek/contract/archive/imports';
import type { Database, Step } from '@noek/db/database';
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { announceDeletion } from '../../auth/account/announce-deletion.ts';
import { deletedForever, isKept } from '../../chat/deletion/trash.ts';
import { type ConversationRow, toConversation } from '../../chat/records/chat.queries.ts';
import { userOwner } from '../../chat/records/owner.ts';
import { showBranch } from '../../chat/turns/turn.queries.ts';
import { deleteOldVersions } from '../../documents/delete-versions.ts';
import { endDocumentShares } from '../../documents/sharing/document-shares.ts';
import { releaseFiles } from '../../files/removal/release-files.ts';
import { uncountMemories } from '../../memory/records/memory.queries.ts';
import { findJob, type JobRow } from '../archive.queries.ts';

/** How many messages are removed in one step. */
const removedPerStep = 100;

/** Something was written in the conversation, or another call undoes the same import. */
class Changed extends Error {}

/**
 * Removes what an import of the caller has added: conversations, messages that were new in others, memories, projects and prompts.
 * Conversations that were continued since stay, and so do memories, projects and prompts that were changed, and projects that have something
 * else. If it is interrupted, the next call removes the rest. Throws UNAUTHORIZED, NOT_FOUND, and CONFLICT while the import runs.
 */
export async function undoImport(ctx: Ctx, { id }: { id: string }): Promise<UndoneImport> {
  const job = await findJob(ctx, 'import', id);
  if (!job.endedAt)
    throw new AppError('CONFLICT', 'This import is not done yet. Cancel it first, or wait until it is done.');
  const { archiveJobs: j } = ctx.db.tables;
  await undoDocuments(ctx, job);
  while (await undoNext(ctx, job));
  await undoMemories(ctx, job);
  await undoProjects(ctx, job);
  await undoPrompts(ctx, job);
  await ctx.db.write((orm) =>
    orm
      .update(j)
      .set({ undoneAt: ctx.now() })
      .where(and(eq(j.id, job.id), isNull(j.undoneAt))),
  );
  announceDeletion(ctx);
  const { undoneRemoved, undoneKept } = await findJob(ctx, 'import', id);
  return { removed: undoneRemoved, kept: undoneKept };
}

type Range = Ctx['db']['tables']['importedConversations']['$inferSelect'];

/** Undoes the import in one conversation. Resolves to false if there is none left. */
async function undoNext(ctx: Ctx, job: JobRow): Promise<boolean> {
  const { conversations: c, importedConversations: added } = ctx.db.tables;
  const [next] = await ctx.db.orm.select().from(added).where(eq(added.jobId, job.id)).limit(1);
  if (!next) return false;
  const { conversationId } = next;
  const ranges = await ctx.db.orm
    .select()
    .from(added)
    .where(and(eq(added.jobId, job.id), eq(added.conversationId, conversationId)));
  const [row] = await ctx.db.orm
    .select()
    .from(c)
    .where(and(eq(c.id, conversationId), isKept(ctx.db)));
  try {
    if (!row) await end(ctx, next, {});
    else if (await hasOthers(ctx, row, ranges)) await end(ctx, next, { kept: 1 });
    else if (ranges.some(({ fromOrdinal }) => fromOrdinal === 0)) await removeConversation(ctx, row, next);
    else await removeMessages(ctx, row, ranges, next);
  } catch (error) {
    // It is looked at again.
    if (!(error instanceof Changed)) throw error;
  }
  return true;
}

/** Records that the import is undone in a conversation, in one step with what `also` adds. */
async function end(
  { db }: Ctx,
  { jobId, conversationId }: Range,
  { removed = 0, kept = 0 }: { removed?: number; kept?: number },
  also?: (step: Step) => void,
): Promise<void> {
  const { importedConversations: added, archiveJobs: j } = db.tables;
  await db.atomic((step) => {
    step.must(
      step.orm
        .delete(added)
        .where(and(eq(added.jobId, jobId), eq(added.conversationId, conversationId)))
        .returning({ jobId: added.jobId }),
      () => new Changed(),
    );
    step.add(
      step.orm
        .update(j)
        .set({ undoneRemoved: sql`${j.undoneRemoved} + ${removed}`, undoneKept: sql`${j.undoneKept} + ${kept}` })
        .where(eq(j.id, jobId)),
    );
    also?.(step);
  });
}

/** Whether the conversation has messages that the import has not added, after those, or an answer of the import was continued. */
async function hasOthers({ db }: Ctx, { id }: ConversationRow, ranges: readonly Range[]): Promise<boolean> {
  const { messages: m } = db.tables;
  const from = Math.min(...ranges.map(({ fromOrdinal }) => fromOrdinal));
  const [other] = await db.orm
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.conversationId, id), gte(m.ordinal, from), or(not(inRanges(db, ranges)), isNotNull(m.continueId))))
    .limit(1);
  return other !== undefined;
}

const inRanges = ({ tables: { messages: m } }: Database, ranges: readonly Range[]): SQL =>
  or(...ranges.map(({ fromOrdinal, toOrdinal }) => and(gte(m.ordinal, fromOrdinal), lt(m.ordinal, toOrdinal)))) as SQL;

/** No message was sent since the conversation was read. */
const isUnchanged = ({ tables: { conversations: c } }: Database, { id, nextOrdinal }: ConversationRow): SQL =>
  and(eq(c.id, id), eq(c.nextOrdinal, nextOrdinal)) as SQL;

/** Deletes a conversation permanently. What it contains is deleted in small steps. */
async function removeConversation(ctx: Ctx, row: ConversationRow, next: Range): Promise<void> {
  const { db } = ctx;
  const { conversations: c, shareSnapshots: s } = db.tables;
  await end(ctx, next, { removed: 1 }, (step) => {
    step.must(
      step.orm
        .update(c)
        .set({ deletedAt: deletedForever, importKey: null, sharedAt: null, shareExpiresAt: null })
        .where(isUnchanged(db, row))
        .returning({ id: c.id }),
      () => new Changed(),
    );
    step.add(step.orm.delete(s).where(eq(s.conversationId, row.id)));
    step.add(endDocumentShares(db, step.orm, [row.id]));
  });
  ctx.live.publish(userOwner(row.userId ?? ''), { type: 'gone', conversationId: row.id });
}

/** Removes messages from a conversation that was there before. The branch that was open before is open again. */
async function removeMessages(ctx: Ctx, row: ConversationRow, ranges: readonly Range[], next: Range): Promise<void> {
  const { db } = ctx;
  const { conversations: c, messages: m } = db.tables;
  const ofImport = and(eq(m.conversationId, row.id), inRanges(db, ranges)) as SQL;
  const [head] = await db.orm
    .select({ id: m.id })
    .from(m)
    .where(and(ofImport, eq(m.id, row.headMessageId ?? '')));
  const before = {
    headMessageId: head ? next.headBefore : row.headMessageId,
    updatedAt: next.updatedBefore ?? row.updatedAt,
  };
  await db.atomic((step) => {
    step.must(step.orm.update(c).set(before).where(isUnchanged(db, row)).returning({ id: c.id }), () => new Changed());
    step.add(showBranch(db, step.orm, row.id, before.headMessageId));
  });
  for (;;) {
    const some = await db.orm.select({ id: m.id }).from(m).where(ofImport).limit(removedPerStep);
    if (some.length === 0) break;
    const ids = some.map(({ id }) => id);
    await db.atomic((step) => {
      step.add(releaseFiles(db, step.orm, ids));
      step.add(step.orm.delete(m).where(inArray(m.id, ids)));
    });
  }
  await end(ctx, next, { removed: 1 });
  const owner = userOwner(row.userId ?? '');
  ctx.live.publish(owner, { type: 'conversation', conversation: toConversation({ ...row, ...before }, ctx.now()) });
  ctx.live.publish(owner, { type: 'stale', conversationId: row.id });
}

/**
 * Deletes the documents that the import has added to conversations that were there before, and that the person has not changed since. The others
 * stay or go with their conversation.
 */
async function undoDocuments({ db }: Ctx, job: JobRow): Promise<void> {
  const { documents: d, importedConversations: added } = db.tables;
  const rows = await db.orm
    .select({ id: d.id })
    .from(d)
    .where(
      and(
        eq(d.importJobId, job.id),
        lte(d.updatedAt, job.endedAt ?? job.createdAt),
        sql`not exists (select 1 from ${added} where ${added.jobId} = ${job.id} and ${added.conversationId} = ${d.conversationId} and ${added.fromOrdinal} = 0)`,
      ),
    );
  for (const { id } of rows) {
    while (await deleteOldVersions(db, id));
    await db.write((orm) => orm.delete(d).where(eq(d.id, id)));
  }
}

/** Deletes the memories that the import has added and the person has not changed since. */
async function undoMemories({ db }: Ctx, job: JobRow): Promise<void> {
  const { importedMemories: added, memories, memoryVersions: v } = db.tables;
  const rows = await db.orm
    .select({ id: memories.id })
    .from(added)
    .innerJoin(memories, eq(memories.id, added.memoryId))
    .where(and(eq(added.jobId, job.id), lte(memories.updatedAt, job.endedAt ?? job.createdAt)));
  for (const { id } of rows)
    await db
      .atomic((step) => {
        step.add(uncountMemories(db, step.orm, job.userId, 1));
        step.must(
          step.orm.delete(memories).where(eq(memories.id, id)).returning({ id: memories.id }),
          () => new Changed(),
        );
        step.add(step.orm.delete(v).where(and(eq(v.userId, job.userId), eq(v.memoryId, id))));
      })
      .catch((error) => {
        // Another call has deleted it.
        if (!(error instanceof Changed)) throw error;
      });
}

/** Permanently deletes the projects that the import has added, that are as it has added them, and that have nothing else by now. */
async function undoProjects(ctx: Ctx, job: JobRow): Promise<void> {
  const { projects: p, conversations: c, memories: m, projectFiles: of } = ctx.db.tables;
  const until = job.endedAt ?? job.createdAt;
  const without = (has: SQL) => sql`not exists (${has})`;
  const removed = await ctx.db.write((orm) =>
    orm
      .update(p)
      .set({ deletedAt: deletedForever, importKey: null, unsettled: true })
      .where(
        and(
          eq(p.userId, job.userId),
          eq(p.importJobId, job.id),
          lte(p.updatedAt, until),
          or(isNull(p.deletedAt), gt(p.deletedAt, deletedForever)),
          without(
            sql`select 1 from ${c} where ${c.projectId} = ${p.id} and (${c.deletedAt} is null or ${gt(c.deletedAt, deletedForever)})`,
          ),
          without(sql`select 1 from ${m} where ${m.projectId} = ${p.id}`),
          without(sql`select 1 from ${of} where ${of.projectId} = ${p.id} and ${gt(of.addedAt, until)}`),
        ),
      )
      .returning({ id: p.id }),
  );
  if (removed.length > 0) announceAccount(ctx, job.userId);
}

/** Deletes the prompts that the import has added. One that the person has changed since is not the import's any more. */
async function undoPrompts(ctx: Ctx, job: JobRow): Promise<void> {
  const { prompts: p } = ctx.db.tables;
  const removed = await ctx.db.write((orm) =>
    orm
      .delete(p)
      .where(and(eq(p.userId, job.userId), eq(p.importJobId, job.id)))
      .returning({ id: p.id }),
  );
  if (removed.length > 0) announceAccount(ctx, job.userId);
}
