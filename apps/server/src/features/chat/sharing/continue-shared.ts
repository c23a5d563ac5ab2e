import { randomUUID } from 'node:crypto';
import type { Source } from '@noek/contract/chat/answers';
import type { Conversation } from '@noek/contract/chat/schemas';
import type { SharedFile, SharedMessage } from '@noek/contract/chat/sharing';
import { filesOfGuestPerDay } from '@noek/contract/files/limits';
import type { File } from '@noek/contract/files/schemas';
import { isConstraintViolation } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { ownerOfDocuments } from '../../documents/documents.queries.ts';
import {
  copyOf as copyOfDocument,
  type DocumentCopy,
  storeDocumentCopies,
} from '../../documents/sharing/copy-documents.ts';
import { copiesOf, storeCopies } from '../../files/adding/copy-files.ts';
import { BlobGone } from '../../files/blobs/blobs.ts';
import { type FileRow, toFile } from '../../files/files.queries.ts';
import { type ConversationRow, type MessageRow, toConversation } from '../records/chat.queries.ts';
import { newConversationRow } from '../records/new-conversation.ts';
import { copiedMessage } from '../records/new-message.ts';
import { type Owner, requireOwner } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { takeCopyRate } from './copy-rate.ts';
import { findShared, findSharedFiles, readShared, sharedDocuments } from './read-shared.ts';
import { filesIn, newestThatFit, sharedSources } from './shared-snapshot.ts';

/** How much is copied: the newest messages that fit, as JSON in UTF-8 bytes. */
const maxMessages = 200;
const maxBytes = 1024 * 1024;

/** The newest documents that fit are copied, too. */
const maxDocuments = 50;
const maxDocumentBytes = 5 * 1024 * 1024;

/** How often copying is tried again because a file was deleted meanwhile. */
const maxAttempts = 3;

/**
 * Copies a shared conversation, as it was when it was shared, so that the actor can continue it, with the files and documents that its
 * owner included. The actor needs an identity. Throws NOT_FOUND, RATE_LIMITED, and CONFLICT without space for the text, the files or the
 * documents.
 */
export async function continueShared(ctx: Ctx, input: { conversationId: number }): Promise<Conversation> {
  const owner = requireOwner(ctx);
  await findShared(ctx, input);
  await takeCopyRate(ctx, owner);
  await requireTextSpace(ctx);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const conversation = await copy(ctx, owner, input);
    if (!conversation) continue;
    const shown = toConversation(conversation, ctx.now());
    ctx.live.publish(owner, { type: 'conversation', conversation: shown });
    ctx.fileReadings.announce();
    return shown;
  }
  throw new AppError('CONFLICT', 'This conversation is changing right now. Please try again.');
}

/** The copied conversation; null when one of its files was deleted in the meantime. */
async function copy(ctx: Ctx, owner: Owner, input: { conversationId: number }): Promise<ConversationRow | null> {
  const shared = await readShared(ctx, input);
  const newest = newestThatFit(shared.messages.slice(-maxMessages).reverse(), maxBytes).reverse();
  const start = newest.findIndex(({ role }) => role === 'user');
  const copied = newest.slice(start === -1 ? newest.length : start);
  const originals = await findSharedFiles(ctx, { ...input, fileIds: filesIn(copied) });
  const files = await copiesOf(ctx, owner, originals);
  const { conversation, messages } = rowsOf(copied, files, owner, ctx.now(), shared.conversation.title);
  const documents = await copyDocuments(ctx, input.conversationId, copied, messages);
  const { conversations: c, messages: m } = ctx.db.tables;
  const ids = new Set([...files.values()].map(({ id }) => id));
  const messageFiles = messages.flatMap(({ id: messageId, files: of }) =>
    (of ?? []).flatMap(({ id: fileId }) => (ids.has(fileId) ? [{ messageId, fileId }] : [])),
  );
  try {
    await ctx.db.atomic((step) => {
      step.add(step.orm.insert(c).values(conversation));
      if (messages.length > 0) step.add(step.orm.insert(m).values(messages));
      storeCopies(ctx, step, [...files.values()], messageFiles);
      storeDocumentCopies(ctx, step, ownerOfDocuments(owner), documents);
    });
    return conversation;
  } catch (error) {
    if (error instanceof BlobGone) return null;
    // In the meantime the guest signed in, or the account was deleted.
    throw isConstraintViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
  }
}

/** Copies the included documents of the messages, and names the copies in the copied messages, which are in the same order. */
async function copyDocuments(
  ctx: Ctx,
  conversationId: number,
  copied: readonly SharedMessage[],
  messages: MessageRow[],
): Promise<DocumentCopy[]> {
  const newestFirst = [...new Set(copied.toReversed().flatMap(({ documents = [] }) => documents.map(({ id }) => id)))];
  const sources = await sharedDocuments(
    ctx,
    conversationId,
    newestFirst.filter((id) => id !== undefined).slice(0, maxDocuments),
    maxDocumentBytes,
  );
  await requireTextSpace(ctx, sources.map(({ content }) => content).join(''));
  const copies = new Map<string, DocumentCopy>();
  for (const [at, { documents = [] }] of copied.entries()) {
    const message = messages[at];
    if (!message) continue;
    const made = documents.flatMap(({ id }) => {
      const source = sources.find((one) => one.id === id);
      if (!source) return [];
      const copy =
        copies.get(source.id) ??
        copyOfDocument(source, { conversationId: message.conversationId, messageId: message.id }, ctx.now());
      copies.set(source.id, copy);
      return [{ id: copy.row.id, title: copy.row.title, kind: copy.row.kind, version: copy.row.version }];
    });
    if (made.length > 0) message.documents = made;
  }
  return [...copies.values()];
}

function rowsOf(
  copied: readonly SharedMessage[],
  copies: ReadonlyMap<string, FileRow>,
  owner: Owner,
  now: Date,
  title: string,
) {
  const conversation: ConversationRow = newConversationRow(owner, now, title);
  let parentId: string | null = null;
  const messages = copied.map((message, ordinal): MessageRow => {
    const row = copiedMessage({
      conversationId: conversation.id,
      parentId,
      ordinal,
      role: message.role,
      content: message.content,
      status: message.status,
      answeredBy: message.answeredBy,
      sources: message.sources.length > 0 ? sharedSources(message.sources, copies).map(withCopy(copies)) : null,
      files: message.files.length > 0 ? message.files.map((file) => copyOrName(file, copies)) : null,
      createdAt: new Date(message.createdAt),
    });
    parentId = row.id;
    return row;
  });
  const { length } = messages;
  const filled = { ...conversation, headMessageId: parentId, nextOrdinal: length, copiedMessages: length };
  return { conversation: filled, messages };
}

const withCopy =
  (copies: ReadonlyMap<string, FileRow>) =>
  (source: Source): Source => {
    const copy = source.fileId ? copies.get(source.fileId) : undefined;
    return copy ? { ...source, fileId: copy.id } : source;
  };

/** The copy of a file, or only its name. */
function copyOrName({ id, name, type, size, deleted }: SharedFile, copies: ReadonlyMap<string, FileRow>): File {
  const copy = copies.get(id ?? '');
  if (copy) return toFile(copy);
  if (deleted) return { id: randomUUID(), name, type, size: size ?? 0, state: 'failed', deleted };
  const problem = id
    ? `This file was not copied. Guests can add ${filesOfGuestPerDay} files in 24 hours.`
    : 'This file was not shared.';
  return { id: randomUUID(), name, type, size: size ?? 0, state: 'failed', problem };
}
