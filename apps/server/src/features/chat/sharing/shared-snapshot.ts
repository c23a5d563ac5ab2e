import type { Source } from '@noek/contract/chat/answers';
import { maxAnswerLength } from '@noek/contract/chat/limits';
import type { SharedMessage, SharedMessageDocument } from '@noek/contract/chat/sharing';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import type { Database } from '@noek/db/database';
import { and, asc, desc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';
import { readableMessage } from '../records/chat.queries.ts';

/** The files and documents that readers get, by id. */
export type Included = { files: ReadonlySet<string>; documents: ReadonlyMap<string, IncludedDocument> };

/** A document that readers get. `blockOf`: the message from whose code block it was made; null if it was made in another way. */
export type IncludedDocument = MadeDocument & { blockOf: string | null };

/** A snapshot holds the newest messages that fit into these limits, as JSON in UTF-8 bytes. */
const maxMessages = 1_000;
const maxBytes = 4 * 1024 * 1024;

/**
 * The current branch of a conversation as others may read it, oldest first: final messages with text or files. Of files and documents, it has
 * only the names, except of those that are included.
 */
export async function readSnapshot(
  { orm, tables }: Database,
  conversationId: number,
  { files, documents }: Included,
): Promise<SharedMessage[]> {
  const { messages: m } = tables;
  const rows = await orm
    .select({
      id: m.id,
      role: m.role,
      content: readableMessage(tables).content,
      createdAt: m.createdAt,
      status: m.status,
      answeredBy: m.answeredBy,
      sources: m.sources,
      files: m.files,
      documents: m.documents,
    })
    .from(m)
    .where(
      and(
        eq(m.conversationId, conversationId),
        eq(m.active, true),
        ne(m.status, 'streaming'),
        or(ne(m.content, ''), isNotNull(m.files), isNotNull(m.documents)),
      ),
    )
    .orderBy(desc(m.ordinal))
    .limit(maxMessages);
  const newestFirst = rows.map(({ documents: made, ...row }) => ({
    ...row,
    content: cutText(row.content, maxAnswerLength),
    createdAt: row.createdAt.toISOString(),
    sources: sharedSources(row.sources, files),
    files: (row.files ?? []).map(({ id, name, type, deleted }) => ({
      ...(files.has(id) && { id }),
      ...{ name, type },
      ...(deleted && { deleted }),
    })),
    ...withDocuments(sharedDocuments(row.id, made ?? [], documents)),
  }));
  return newestThatFit(newestFirst, maxBytes).reverse();
}

/** The message from whose code block a document was made; null if it was made in another way. */
const messageOfBlock = (sourceKey: string | null): string | null => /^(.+):\d+$/.exec(sourceKey ?? '')?.[1] ?? null;

/** The documents of a conversation that may be shared, with their newest versions, by id. */
export async function documentsOfConversation(
  { orm, tables: { documents: d } }: Database,
  conversationId: number,
): Promise<Map<string, IncludedDocument>> {
  const rows = await orm
    .select({ id: d.id, title: d.title, kind: d.kind, version: d.version, sourceKey: d.sourceKey })
    .from(d)
    .where(and(eq(d.conversationId, conversationId), isNull(d.shareTakenDownAt)))
    .orderBy(asc(d.createdAt), asc(d.id));
  return new Map(rows.map(({ sourceKey, ...row }) => [row.id, { ...row, blockOf: messageOfBlock(sourceKey) }]));
}

/**
 * The documents of a message as others may see them: those that it made or changed, with the titles that included ones have now, and those
 * that were made from its code blocks, if they are included.
 */
function sharedDocuments(
  messageId: string,
  made: readonly MadeDocument[],
  included: ReadonlyMap<string, IncludedDocument>,
): SharedMessageDocument[] {
  const fromBlocks = [...included.values()].filter(
    ({ id, blockOf }) => blockOf === messageId && made.every((one) => one.id !== id),
  );
  return [...made, ...fromBlocks].map(({ id, title, kind }) => {
    const document = included.get(id);
    return document ? { id, title: document.title, kind, version: document.version } : { title, kind };
  });
}

/** The field of a shared message with documents. */
export const withDocuments = (documents: SharedMessageDocument[]) => (documents.length > 0 ? { documents } : {});

/** The sources of a message as others may see them: of files that are not included, only their names. */
export const sharedSources = (
  sources: readonly Source[] | null | undefined,
  files: { has(fileId: string): boolean },
): Source[] =>
  (sources ?? []).map((source) => {
    if (source.kind !== 'file' || (source.fileId && files.has(source.fileId))) return source;
    const { fileId: _id, page: _page, ...named } = source;
    return { ...named, site: '', quote: '' };
  });

/** The first of `newestFirst` that together are at most `bytes` long as JSON. */
export function newestThatFit(newestFirst: readonly SharedMessage[], bytes: number): SharedMessage[] {
  let left = bytes;
  const beyond = newestFirst.findIndex((message) => {
    left -= Buffer.byteLength(JSON.stringify(message));
    return left < 0;
  });
  return newestFirst.slice(0, beyond === -1 ? undefined : beyond);
}

/** The ids of the files that a snapshot includes. */
export const filesIn = (messages: readonly SharedMessage[]): string[] => [
  ...new Set(messages.flatMap(({ files }) => files.flatMap(({ id }) => id ?? []))),
];

/** The ids of the documents that a snapshot includes. */
export const documentsIn = (messages: readonly SharedMessage[]): Set<string> =>
  new Set(messages.flatMap(({ documents = [] }) => documents.flatMap(({ id }) => id ?? [])));
