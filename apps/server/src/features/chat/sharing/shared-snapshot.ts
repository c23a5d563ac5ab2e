import type { Source } from '@noek/contract/chat/answers';
import { maxAnswerLength } from '@noek/contract/chat/limits';
import type { SharedMessage } from '@noek/contract/chat/sharing';
import type { Database } from '@noek/db/database';
import { and, desc, eq, isNotNull, ne, or } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';
import { readableMessage } from '../records/chat.queries.ts';

/** A snapshot holds the newest messages that fit into these limits, as JSON in UTF-8 bytes. */
const maxMessages = 1_000;
const maxBytes = 4 * 1024 * 1024;

/**
 * The current branch of a conversation as others may read it, oldest first: final messages with text or files. Of files, it has only the
 * names, except of those in `files`, which are included.
 */
export async function readSnapshot(
  { orm, tables }: Database,
  conversationId: number,
  files: ReadonlySet<string>,
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
    })
    .from(m)
    .where(
      and(
        eq(m.conversationId, conversationId),
        eq(m.active, true),
        ne(m.status, 'streaming'),
        or(ne(m.content, ''), isNotNull(m.files)),
      ),
    )
    .orderBy(desc(m.ordinal))
    .limit(maxMessages);
  const newestFirst = rows.map((row) => ({
    ...row,
    content: cutText(row.content, maxAnswerLength),
    createdAt: row.createdAt.toISOString(),
    sources: sharedSources(row.sources, files),
    files: (row.files ?? []).map(({ id, name, type, deleted }) => ({
      ...(files.has(id) && { id }),
      ...{ name, type },
      ...(deleted && { deleted }),
    })),
  }));
  return newestThatFit(newestFirst, maxBytes).reverse();
}

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
