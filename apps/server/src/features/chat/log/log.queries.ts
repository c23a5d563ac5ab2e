import type { Database, StatementResult, Step } from '@noek/db/database';
import { preparedStatement } from '@noek/db/prepared';
import type { Tables } from '@noek/db/tables';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { bound } from '../records/bound.ts';
import type { MessageRow } from '../records/chat.queries.ts';
import { type LogEntry, withEntry } from './log-entries.ts';

type NewGeneration = { messageId: string; bootId: string; now: Date; chargeIds: string[] };

export const insertGeneration = preparedStatement<NewGeneration, unknown>(
  'turn_generation',
  (orm, { generations }, value) =>
    orm.insert(generations).values({
      messageId: value('messageId'),
      bootId: value('bootId'),
      heartbeatAt: value('now'),
      attempts: 1,
      chargeIds: value('chargeIds'),
      createdAt: value('now'),
    }),
);

type NewEvents = Tables['generationEvents']['$inferInsert'];

const insertEvents = preparedStatement<NewEvents, unknown>('turn_events', (orm, { generationEvents }, value) =>
  orm.insert(generationEvents).values({
    messageId: value('messageId'),
    firstSequence: value('firstSequence'),
    lastSequence: value('lastSequence'),
    deltas: value('deltas'),
  }),
);

/**
 * Adds to the logs of answers: on SQLite without building a query, on PostgreSQL in one round trip, and only to those that still belong to
 * this process, whose ids are the result; null on SQLite, where no other process can have taken one. Their rows are locked, so another process that takes one over reads all that was added before.
 */
export function appendEvents(
  db: Database,
  step: Step,
  bootId: string,
  rows: NewEvents[],
): StatementResult<{ id: string }[]> | null {
  if (db.engine === 'sqlite') {
    for (const row of rows) step.add(insertEvents.in(db, step.orm, row));
    return null;
  }
  if (rows.length === 0) return null;
  const { generations: g, generationEvents: e } = db.tables;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given("messageId" text, "firstSequence" int, "lastSequence" int, deltas jsonb)`;
  return step.add(
    step.orm
      .insert(e)
      .select(
        sql`select given."messageId", given."firstSequence", given."lastSequence", given.deltas from ${given}
          join ${g} on ${g.messageId} = given."messageId" and ${g.bootId} = ${bootId} for share of ${g}`,
      )
      // A repetition, because the answer to the first commit was lost, may also have newer events.
      .onConflictDoUpdate({
        target: [e.messageId, e.firstSequence],
        set: { lastSequence: sql`excluded.last_sequence`, deltas: sql`excluded.deltas` },
      })
      .returning({ id: e.messageId }),
  );
}

/** Removes a generation of this process. Returns nothing if another process has claimed it. */
export const releaseGeneration = preparedStatement<{ messageId: string; bootId: string }, { id: string }[]>(
  'turn_release',
  (orm, { generations: g }, value) =>
    orm
      .delete(g)
      .where(and(eq(g.messageId, value('messageId')), eq(g.bootId, value('bootId'))))
      .returning({ id: g.messageId }),
);

type JsonColumn =
  | 'steps'
  | 'sources'
  | 'usedMemories'
  | 'usedInstructions'
  | 'usedFiles'
  | 'documents'
  | 'reasoning'
  | 'modelsGone'
  | 'usage';
type Ending = Pick<
  MessageRow,
  'id' | 'content' | 'status' | 'error' | 'errorHint' | 'answeredBy' | 'sequence' | 'turnsLeftOut' | 'toolsLeftOut'
> & { [Name in JsonColumn]: string | null };

/** What `finishMessage` writes of a row. The driver would write null in a JSON column as the JSON value null. */
export function endingOf(row: MessageRow): Ending {
  const { id, content, status, error, errorHint, answeredBy, sequence, turnsLeftOut, toolsLeftOut } = row;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    id,
    content,
    status,
    error,
    errorHint,
    answeredBy,
    sequence,
    turnsLeftOut,
    toolsLeftOut,
    steps: json(row.steps),
    sources: json(row.sources),
    usedMemories: json(row.usedMemories),
    usedInstructions: json(row.usedInstructions),
    usedFiles: json(row.usedFiles),
    documents: json(row.documents),
    reasoning: json(row.reasoning),
    modelsGone: json(row.modelsGone),
    usage: json(row.usage),
  };
}

/** Makes a message final, unless its generation belongs to another process. */
export const finishMessage = preparedStatement<Ending, unknown>(
  'turn_finish',
  (orm, { generations: g, messages: m }, value) =>
    orm
      .update(m)
      .set({
        content: bound(m.content, value('content')),
        status: bound(m.status, value('status')),
        error: bound(m.error, value('error')),
        errorHint: bound(m.errorHint, value('errorHint')),
        answeredBy: bound(m.answeredBy, value('answeredBy')),
        sequence: bound(m.sequence, value('sequence')),
        turnsLeftOut: bound(m.turnsLeftOut, value('turnsLeftOut')),
        toolsLeftOut: bound(m.toolsLeftOut, value('toolsLeftOut')),
        steps: sql`${value('steps')}`,
        sources: sql`${value('sources')}`,
        usedMemories: sql`${value('usedMemories')}`,
        usedInstructions: sql`${value('usedInstructions')}`,
        usedFiles: sql`${value('usedFiles')}`,
        documents: sql`${value('documents')}`,
        reasoning: sql`${value('reasoning')}`,
        modelsGone: sql`${value('modelsGone')}`,
        usage: sql`${value('usage')}`,
      })
      .where(
        and(
          eq(m.id, value('id')),
          eq(m.status, 'streaming'),
          sql`not exists (select 1 from ${g} where ${g.messageId} = ${value('id')})`,
        ),
      ),
);

/** Deletes the event log of a final message. */
export const dropEvents = preparedStatement<{ id: string }, unknown>(
  'turn_drop_events',
  (orm, { generations: g, generationEvents: e }, value) =>
    orm
      .delete(e)
      .where(
        and(eq(e.messageId, value('id')), sql`not exists (select 1 from ${g} where ${g.messageId} = ${value('id')})`),
      ),
);

/** A row with its answer so far. The answer of a running one is in the row and in the events logged after it. */
export async function withLog(db: Database, row: MessageRow): Promise<MessageRow> {
  if (row.status !== 'streaming') return row;
  return (await readLog(db, row.id, row.sequence)).reduce((soFar, { entry }) => withEntry(soFar, entry), row);
}

/** The process that makes an answer, and since when the answer waits for its turn there; undefined if it is not made any more. */
export async function findGeneration(
  { orm, tables }: Database,
  messageId: string,
): Promise<{ bootId: string; waitingSince: Date | null } | undefined> {
  const { generations: g } = tables;
  const columns = { bootId: g.bootId, waitingSince: g.waitingSince };
  const [row] = await orm.select(columns).from(g).where(eq(g.messageId, messageId));
  return row;
}

/** The logged events of an answer after a sequence number. */
export async function readLog(
  db: Database,
  messageId: string,
  after: number,
): Promise<{ sequence: number; entry: LogEntry }[]> {
  const { generationEvents } = db.tables;
  const rows = await db.orm
    .select()
    .from(generationEvents)
    .where(and(eq(generationEvents.messageId, messageId), gt(generationEvents.lastSequence, after)))
    .orderBy(asc(generationEvents.firstSequence));
  return rows.flatMap((row) =>
    row.deltas
      .map((entry, i) => ({ sequence: row.firstSequence + i, entry }))
      .filter(({ sequence }) => sequence > after),
  );
}
