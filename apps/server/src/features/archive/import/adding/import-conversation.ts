import type { ArchivedConversation, ArchivedMessage } from '@noek/contract/archive/schemas';
import { maxTitleLength } from '@noek/contract/chat/limits';
import type { Step } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import { cutText } from '../../../../text/cut-text.ts';
import { type ConversationRow, type MessageRow, toConversation } from '../../../chat/records/chat.queries.ts';
import { newConversationRow } from '../../../chat/records/new-conversation.ts';
import { userOwner } from '../../../chat/records/owner.ts';
import type { Importing } from '../importing.ts';
import type { SourceConversation } from '../sources/import-source.ts';
import { addMessages } from './add-messages.ts';
import { findKnown, wasAddedBy } from './find-known.ts';
import { attachImported } from './import-files.ts';
import { queueOf } from './import-queue.ts';
import { type ImportedMessages, importedMessages } from './imported-messages.ts';
import { messageIdsIn } from './new-id.ts';

/**
 * Adds one conversation, or what is new in it if the account has it. A new one is filled in steps while it is hidden, and appears once it is
 * complete. All of its messages count as copied, because they may not be the person's own words.
 */
export async function importConversation(
  importing: Importing,
  found: SourceConversation,
  onStep: () => Promise<void>,
): Promise<void> {
  const { job, deps, places } = importing;
  const { conversation } = found;
  const known = await findKnown(deps.db, job.row.userId, conversation);
  if (!known) return add(importing, found, onStep);
  places.set(conversation.id, { conversationId: known.row.id, messageIdOf: known.messageIdOf });
  // An export can have the same conversation twice.
  const isSeen = importing.seen.has(known.row.id);
  importing.seen.add(known.row.id);
  if (!isSeen && (await wasAddedBy(deps.db, job.row.id, known.row.id))) return;
  await addMessages(importing, found, known, onStep);
}

async function add(importing: Importing, found: SourceConversation, onStep: () => Promise<void>): Promise<void> {
  const { deps, job, places } = importing;
  const { conversation } = found;
  const { messages: m, conversations: c, importedConversations: added } = deps.db.tables;
  const row = rowOf(importing, conversation);
  // Messages of an earlier import may still exist, in a conversation that was permanently deleted.
  const messageIdOf = messageIdsIn(job.row.userId, row.id);
  places.set(conversation.id, { conversationId: row.id, messageIdOf });
  importing.seen.add(row.id);
  const messages = importedMessages(importing, found, { conversationId: row.id, messageIdOf });
  let ordinal = 0;
  const rowsOf = (some: readonly ArchivedMessage[]) => some.map((message) => messages.rowOf(message, ordinal++));
  const insert = (step: Step, rows: MessageRow[]): void => {
    if (rows.length === 0) return;
    step.add(step.orm.insert(m).values(rows));
    attachImported(deps.db, step, messages.filesOf(rows));
  };
  const steps = messages.inSteps(found.messages, onStep);
  const { value: some = [] } = await steps.next();
  const first = rowsOf(some);
  let next = await steps.next();
  // One that fits into a step appears in that step.
  const isShort = next.done === true;
  if (!isShort)
    await importing.write((step) => {
      step.add(step.orm.insert(c).values(row));
      insert(step, first);
    });
  for (; !next.done; next = await steps.next()) {
    const rows = rowsOf(next.value);
    await importing.write((step) => insert(step, rows));
  }
  const addQueue = await queueOf(importing, found);
  const finished = {
    ...finishedRow(conversation, messages, ordinal, deps.now()),
    projectId: await projectFor(importing, conversation),
  };
  await importing.write(
    (step) => {
      if (isShort) {
        step.add(step.orm.insert(c).values({ ...row, ...finished }));
        insert(step, first);
      } else step.add(step.orm.update(c).set(finished).where(eq(c.id, row.id)));
      addQueue(step, row.id);
      const all = { fromOrdinal: 0, toOrdinal: ordinal, complete: true };
      step.add(step.orm.insert(added).values({ jobId: job.row.id, conversationId: row.id, ...all }));
    },
    { conversationsAdded: 1, messages: ordinal, filesMissing: messages.missingFiles() },
  );
  const shown = toConversation({ ...row, ...finished }, deps.now());
  if (!shown.deletedAt) deps.live.publish(userOwner(job.row.userId), { type: 'conversation', conversation: shown });
}

function rowOf({ job, deps }: Importing, conversation: ArchivedConversation): ConversationRow {
  const now = deps.now();
  const dateOf = (iso: string) => new Date(Math.min(Date.parse(iso), now.getTime()));
  return {
    ...newConversationRow(userOwner(job.row.userId), now, cutText(conversation.title.trim(), maxTitleLength)),
    archived: conversation.archived,
    pinned: conversation.pinned,
    // The same rule as for commands: Harmful Mode only works inside Fun Mode. Everyone who can import has an account, so both are allowed.
    funMode: conversation.funMode,
    harmfulMode: conversation.funMode && conversation.harmfulMode,
    webSearch: conversation.webSearch,
    effort: conversation.effort,
    importKey: conversation.origin,
    importJobId: job.row.id,
    createdAt: dateOf(conversation.createdAt),
    updatedAt: dateOf(conversation.updatedAt),
    // It is not in any list until it is whole.
    deletedAt: now,
  };
}

/** The project that a conversation gets into: none if it is in the trash, also if the person has just deleted it. */
async function projectFor({ deps: { db }, projects }: Importing, { projectId }: ArchivedConversation) {
  const place = projectId === null ? undefined : projects.get(projectId);
  if (!place || place.isInTrash) return null;
  const { projects: p } = db.tables;
  const [row] = await db.orm
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.id, place.id), isNull(p.deletedAt)));
  return row?.id ?? null;
}

const finishedRow = (
  { deletedAt, headMessageId }: ArchivedConversation,
  messages: ImportedMessages,
  count: number,
  now: Date,
) => ({
  importJobId: null,
  deletedAt: deletedAt === null ? null : now,
  headMessageId: headMessageId === null ? null : messages.idOf(headMessageId),
  nextOrdinal: count,
  copiedMessages: count,
});
