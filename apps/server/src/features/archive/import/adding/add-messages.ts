import { isUniqueViolation } from '@noek/db/database';
import { and, eq, gte, isNull, type SQL } from 'drizzle-orm';
import type { MessageRow } from '../../../chat/records/chat.queries.ts';
import { toConversation } from '../../../chat/records/chat.queries.ts';
import { userOwner } from '../../../chat/records/owner.ts';
import { showBranch } from '../../../chat/turns/turn.queries.ts';
import type { Importing } from '../importing.ts';
import type { SourceConversation } from '../sources/import-source.ts';
import { type Known, newMessages } from './find-known.ts';
import { attachImported } from './import-files.ts';
import { importedMessages } from './imported-messages.ts';

const maxTries = 20;

/** The person has sent a message meanwhile, which took the same place. */
class PlaceTaken extends Error {}

/**
 * Adds the messages that a known conversation does not have. They are its open branch afterwards, unless the person has continued it here:
 * then they are another version, and nothing of the person's changes.
 */
export async function addMessages(
  importing: Importing,
  found: SourceConversation,
  known: Known,
  onStep: () => Promise<void>,
): Promise<void> {
  const { deps } = importing;
  const { conversationId, complete, ...place } = await startPlace(importing, known);
  const messages = importedMessages(importing, found, { conversationId, messageIdOf: known.messageIdOf });
  let added = place.begun;
  const fresh = newMessages(deps.db, known, found.messages);
  for await (const some of messages.inSteps(fresh, onStep)) {
    added = true;
    // Until all are there, the branch that is open stays open.
    const rows = some.map((message) => ({ ...messages.rowOf(message, 0), addedByImport: true, active: false }));
    if (!(await place.insert(rows, messages.filesOf(rows)))) return;
  }
  if (!added) return importing.write(() => {}, { conversationsUnchanged: 1 });
  await complete(found, messages.missingFiles());
}

async function startPlace(importing: Importing, { row: known, messageIdOf }: Known) {
  const { deps, job, write } = importing;
  const { db } = deps;
  const { conversations: c, messages: m, importedConversations: range } = db.tables;
  const conversationId = known.id;
  const owned = and(eq(c.id, conversationId), eq(c.userId, job.row.userId), isNull(c.deletedAt)) as SQL;
  const ofJob = and(eq(range.jobId, job.row.id), eq(range.conversationId, conversationId));
  const [earlier] = await db.orm.select().from(range).where(ofJob).limit(1);
  const before = {
    headBefore: earlier ? earlier.headBefore : known.headMessageId,
    updatedBefore: earlier?.updatedBefore ?? known.updatedAt,
  };
  /** The ordinals of the messages that were added without one of the person's between them. */
  let from = -1;
  let to = -1;

  async function insertAt(at: number, rows: readonly MessageRow[], files: ReadonlyMap<string, readonly string[]>) {
    const next = at + rows.length;
    const first = at === to ? from : at;
    await write(
      (step) => {
        step.must(
          step.orm
            .update(c)
            .set({ nextOrdinal: next })
            .where(and(owned, eq(c.nextOrdinal, at)))
            .returning({ id: c.id }),
          () => new PlaceTaken(),
        );
        step.add(step.orm.insert(m).values(rows.map((row, i) => ({ ...row, ordinal: at + i }))));
        attachImported(db, step, files);
        step.add(
          step.orm
            .insert(range)
            .values({
              ...{ jobId: job.row.id, conversationId, fromOrdinal: first, toOrdinal: next, complete: false },
              ...before,
            })
            .onConflictDoUpdate({
              target: [range.jobId, range.conversationId, range.fromOrdinal],
              set: { toOrdinal: next },
            }),
        );
      },
      { messages: rows.length },
    );
    from = first;
    to = next;
  }

  /** Whether the person has written something in it since it was imported. */
  async function isContinued(copied: number): Promise<boolean> {
    const [own] = await db.orm
      .select({ id: m.id })
      .from(m)
      .where(and(eq(m.conversationId, conversationId), gte(m.ordinal, copied), eq(m.addedByImport, false)))
      .limit(1);
    return own !== undefined;
  }

  const current = async () => (await db.orm.select().from(c).where(owned))[0];

  return {
    conversationId,
    /** Whether an earlier attempt has added messages. */
    begun: earlier !== undefined,
    /** Resolves to false if the conversation was deleted. */
    async insert(rows: readonly MessageRow[], files: ReadonlyMap<string, readonly string[]>): Promise<boolean> {
      for (let tries = 1; ; tries++) {
        const row = await current();
        if (!row) return false;
        try {
          await insertAt(row.nextOrdinal, rows, files);
          return true;
        } catch (error) {
          // The unique index may notice it first.
          if (!(error instanceof PlaceTaken || isUniqueViolation(error)) || tries === maxTries) throw error;
        }
      }
    },
    async complete({ conversation }: SourceConversation, filesMissing: number): Promise<void> {
      for (let tries = 1; ; tries++) {
        const row = await current();
        if (!row) return;
        const head = conversation.headMessageId === null ? null : messageIdOf(conversation.headMessageId);
        const opens = head !== null && !(await isContinued(row.copiedMessages));
        const updated = Math.min(Date.parse(conversation.updatedAt), deps.now().getTime());
        const changed = {
          updatedAt: new Date(Math.max(row.updatedAt.getTime(), updated)),
          ...(opens && { headMessageId: head }),
        };
        try {
          await write(
            (step) => {
              step.must(
                step.orm
                  .update(c)
                  .set(changed)
                  .where(and(owned, eq(c.nextOrdinal, row.nextOrdinal)))
                  .returning({ id: c.id }),
                () => new PlaceTaken(),
              );
              if (opens) step.add(showBranch(db, step.orm, conversationId, head));
              step.add(step.orm.update(range).set({ complete: true }).where(ofJob));
            },
            { conversationsUpdated: 1, filesMissing },
          );
        } catch (error) {
          if (!(error instanceof PlaceTaken) || tries === maxTries) throw error;
          continue;
        }
        const owner = userOwner(job.row.userId);
        const shown = toConversation({ ...row, ...changed }, deps.now());
        deps.live.publish(owner, { type: 'conversation', conversation: shown });
        deps.live.publish(owner, { type: 'stale', conversationId });
        return;
      }
    },
  };
}
