import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { endAnswers } from '../../chat/conversations/end-answers.ts';
import { deletedForever } from '../../chat/deletion/trash.ts';
import { type ConversationRow, toConversation } from '../../chat/records/chat.queries.ts';
import { userOwner } from '../../chat/records/owner.ts';
import { holdProjects, type ProjectRow } from '../../chat/records/projects.queries.ts';
import { endDocumentShares } from '../../documents/sharing/document-shares.ts';

export type SettlingDeps = Pick<Ctx, 'db' | 'now' | 'live' | 'generations'>;

/** On SQLite, other work waits for a step, which takes a few milliseconds. */
export const conversationsPerStep = { sqlite: 50, postgres: 500 };
const pauseMs = 2;

/** Another process has moved the project since it was read. */
class MovedElsewhere extends Error {}

/**
 * Moves all conversations of a project that was deleted or restored. The project says what is left to do, so that another process, or this
 * one after a restart, continues after a crash.
 */
export async function settleProject(deps: SettlingDeps, { id }: Pick<ProjectRow, 'id'>): Promise<void> {
  while (await settleSome(deps, id)) await wait(pauseMs);
}

/** Moves some conversations of a project, or notes that all have been moved. Returns false if nothing is left to do. */
export async function settleSome(deps: SettlingDeps, projectId: string): Promise<boolean> {
  const { db } = deps;
  const { projects: p, conversations: c, shareSnapshots: s } = db.tables;
  const [project] = await db.orm
    .select()
    .from(p)
    .where(and(eq(p.id, projectId), eq(p.unsettled, true)));
  if (!project) return false;
  const isAsRead = and(
    eq(p.id, projectId),
    eq(p.unsettled, true),
    project.deletedAt === null ? isNull(p.deletedAt) : eq(p.deletedAt, project.deletedAt),
  ) as SQL;
  for (const { which, fields, gone } of movesOf(deps, project)) {
    const found = await db.orm.select({ id: c.id }).from(c).where(which).limit(conversationsPerStep[db.engine]);
    if (found.length === 0) continue;
    const ids = found.map(({ id }) => id);
    const deleted = db.orm
      .select({ id: c.id })
      .from(c)
      .where(and(inArray(c.id, ids), isNotNull(c.deletedAt)));
    try {
      const { rows: moved } = await db.atomic((step) => {
        step.must(holdProjects(db, step.orm, isAsRead), () => new MovedElsewhere());
        const moved = step.add(
          step.orm
            .update(c)
            .set(fields)
            .where(and(inArray(c.id, ids), which))
            .returning(),
        );
        if (gone) {
          step.add(step.orm.delete(s).where(inArray(s.conversationId, deleted)));
          step.add(endDocumentShares(db, step.orm, deleted));
        }
        return moved;
      });
      await tell(deps, project, moved as ConversationRow[], gone);
    } catch (error) {
      if (!(error instanceof MovedElsewhere)) throw error;
    }
    return true;
  }
  await db.write((orm) => orm.update(p).set({ unsettled: false }).where(isAsRead));
  return false;
}

type Move = { which: SQL; fields: Partial<ConversationRow>; gone: boolean };

/** What happens to the conversations of a project, depending on where it is now. */
function movesOf({ db }: SettlingDeps, { id, deletedAt, conversationsWent }: ProjectRow): Move[] {
  const { conversations: c } = db.tables;
  const withIt = conversationsWent === 'trash';
  const left = eq(c.formerProjectId, id);
  const unshared = { sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false, shareIncludesDocuments: false };
  if (deletedAt === null)
    return [
      {
        which: left,
        fields: { projectId: id, formerProjectId: null, ...(withIt && { deletedAt: null }) },
        gone: false,
      },
    ];
  if (deletedAt > deletedForever)
    return [
      {
        // One that was in the trash before keeps its place, which it loses if it is restored before the project.
        which: and(eq(c.projectId, id), isNull(c.deletedAt)) as SQL,
        fields: { projectId: null, formerProjectId: id, ...(withIt && { deletedAt, ...unshared }) },
        gone: withIt,
      },
    ];
  return [
    {
      which: left,
      fields: { formerProjectId: null, ...(withIt && { deletedAt: deletedForever, importKey: null }) },
      gone: withIt,
    },
    { which: eq(c.projectId, id), fields: { projectId: null }, gone: false },
  ];
}

/** Updates the owner's open pages, and ends answers in conversations that are gone. */
async function tell(
  deps: SettlingDeps,
  { userId }: ProjectRow,
  moved: readonly ConversationRow[],
  gone: boolean,
): Promise<void> {
  const owner = userOwner(userId);
  const now = deps.now();
  for (const row of moved) {
    if (gone) deps.live.publish(owner, { type: 'gone', conversationId: row.id });
    else if (row.deletedAt === null)
      deps.live.publish(owner, { type: 'conversation', conversation: toConversation(row, now) });
  }
  if (gone)
    await endAnswers(
      deps,
      moved.map(({ id }) => id),
    );
}
