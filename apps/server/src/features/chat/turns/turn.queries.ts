import { newConversationTitle } from '@noek/contract/chat/schemas';
import type { Database, Orm, Statement } from '@noek/db/database';
import { preparedQuery, preparedStatement } from '@noek/db/prepared';
import type { Tables } from '@noek/db/tables';
import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { bound } from '../records/bound.ts';
import { type ConversationRow, type MessageRow, readableMessage } from '../records/chat.queries.ts';
import { forEachOwner } from '../records/owner.ts';

// The writes of one turn. They are prepared because every message needs them.

type NewConversation = Pick<
  ConversationRow,
  'id' | 'userId' | 'guestId' | 'title' | 'projectId' | 'temporary' | 'headMessageId' | 'nextOrdinal' | 'createdAt'
>;

export const insertConversation = preparedStatement<NewConversation, unknown>(
  'turn_conversation_new',
  (orm, { conversations }, value) =>
    orm.insert(conversations).values({
      id: value('id'),
      userId: value('userId'),
      guestId: value('guestId'),
      title: value('title'),
      archived: false,
      projectId: value('projectId'),
      temporary: value('temporary'),
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
  preparedStatement<Touch, ConversationRow[]>(`turn_conversation_${kind}`, (orm, { conversations: c }, value) =>
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

type Turn = Pick<MessageRow, 'conversationId' | 'createdAt' | 'senderKey' | 'clientMessageId' | 'app' | 'pasted'> & {
  userMessageId: string;
  parentId: string | null;
  content: string;
  assistantMessageId: string;
  answer: string;
  answerStatus: MessageRow['status'];
  model: string | null;
};

/** Both messages of a turn, with the two ordinals that were just reserved. */
export const insertTurn = preparedStatement<Turn, unknown>(
  'turn_messages',
  (orm, { conversations, messages }, value) => {
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
        app: value('app'),
        pasted: value('pasted'),
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
        app: null,
        pasted: false,
      },
    ]);
  },
);

type NewAnswer = Pick<
  MessageRow,
  'id' | 'conversationId' | 'parentId' | 'createdAt' | 'senderKey' | 'clientMessageId' | 'model'
>;

/** Another answer to an existing question, with the ordinal that was just reserved. */
export const insertAnswer = preparedStatement<NewAnswer, unknown>(
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
