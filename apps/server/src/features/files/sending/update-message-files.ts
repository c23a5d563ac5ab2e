import { isDeepStrictEqual } from 'node:util';
import { maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File } from '@noek/contract/files/schemas';
import type { Database, Orm } from '@noek/db/database';
import { and, eq, sql } from 'drizzle-orm';
import { type FileRow, toFile } from '../files.queries.ts';

/**
 * How often messages are read again because other work has changed one at the same time. Each time, one of those that change it succeeds, and
 * there are not many more of them than files in a message. The last time, the messages are changed in any case.
 */
export const maxAttempts = maxFilesOfMessage * 3;

/** A message, and what it says of its files. */
export type MessageWithFiles = { id: string; conversationId: number; files: File[] | null };

/** The messages that have a file. */
export const messagesWithFile = (
  { tables: { messageFiles: of, messages: m } }: Database,
  orm: Pick<Orm, 'select'>,
  fileId: string,
): PromiseLike<MessageWithFiles[]> =>
  orm
    .select({ id: m.id, conversationId: m.conversationId, files: m.files })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .where(eq(of.fileId, fileId));

/** What a message says of its files, with one of them as it is now. */
const withFile = ({ files }: MessageWithFiles, current: File): File[] =>
  (files ?? []).map((one) => (one.id === current.id ? current : one));

/**
 * The statement that changes what a message says of one of its files. Returns no row if the message has changed since it was read, unless
 * `always`.
 */
export function changeFile(
  { tables: { messages: m } }: Database,
  orm: Orm,
  message: MessageWithFiles,
  change: { to: File; always: boolean },
) {
  const known = sql`cast(${m.files} as text) = ${JSON.stringify(message.files)}`;
  return orm
    .update(m)
    .set({ files: withFile(message, change.to) })
    .where(and(eq(m.id, message.id), change.always ? undefined : known))
    .returning({ id: m.id });
}

/** Messages that were sent while the file was being read show it as it is now. */
export async function updateMessageFiles(db: Database, file: FileRow): Promise<void> {
  const to = toFile(file);
  for (let attempt = 1; ; attempt++) {
    const always = attempt === maxAttempts;
    let missed = false;
    for (const message of await messagesWithFile(db, db.orm, file.id)) {
      if (isDeepStrictEqual(withFile(message, to), message.files)) continue;
      const [changed] = await db.write((orm) => changeFile(db, orm, message, { to, always }));
      missed ||= !changed;
    }
    if (!missed || always) return;
  }
}
