import { maxAnswerLength } from '@noek/contract/chat/limits';
import type { Conversation, Message } from '@noek/contract/chat/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { notFound } from '../../../errors.ts';
import { cutText } from '../../../text/cut-text.ts';
import { forEachOwner, ownerOf } from './owner.ts';

export type ConversationRow = Database['tables']['conversations']['$inferSelect'];
export type MessageRow = Database['tables']['messages']['$inferSelect'];

/** The note on an answer that was cut off at the length limit. */
export const cutAtLimitText =
  `This answer reached the limit of ${maxAnswerLength.toLocaleString('en')} characters. ` +
  'Ask for the rest in a new message.';

/** The columns to read a message with. Of an overlong text, only the part that `toMessage` shows is read. */
export const readableMessage = ({ messages: m }: Pick<Database['tables'], 'messages'>) => ({
  ...getTableColumns(m),
  content: sql<string>`substr(${m.content}, 1, ${sql.raw(String(maxAnswerLength + 1))})`.as('content'),
});

export const conversationNotFound = () => notFound('Conversation not found.');
export const messageNotFound = () => notFound('Message not found.');

/** A conversation as its owner sees it at `now`. */
export function toConversation(row: ConversationRow, now: Date): Conversation {
  return {
    id: row.id,
    title: row.title,
    userId: row.userId,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    archived: row.archived,
    pinned: row.pinned,
    projectId: row.projectId,
    temporary: row.temporary,
    funMode: row.funMode,
    harmfulMode: row.harmfulMode,
    webSearch: row.webSearch,
    model: row.model,
    effort: row.effort,
    shared: isShared(row, now),
    sharedAt: row.sharedAt?.toISOString() ?? null,
    shareExpiresAt: row.shareExpiresAt?.toISOString() ?? null,
    shareIncludesFiles: row.shareIncludesFiles,
    shareIncludesDocuments: row.shareIncludesDocuments,
    shareTakenDownAt: row.shareTakenDownAt?.toISOString() ?? null,
    headMessageId: row.headMessageId,
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** Whether anyone with its link can read it. */
export const isShared = ({ sharedAt, shareExpiresAt, deletedAt }: ConversationRow, now: Date): boolean =>
  sharedAt !== null && deletedAt === null && (shareExpiresAt === null || shareExpiresAt > now);

export function toMessage(row: MessageRow): Message {
  const isCut = row.content.length > maxAnswerLength;
  return {
    id: row.id,
    conversationId: row.conversationId,
    parentId: row.parentId,
    role: row.role,
    content: isCut ? cutText(row.content, maxAnswerLength) : row.content,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    clientMessageId: row.clientMessageId,
    answeredBy: row.answeredBy,
    error: row.error ?? (isCut ? cutAtLimitText : null),
    errorHint: row.errorHint,
    sequence: row.sequence,
    feedback: row.feedback && { rating: row.feedback, reason: row.feedbackReason },
    turnsLeftOut: row.turnsLeftOut,
    model: row.model,
    steps: row.steps ?? [],
    sources: row.sources ?? [],
    memories: row.usedMemories ?? [],
    instructions: (row.usedInstructions ?? []).map(({ project }) => ({ project })),
    files: row.files ?? [],
    ...(row.pasted && { pasted: true as const }),
    usedFiles: row.usedFiles ?? [],
    documents: row.documents ?? [],
    reasoning: row.reasoning,
    ...(row.toolsLeftOut && { toolsLeftOut: true as const }),
    ...(row.modelsGone && { modelsGone: row.modelsGone }),
    // That of a running answer, or of one that is continued, is not known yet.
    usage: row.status === 'streaming' ? null : row.usage,
  };
}

type ById<Id> = { id: Id; owner: string };

// Every message needs these reads, so they are prepared.
const conversationOf = forEachOwner((kind, ownerColumn) =>
  preparedQuery<ById<number>, ConversationRow[]>(`conversation_of_${kind}`, (orm, { conversations: c }, value) =>
    orm
      .select()
      .from(c)
      .where(and(eq(c.id, value('id')), eq(c[ownerColumn], value('owner')), isNull(c.deletedAt))),
  ),
);

const messageOf = forEachOwner((kind, ownerColumn) =>
  preparedQuery<ById<string>, { message: MessageRow }[]>(
    `message_of_${kind}`,
    (orm, { conversations: c, messages: m }, value) =>
      orm
        .select({ message: readableMessage({ messages: m }) })
        .from(m)
        .innerJoin(c, eq(m.conversationId, c.id))
        .where(and(eq(m.id, value('id')), eq(c[ownerColumn], value('owner')), isNull(c.deletedAt))),
  ),
);

/** One of the actor's conversations. Throws NOT_FOUND, also for other people's conversations. */
export async function findConversation(ctx: BaseCtx, conversationId: number): Promise<ConversationRow> {
  const owner = ownerOf(ctx.actor);
  const [row] = owner ? await conversationOf[owner.kind].run(ctx.db, { id: conversationId, owner: owner.id }) : [];
  if (!row) throw conversationNotFound();
  return row;
}

/** A message in one of the actor's conversations. Throws NOT_FOUND, also for other people's messages. */
export async function findMessage(ctx: BaseCtx, messageId: string): Promise<MessageRow> {
  const owner = ownerOf(ctx.actor);
  const [row] = owner ? await messageOf[owner.kind].run(ctx.db, { id: messageId, owner: owner.id }) : [];
  if (!row) throw messageNotFound();
  return row.message;
}

/** The message that an answer replies to. */
export async function findQuestion(
  { orm, tables }: Database,
  { parentId }: Pick<MessageRow, 'parentId'>,
): Promise<MessageRow | null> {
  if (parentId === null) return null;
  const [question] = await orm.select().from(tables.messages).where(eq(tables.messages.id, parentId));
  return question ?? null;
}
