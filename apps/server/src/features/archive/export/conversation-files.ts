import { type ArchivedConversation, type ArchivedMessage, archiveFormat } from '@noek/contract/archive/schemas';
import { mostQueued } from '@noek/contract/chat/limits';
import { otherAnsweredText, toolsLeftOutText } from '@noek/contract/chat/models-gone';
import type { Deps } from '../../../deps.ts';
import { type ConversationRow, toConversation } from '../../chat/records/chat.queries.ts';
import { readQueue } from '../../chat/records/queue.queries.ts';
import { versionPath } from './documents.ts';
import type { NumberedMessage } from './pages.ts';

type Pages = AsyncIterable<NumberedMessage[]>;

/** A conversation as archives have it. */
export async function archivedConversation(
  { db, now }: Pick<Deps, 'db'> & { now: Date },
  row: ConversationRow,
): Promise<ArchivedConversation> {
  const { userId: _, shared: __, temporary: ___, ...conversation } = toConversation(row, now);
  const { messages } = await readQueue(db, row.id);
  const queued = messages.slice(0, mostQueued.user).map(({ content, files }) => ({
    ...{ content, files: files.map(({ id, name }) => ({ id, name })) },
  }));
  return {
    ...conversation,
    ...(queued.length > 0 && { queued }),
    origin: row.importKey ?? String(row.id),
  };
}

/** A conversation as JSON, one message per line. */
export async function* conversationJson(conversation: ArchivedConversation, pages: Pages): AsyncGenerator<string> {
  const head = { format: archiveFormat.name, version: archiveFormat.version, conversation };
  yield `${JSON.stringify(head).slice(0, -1)},\n"messages":[`;
  let before = '\n';
  for await (const page of pages)
    yield* inPieces(page, ({ message }) => {
      const line = before + JSON.stringify(message);
      before = ',\n';
      return line;
    });
  yield '\n]}\n';
}

/**
 * A conversation for people to read. Earlier versions of messages are marked and name the message that they follow. `hasDocuments`: the
 * archive has the texts of documents, and they are linked.
 */
export async function* conversationMarkdown(
  conversation: ArchivedConversation,
  pages: Pages,
  hasDocuments = false,
): AsyncGenerator<string> {
  const { title, createdAt, updatedAt, archived, deletedAt } = conversation;
  const notes = [
    `Created ${readable(createdAt)}, last changed ${readable(updatedAt)}.`,
    archived ? 'Archived.' : '',
    deletedAt ? `In the trash since ${readable(deletedAt)}.` : '',
  ];
  yield `# ${title.replace(/\s+/g, ' ')}\n\n${notes.filter(Boolean).join(' ')}\n`;
  for await (const page of pages) yield* inPieces(page, (message) => messageMarkdown(message, hasDocuments));
  for (const { content, files } of conversation.queued ?? [])
    yield `\n## Queued message\n\n${[content, ...files.map(({ name }) => name)].filter(Boolean).join('\n\n')}\n`;
}

/** In UTF-16 code units. */
const pieceLength = 64 * 1024;

/** The texts of a page in several pieces: a page of the longest answers in one piece would hold up the process. */
function* inPieces(page: NumberedMessage[], textOf: (message: NumberedMessage) => string): Generator<string> {
  let piece = '';
  for (const message of page) {
    piece += textOf(message);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function messageMarkdown({ message, ordinal, parentOrdinal }: NumberedMessage, hasDocuments: boolean): string {
  const { role, createdAt, active, status, answeredBy } = message;
  const by = role === 'user' ? 'You' : 'Noek';
  const facts = [
    readable(createdAt),
    answeredBy ?? '',
    status === 'complete' ? '' : status,
    active ? '' : 'another version',
    parentOrdinal !== null && parentOrdinal !== ordinal - 1 ? `follows ${parentOrdinal + 1}` : '',
  ];
  return `\n## ${ordinal + 1}. ${by}\n\n*${facts.filter(Boolean).join(' · ')}*\n\n${[...partsOf(message, hasDocuments)].join('\n\n')}\n`;
}

function* partsOf(message: ArchivedMessage, hasDocuments: boolean) {
  const { content, reasoning, steps, sources, memories, documents, feedback, error, status, modelsGone } = message;
  if (reasoning) yield `> **Thoughts**\n>\n${quoted(reasoning.text)}`;
  if (steps.length > 0) yield steps.map(({ text, url }) => `- ${text}${linkTo(url)}`).join('\n');
  yield content;
  if (documents.length > 0) yield documents.map((document) => `- ${documentLine(document, hasDocuments)}`).join('\n');
  if (error) yield `*${error}*`;
  if (modelsGone && status !== 'failed') yield `*${otherAnsweredText(modelsGone)}*`;
  const leftOut = toolsLeftOutText(message);
  if (leftOut !== null && status !== 'failed') yield `*${leftOut}*`;
  if (sources.length > 0)
    yield `**Sources**\n\n${sources.map(({ number, title, url }) => `${number}. ${title}${linkTo(url)}`).join('\n')}`;
  if (memories.length > 0) yield `**Memories used**\n\n${memories.map(({ title }) => `- ${title}`).join('\n')}`;
  if (feedback) yield `**Your rating**: ${feedback.rating}${feedback.reason ? ` (${feedback.reason})` : ''}`;
}

/** A passage of the knowledge base has no address. */
const linkTo = (url: string | null) => (url ? ` <${url}>` : '');

const documentLine = (document: ArchivedMessage['documents'][number], isLinked: boolean): string => {
  const { title, kind, version } = document;
  const name = title.replace(/[\\[\]`*_<>]/g, '\\$&');
  return `${isLinked ? `[${name}](../${versionPath(document, version)})` : name} (${kind}, version ${version})`;
};

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** "2026-11-22 12:00 UTC" */
const readable = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
