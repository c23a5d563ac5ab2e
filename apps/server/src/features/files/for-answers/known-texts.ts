import type { Database } from '@noek/db/database';
import { FileText } from '@noek/files/passages/file-text';
import { LRUCache } from 'lru-cache';
import type { FileRow } from '../files.queries.ts';
import { readText } from './read-text.ts';

/** How many characters of text are kept in memory. With what is prepared of it, about seven bytes each. */
const mostCharacters = 8_000_000;
/** Texts leave memory this long after their last use, in milliseconds. */
const keptMs = 10 * 60_000;
/** A shorter text is prepared so quickly that this need not happen before it is asked about. */
const longCharacters = 20_000;

/** The texts of files that were asked about lately: reading and preparing one takes longer than all else before a first word. */
const known = new LRUCache<string, FileText>({ maxSize: mostCharacters, ttl: keptMs, updateAgeOnGet: true });

/** The text of a file that has been read. */
export async function textOf(db: Database, file: FileRow): Promise<FileText> {
  // More of its text may have been read since.
  const key = `${file.id} ${file.scansLeft} ${file.readWith}`;
  const kept = known.get(key);
  if (kept) return kept;
  const text = new FileText(await readText(db, file));
  known.set(key, text, { size: text.characters + 1 });
  return text;
}

/** Prepares the text of a file as soon as it has been read: the first question about it follows soon. */
export async function prepareText(db: Database, file: FileRow): Promise<void> {
  if ((file.characters ?? 0) < longCharacters) return;
  await (await textOf(db, file)).prepare();
}
