import { memoryTextOf } from '@noek/contract/memory/memory-text';
import type { Memory, UndoMemoryChangeInput } from '@noek/contract/memory/schemas';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { deleteMemory } from './delete-memory.ts';
import { answerOf } from './for-answers/save-from-answer.ts';
import { insertMemory, refuseBeyondLimit } from './records/insert-memory.ts';
import {
  type MemoryRow,
  type MemoryVersionRow,
  memoryNotFound,
  ownMemory,
  toMemory,
  versionsOf,
} from './records/memory.queries.ts';
import { nextUpdate } from './records/replace-memory.ts';

/**
 * Undoes what an answer did to one of the caller's memories: a saved one is deleted, a changed one gets its earlier text back, and a
 * forgotten one comes back. Returns the memory as it is now; null if there is none. Throws NOT_FOUND if there is nothing to undo, and
 * CONFLICT if the limit of the plan is reached meanwhile. All open pages of the person are told.
 */
export async function undoMemoryChange(ctx: Ctx, input: UndoMemoryChangeInput): Promise<{ memory: Memory | null }> {
  const undone = await undo(ctx, input);
  announceAccount(ctx, requireUser(ctx).user.id);
  return undone;
}

async function undo(ctx: Ctx, { memoryId: id, messageId }: UndoMemoryChangeInput): Promise<{ memory: Memory | null }> {
  const { user } = requireUser(ctx);
  const { memories, memoryVersions: v } = ctx.db.tables;
  const isHere = (key: string | null) => key !== null && answerOf(key) === messageId;
  const [memory] = await ctx.db.orm.select().from(memories).where(ownMemory(ctx, id));
  if (memory && isHere(memory.savedBy)) {
    await deleteMemory(ctx, { id });
    return { memory: null };
  }
  const versions = await ctx.db.orm
    .select()
    .from(v)
    .where(versionsOf(ctx.db, { userId: user.id, id }))
    .orderBy(asc(v.replacedAt), asc(v.id));
  const before = versions.find(({ replacedBy }) => isHere(replacedBy));
  if (!before || (before.forgottenAt === null) === (memory === undefined)) throw memoryNotFound();
  return { memory: await bringBack(ctx, before, memory) };
}

/** `current`: the memory as it is; undefined if it was forgotten. */
async function bringBack(ctx: Ctx, version: MemoryVersionRow, current: MemoryRow | undefined): Promise<Memory> {
  const { user } = requireUser(ctx);
  const { memories, memoryVersions: v } = ctx.db.tables;
  const { conversationId, messageId, projectId, savedBy, app, createdAt, memoryId: id } = version;
  const said = memoryTextOf(version);
  const row = {
    ...said,
    id,
    userId: user.id,
    conversationId,
    messageId,
    projectId,
    savedBy,
    app,
    createdAt,
    updatedAt: nextUpdate(ctx.now(), current ?? version),
  };
  const own = versionsOf(ctx.db, { userId: user.id, id });
  if (version.forgottenAt !== null) {
    await ctx.db.atomic((step) => {
      const { counted } = insertMemory(ctx.db, step, user, row);
      step.check(() => refuseBeyondLimit(counted));
      step.must(step.orm.delete(v).where(eq(v.id, version.id)).returning({ id: v.id }), memoryNotFound);
    });
    return toMemory(row);
  }
  const { rows: after } = await ctx.db.atomic((step) => {
    // This version and those after it, because later changes are undone with it.
    step.must(
      step.orm
        .delete(v)
        .where(and(own, gte(v.replacedAt, version.replacedAt)))
        .returning({ id: v.id }),
      memoryNotFound,
    );
    return step.must(
      step.orm
        .update(memories)
        .set({ ...said, app, updatedAt: row.updatedAt })
        .where(ownMemory(ctx, id))
        .returning(),
      memoryNotFound,
    );
  });
  return toMemory(after[0] ?? row);
}
