import type { Database } from '@noek/db/database';
import { textBytesOf } from '../../text-space.ts';
import type { SourceConversation, UploadedSource } from '../sources/import-source.ts';
import { findKnown, newMessages } from './find-known.ts';

/** How much space for text a conversation of an upload takes, in bytes, without what the account has already. Reads all of it. */
export async function newTextIn(
  db: Database,
  userId: string,
  { conversation, messages }: SourceConversation,
): Promise<number> {
  const known = await findKnown(db, userId, conversation);
  let bytes = 0;
  for await (const message of known ? newMessages(db, known, messages) : messages) bytes += textBytesOf(message);
  // What is known is read, too, because reading checks it.
  for await (const _ of messages);
  return bytes;
}

/** How much space for text everything else of an upload takes, in bytes. */
export async function textBeside(source: UploadedSource): Promise<number> {
  const items = [...(await source.memories()), ...(await source.projects()), ...(await source.prompts())];
  return items.reduce((bytes, item) => bytes + textBytesOf(item), 0);
}

/** How much space for text an upload takes, in bytes, without what the account has already. Reads all of it. Throws ArchiveProblem. */
export async function newTextOf(db: Database, userId: string, sources: readonly UploadedSource[]): Promise<number> {
  let bytes = 0;
  for (const source of sources) {
    for await (const entry of source.entries(async () => {}))
      if (entry.type === 'conversation') bytes += await newTextIn(db, userId, entry.found);
    bytes += await textBeside(source);
  }
  return bytes;
}
