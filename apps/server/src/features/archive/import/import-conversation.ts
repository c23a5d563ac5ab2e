import { randomUUID } from 'node:crypto';
import type { ArchivedConversation, ArchivedMessage } from '@noek/contract/archive/schemas';
import { maxTitleLength } from '@noek/contract/chat/limits';
import type { File } from '@noek/contract/files/schemas';
import { and, eq, isNull, or } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';
import { type ConversationRow, type MessageRow, toConversation } from '../../chat/rows/chat.queries.ts';
import { newConversationRow } from '../../chat/rows/new-conversation.ts';
import { copiedMessage } from '../../chat/rows/new-message.ts';
import { userOwner } from '../../chat/rows/owner.ts';
import { toFile } from '../../files/rows/files.queries.ts';
import { attachImported } from './import-files.ts';
import type { CheckedFile, FoundFile, Importing } from './importing.ts';
import { newIdOf } from './new-id.ts';
import { readConversation } from './read-conversation.ts';

/** How many messages, or how much text in UTF-16 code units, one step writes. Indexing the text holds up the embedded engine. */
const perStep = { messages: 50, text: 64 * 1024 };
const cutOffText = 'This answer was still being written when its archive was made.';

/**
 * Adds one conversation, unless the account has it. It is filled in steps while it is hidden, and appears once it is complete and its file
 * matches the manifest. All of its messages count as copied, because they may not be the person's own words.
 */
export async function importConversation(
  importing: Importing,
  file: CheckedFile,
  onStep: () => Promise<void>,
): Promise<void> {
  const { deps, job } = importing;
  const { messages: m, conversations: c } = deps.db.tables;
  let filling: Filling | null = null;
  let waiting: ArchivedMessage[] = [];
  let waitingText = 0;

  async function writeWaiting(to: Filling): Promise<void> {
    await onStep();
    for (const { files } of waiting)
      for (const { id } of files)
        if (!to.files.has(id)) {
          to.files.set(id, await importing.files.find(id));
          await onStep();
        }
    const rows = waiting.map((message) => to.rowOf(message));
    waiting = [];
    waitingText = 0;
    if (rows.length === 0) return;
    const added = new Set([...to.files.values()].flatMap(({ row }) => row?.id ?? []));
    const messageFiles = new Map(
      rows.flatMap(({ id, files }) => {
        const ids = (files ?? []).map((file) => file.id).filter((one) => added.has(one));
        return ids.length > 0 ? [[id, [...new Set(ids)]] as const] : [];
      }),
    );
    await importing.write((orm) => [orm.insert(m).values(rows), ...attachImported(deps.db, orm, messageFiles)]);
  }

  for await (const { conversation, message } of readConversation(file)) {
    if (conversation) {
      if (await isKnown(importing, conversation))
        return importing.write(() => [], { count: { conversationsKnown: 1 } });
      filling = startFilling(importing, conversation);
      const { row } = filling;
      await importing.write((orm) => [orm.insert(c).values(row)]);
    } else if (filling) {
      waiting.push(message);
      waitingText += message.content.length;
      if (waiting.length >= perStep.messages || waitingText >= perStep.text) await writeWaiting(filling);
    }
  }
  if (!filling) return;
  await writeWaiting(filling);
  const finished = filling.finished(deps.now());
  const { row } = filling;
  await importing.write((orm) => [orm.update(c).set(finished).where(eq(c.id, row.id))], {
    count: {
      conversationsAdded: 1,
      filesMissing: [...filling.files.values()].filter(({ row: added }) => added === null).length,
    },
  });
  const { userId } = job.row;
  const conversation = toConversation({ ...row, ...finished }, deps.now());
  if (!conversation.deletedAt) deps.live.publish(userOwner(userId), { type: 'conversation', conversation });
}

/** A conversation that is being filled. */
type Filling = {
  row: ConversationRow;
  /** The files of its messages, by their ids in the archive. */
  files: Map<string, FoundFile>;
  rowOf(message: ArchivedMessage): MessageRow;
  finished(now: Date): Partial<ConversationRow> & Pick<ConversationRow, 'headMessageId'>;
};

function startFilling({ job, deps, places }: Importing, conversation: ArchivedConversation): Filling {
  const { userId } = job.row;
  const now = deps.now();
  const { origin } = conversation;
  const dateOf = (iso: string) => new Date(Math.min(Date.parse(iso), now.getTime()));
  const row: ConversationRow = {
    ...newConversationRow(userOwner(userId), now, cutText(conversation.title.trim(), maxTitleLength)),
    archived: conversation.archived,
    pinned: conversation.pinned,
    // The same rule as for commands: Harmful Mode only works inside Fun Mode. Everyone who can import has an account, so both are allowed.
    funMode: conversation.funMode,
    harmfulMode: conversation.funMode && conversation.harmfulMode,
    webSearch: conversation.webSearch,
    importKey: origin,
    importJobId: job.row.id,
    createdAt: dateOf(conversation.createdAt),
    updatedAt: dateOf(conversation.updatedAt),
    // It is not in any list until it is whole.
    deletedAt: now,
  };
  // Messages of an earlier import may still exist, in a conversation that was permanently deleted.
  const messageIdOf = (id: string) => newIdOf(userId, String(row.id), id);
  places.set(conversation.id, { conversationId: row.id, messageIdOf });
  let ordinal = 0;
  const files: Filling['files'] = new Map();
  const withFile = <Item extends { fileId?: string | undefined }>({ fileId, ...item }: Item) => {
    const id = files.get(fileId ?? '')?.row?.id;
    return { ...item, ...(id !== undefined && { fileId: id }) };
  };
  return {
    row,
    files,
    rowOf(message) {
      const isCutOff = message.status === 'streaming';
      return copiedMessage({
        id: messageIdOf(message.id),
        conversationId: row.id,
        parentId: message.parentId === null ? null : messageIdOf(message.parentId),
        ordinal: ordinal++,
        role: message.role,
        content: message.content,
        status: isCutOff ? 'interrupted' : message.status,
        answeredBy: message.answeredBy,
        error: isCutOff ? cutOffText : message.error,
        errorHint: message.errorHint,
        active: message.active,
        feedback: message.feedback?.rating ?? null,
        feedbackReason: message.feedback?.reason ?? null,
        turnsLeftOut: message.turnsLeftOut,
        model: message.model,
        // No memory ids, because they belong to another account or have changed.
        steps: orNull(message.steps.map(({ forget: _, ...step }) => ({ ...step, memoryId: null }))),
        sources: orNull(message.sources.map(withFile)),
        files: orNull(
          message.files.map((file) => {
            const found = files.get(file.id);
            return found?.row ? toFile(found.row) : nameOf(file, found?.problem);
          }),
        ),
        usedFiles: orNull(message.usedFiles.map((file) => ({ ...file, fileId: newIdOf(userId, 'file', file.fileId) }))),
        usedMemories: orNull(message.memories.map(({ id, title }) => ({ id: newIdOf(userId, 'memory', id), title }))),
        reasoning: message.reasoning,
        createdAt: dateOf(message.createdAt),
      });
    },
    finished: (at) => ({
      importJobId: null,
      deletedAt: conversation.deletedAt === null ? null : at,
      headMessageId: conversation.headMessageId === null ? null : messageIdOf(conversation.headMessageId),
      nextOrdinal: ordinal,
      copiedMessages: ordinal,
    }),
  };
}

/** A file of which the account has only the name. */
const nameOf = ({ name, type, size }: File, problem = ''): File => ({
  ...{ id: randomUUID(), name, type, size, problem },
  state: 'failed',
});

const orNull = <Item>(items: Item[]) => (items.length > 0 ? items : null);

/** Whether the account has the original, or a copy from an earlier import. If so, memories that come from it lead there. */
async function isKnown({ deps, job, places }: Importing, { id, origin }: ArchivedConversation): Promise<boolean> {
  const { conversations: c } = deps.db.tables;
  const original = Number(origin);
  const same = Number.isSafeInteger(original)
    ? or(eq(c.importKey, origin), and(eq(c.id, original), isNull(c.importKey)))
    : eq(c.importKey, origin);
  const { userId } = job.row;
  const [known] = await deps.db.orm
    .select({ id: c.id, importKey: c.importKey })
    .from(c)
    .where(and(eq(c.userId, userId), same))
    .limit(1);
  if (!known) return false;
  const messageIdOf = (old: string) => (known.importKey === null ? old : newIdOf(userId, String(known.id), old));
  places.set(id, { conversationId: known.id, messageIdOf });
  return true;
}
