import { newConversationTitle } from '@noek/contract/chat/schemas';
import type { Database, Orm, Statement } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import type { Tables } from '@noek/db/tables';
import { and, type Column, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type ConversationRow, type MessageRow, readableMessage } from '../rows/chat.queries.ts';
import { forEachOwner } from '../rows/owner.ts';

// The writes of one turn. They are prepared because every message needs them.

/** A value of an UPDATE, converted as its column demands. */
const bound = (column: Column, placeholder: Placeholder): SQL => sql`${sql.param(placeholder, column)}`;

type NewConversation = Pick<
  ConversationRow,
  'id' | 'userId' | 'guestId' | 'title' | 'headMessageId' | 'nextOrdinal' | 'createdAt'
>;

export const insertConversation = preparedQuery<NewConversation, unknown>(
  'turn_conversation_new',
  (orm, { conversations }, value) =>
    orm.insert(conversations).values({
      id: value('id'),
      userId: value('userId'),
      guestId: value('guestId'),
      title: value('title'),
      archived: false,
      funMode: false,
      harmfulMode: false,
      headMessageId: value('headMessageId'),
      nextOrdinal: value('nextOrdinal'),
      createdAt: value('createdAt'),
      updatedAt: value('createdAt'),
    }),
);

type Touch = {
  id: number;
  owner: string;
  title: string;
  head: string;
  headBefore: string | null;
  /** How many ordinals the turn needs. */
  taken: number;
  now: Date;
};

/**
 * Reserves ordinals and moves the head. The row lock serializes parallel sends. Returns the updated conversation, or nothing
 * when it was not found or its head has changed.
 */
export const touchConversation = forEachOwner((kind, ownerColumn) =>
  preparedQuery<Touch, ConversationRow[]>(`turn_conversation_${kind}`, (orm, { conversations: c }, value) =>
    orm
      .update(c)
      .set({
        // A title that was given since the read is kept.
        title: sql`case when ${c.title} = ${newConversationTitle} then ${bound(c.title, value('title'))} else ${c.title} end`,
        headMessageId: bound(c.headMessageId, value('head')),
        nextOrdinal: sql`${c.nextOrdinal} + ${bound(c.nextOrdinal, value('taken'))}`,
        updatedAt: bound(c.updatedAt, value('now')),
      })
      .where(
        and(
          eq(c.id, value('id')),
          eq(c[ownerColumn], value('owner')),
          isNull(c.deletedAt),
          sql`${c.headMessageId} is not distinct from ${bound(c.headMessageId, value('headBefore'))}`,
        ),
      )
      .returning(),
  ),
);

const takenOrdinal = (c: Tables['conversations'], conversationId: Placeholder, back: number) =>
  sql<number>`(select ${c.nextOrdinal} - ${sql.raw(String(back))} from ${c} where ${c.id} = ${conversationId})`;

type Turn = Pick<MessageRow, 'conversationId' | 'createdAt' | 'senderKey' | 'clientMessageId'> & {
  userMessageId: string;
  parentId: string | null;
  content: string;
  assistantMessageId: string;
  answer: string;
  answerStatus: MessageRow['status'];
  model: string | null;
};

/** Both messages of a turn, with the two ordinals that were just reserved. */
export const insertTurn = preparedQuery<Turn, unknown>('turn_messages', (orm, { conversations, messages }, value) => {
  const ordinal = (back: number) => takenOrdinal(conversations, value('conversationId'), back);
  const shared = { conversationId: value('conversationId'), createdAt: value('createdAt') };
  return orm.insert(messages).values([
    {
      ...shared,
      id: value('userMessageId'),
      parentId: value('parentId'),
      ordinal: ordinal(2),
      role: 'user',
      content: value('content'),
      status: 'complete',
      senderKey: value('senderKey'),
      clientMessageId: value('clientMessageId'),
    },
    {
      ...shared,
      id: value('assistantMessageId'),
      parentId: value('userMessageId'),
      ordinal: ordinal(1),
      role: 'assistant',
      content: value('answer'),
      status: value('answerStatus'),
      model: value('model'),
      senderKey: null,
      clientMessageId: null,
    },
  ]);
});

type NewAnswer = Pick<
  MessageRow,
  'id' | 'conversationId' | 'parentId' | 'createdAt' | 'senderKey' | 'clientMessageId' | 'model'
>;

/** Another answer to an existing question, with the ordinal that was just reserved. */
export const insertAnswer = preparedQuery<NewAnswer, unknown>(
  'turn_answer',
  (orm, { conversations, messages }, value) =>
    orm.insert(messages).values({
      id: value('id'),
      conversationId: value('conversationId'),
      parentId: value('parentId'),
      ordinal: takenOrdinal(conversations, value('conversationId'), 1),
      role: 'assistant',
      content: '',
      status: 'streaming',
      senderKey: value('senderKey'),
      clientMessageId: value('clientMessageId'),
      model: value('model'),
      createdAt: value('createdAt'),
    }),
);

/** Makes the branch that ends in `leafId` the current one (null: none). A message is active when it is on that branch. */
export function showBranch({ tables }: Database, orm: Orm, conversationId: number, leafId: string | null): Statement {
  const { messages: m } = tables;
  const onBranch = sql`${m.id} in (
    with recursive up(id, parent_id) as (
      select id, parent_id from messages where id = ${leafId} and conversation_id = ${conversationId}
      union all select parent.id, parent.parent_id from messages as parent join up on parent.id = up.parent_id
    ) select id from up)`;
  return orm
    .update(m)
    .set({ active: sql`${onBranch}` })
    .where(and(eq(m.conversationId, conversationId), sql`${m.active} <> (${onBranch})`));
}

type NewGeneration = { messageId: string; bootId: string; now: Date; chargeIds: string[] };

export const insertGeneration = preparedQuery<NewGeneration, unknown>(
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

const insertEvents = preparedQuery<NewEvents, unknown>('turn_events', (orm, { generationEvents }, value) =>
  orm.insert(generationEvents).values({
    messageId: value('messageId'),
    firstSequence: value('firstSequence'),
    lastSequence: value('lastSequence'),
    deltas: value('deltas'),
  }),
);

/** Adds to the logs of answers: on SQLite without building a query, on PostgreSQL in one round trip. */
export function appendEvents(db: Database, orm: Orm, rows: NewEvents[]): Statement[] {
  if (db.engine === 'sqlite') return rows.map((row) => insertEvents.in(db, orm, row));
  return rows.length > 0 ? [orm.insert(db.tables.generationEvents).values(rows)] : [];
}

/** Removes a generation of this process. Returns nothing if another process has claimed it. */
export const releaseGeneration = preparedQuery<{ messageId: string; bootId: string }, { id: string }[]>(
  'turn_release',
  (orm, { generations: g }, value) =>
    orm
      .delete(g)
      .where(and(eq(g.messageId, value('messageId')), eq(g.bootId, value('bootId'))))
      .returning({ id: g.messageId }),
);

type JsonColumn = 'steps' | 'sources' | 'usedMemories' | 'reasoning';
type Ending = Pick<
  MessageRow,
  'id' | 'content' | 'status' | 'error' | 'errorHint' | 'answeredBy' | 'sequence' | 'turnsLeftOut'
> & { [Name in JsonColumn]: string | null };

/** What `finishMessage` writes of a row. The driver would write null in a JSON column as the JSON value null. */
export function endingOf(row: MessageRow): Ending {
  const { id, content, status, error, errorHint, answeredBy, sequence, turnsLeftOut } = row;
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
    steps: json(row.steps),
    sources: json(row.sources),
    usedMemories: json(row.usedMemories),
    reasoning: json(row.reasoning),
  };
}

/** Makes a message final, unless its generation belongs to another process. */
export const finishMessage = preparedQuery<Ending, unknown>(
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
        steps: sql`${value('steps')}`,
        sources: sql`${value('sources')}`,
        usedMemories: sql`${value('usedMemories')}`,
        reasoning: sql`${value('reasoning')}`,
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
export const dropEvents = preparedQuery<{ id: string }, unknown>(
  'turn_drop_events',
  (orm, { generations: g, generationEvents: e }, value) =>
    orm
      .delete(e)
      .where(
        and(eq(e.messageId, value('id')), sql`not exists (select 1 from ${g} where ${g.messageId} = ${value('id')})`),
      ),
);

/** The message of an earlier send with the same clientMessageId by the same sender. */
export const findByClientMessageId = preparedQuery<
  { senderKey: string; clientMessageId: string },
  { message: MessageRow; conversation: ConversationRow }[]
>('turn_find_earlier', (orm, { conversations, messages }, value) =>
  orm
    .select({ message: readableMessage({ messages }), conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(messages.conversationId, conversations.id))
    .where(and(eq(messages.senderKey, value('senderKey')), eq(messages.clientMessageId, value('clientMessageId')))),
);
