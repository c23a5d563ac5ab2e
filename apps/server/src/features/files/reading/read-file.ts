import type { Database } from '@noek/db/database';
import { isPictureKind, type Kind, kinds, type ReadableKind } from '@noek/files/kinds/kinds';
import type { ReadFailure, ReadFile, ReadResult } from '@noek/files/reading/read-result';
import { and, eq } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';
import { readText } from '../for-answers/read-text.ts';
import { sharedStorageAdvice } from '../shared-storage.ts';
import { unlessAborted } from '../turns/unless-aborted.ts';
import { maxAttempts, type ReadingDeps } from './reading-lease.ts';

const failed = (problem: string): ReadFailure => ({ state: 'failed', problem, detail: null, wasEnded: false });

/** The text of a file, or of the one that it is a copy of. Rejects if the storage cannot be reached, and when `signal` aborts. */
export async function readFile(
  { db, fileStore, fileReader, log }: ReadingDeps,
  row: FileRow,
  signal: AbortSignal,
): Promise<ReadResult> {
  if (row.attempts > maxAttempts) return failed('Reading this file was interrupted too often.');
  const known = await textOfOriginal(db, row);
  if (known) return known;
  const stored = await fileStore.get(row.sha256);
  if (!stored) {
    log.error({ file: row.id }, `the bytes of a file are not here: ${sharedStorageAdvice}`);
    return failed('The bytes of this file are gone.');
  }
  const bytes = new Uint8Array(await new Response(stored.stream).arrayBuffer());
  return unlessAborted(signal, () => fileReader.read(bytes, kindOfType(row.type), row.name));
}

/** The text of the file of which this one is a copy; null without one, if that was deleted, or while pages of it wait to be read. */
async function textOfOriginal(db: Database, { copiedFrom, sha256 }: FileRow): Promise<ReadFile | null> {
  if (copiedFrom === null) return null;
  const { files: f } = db.tables;
  const isOriginal = and(eq(f.id, copiedFrom), eq(f.sha256, sha256), eq(f.state, 'ready'), eq(f.scansLeft, 0));
  const [original] = await db.orm.select().from(f).where(isOriginal);
  const text = original && (await readText(db, original));
  // Its pages go with it.
  return text && text.pages.length > 0 ? text : null;
}

function kindOfType(type: string): ReadableKind {
  const kind = (Object.keys(kinds) as Kind[]).find((each) => kinds[each].mediaType === type) ?? 'text';
  return isPictureKind(kind) ? 'text' : kind;
}
