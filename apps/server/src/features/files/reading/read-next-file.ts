import { setTimeout as wait } from 'node:timers/promises';
import type { Orm, Statement } from '@noek/db/database';
import { isPictureKind, type Kind, kinds, type ReadableKind } from '@noek/files/kinds/kinds';
import type { ReadFailure, ReadPage, ReadResult } from '@noek/files/reading/read-result';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { prepareText } from '../for-answers/known-texts.ts';
import type { FileRow } from '../rows/files.queries.ts';
import { tellMessages } from '../sending/tell-messages.ts';
import { sharedStorageAdvice } from '../shared-storage.ts';
import { aboutOf } from './about-file.ts';

/** A process that reads says so again before this has passed. The files of one that died are taken over soon after: answers wait for them. */
const leaseMs = 10_000;
const renewedEveryMs = 3_000;
/** A file that twice ended the process that read it is not read again. */
const maxAttempts = 2;
/** How many characters are written at once. Other writes wait meanwhile. */
const charactersPerStep = 32_000;
const pauseMs = 2;

type ReadingDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore' | 'fileReader'>;

/** Reads the oldest file that waits and writes its text. Returns false if none waits. An abort leaves it to the next process. */
export async function readNextFile(deps: ReadingDeps, signal: AbortSignal): Promise<boolean> {
  const { files: f } = deps.db.tables;
  const waits = and(eq(f.state, 'reading'), or(isNull(f.readingUntil), lte(f.readingUntil, deps.now()))) as SQL;
  const [next] = await deps.db.orm.select({ id: f.id }).from(f).where(waits).orderBy(asc(f.createdAt)).limit(1);
  if (!next) return false;
  const [row] = await deps.db.write((orm) =>
    orm
      .update(f)
      .set({ readingUntil: new Date(deps.now().getTime() + leaseMs), attempts: sql`${f.attempts} + 1` })
      .where(and(eq(f.id, next.id), waits))
      .returning(),
  );
  if (!row) return true;
  const leases = new BackgroundWork(deps.log);
  leases.every(renewedEveryMs, 'the reading of a file could not be prolonged', () =>
    deps.db.write((orm) => prolonged(deps, orm, row)),
  );
  try {
    await finish(deps, row, await read(deps, row, signal), signal);
  } catch (error) {
    if (error instanceof ReadElsewhere) return true;
    // Neither counts as an attempt. Without the storage, the next one follows when the lease has ended.
    if (signal.aborted || error instanceof ByteStoreFailure)
      await deps.db.write((orm) =>
        orm
          .update(f)
          .set({ ...(signal.aborted && { readingUntil: null }), attempts: sql`${f.attempts} - 1` })
          .where(isOurs(deps, row)),
      );
    if (!signal.aborted) throw error;
  } finally {
    leases.stopTimers();
  }
  return true;
}

/** This process was suspended for so long that another one reads the file, or the file was deleted. */
class ReadElsewhere extends Error {}

/** The condition that no other process has taken the file over. */
function isOurs({ db }: ReadingDeps, { id, attempts }: FileRow): SQL {
  const { files: f } = db.tables;
  return and(eq(f.id, id), eq(f.state, 'reading'), eq(f.attempts, attempts), isNotNull(f.readingUntil)) as SQL;
}

/** The statement that keeps a file for this process. Returns no row if it is no longer ours. */
function prolonged(deps: ReadingDeps, orm: Orm, row: FileRow) {
  const { files: f } = deps.db.tables;
  return orm
    .update(f)
    .set({ readingUntil: new Date(deps.now().getTime() + leaseMs) })
    .where(isOurs(deps, row))
    .returning({ id: f.id });
}

const failed = (problem: string): ReadFailure => ({ state: 'failed', problem, detail: null, wasEnded: false });

async function read(
  { fileStore, fileReader, log }: ReadingDeps,
  row: FileRow,
  signal: AbortSignal,
): Promise<ReadResult> {
  if (row.attempts > maxAttempts) return failed('Reading this file was interrupted too often.');
  const stored = await fileStore.get(row.sha256);
  if (!stored) {
    log.error({ file: row.id }, `the bytes of a file are not here: ${sharedStorageAdvice}`);
    return failed('The bytes of this file are gone.');
  }
  const bytes = new Uint8Array(await new Response(stored.stream).arrayBuffer());
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([fileReader.read(bytes, kindOfType(row.type)), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function kindOfType(type: string): ReadableKind {
  const kind = (Object.keys(kinds) as Kind[]).find((each) => kinds[each].mediaType === type) ?? 'text';
  return isPictureKind(kind) ? 'text' : kind;
}

/** Writes the text in small steps, and then what is known about the file. */
async function finish(deps: ReadingDeps, row: FileRow, result: ReadResult, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const { files: f, filePages: p } = db.tables;
  const write = (build: (orm: Orm) => Statement) =>
    db.atomic(
      (orm) => [prolonged(deps, orm, row), build(orm)],
      ([ours]) => {
        if (ours.length === 0) throw new ReadElsewhere();
      },
    );
  async function end(found: Partial<FileRow>): Promise<void> {
    // Told before, so that a message never says for ever that its file is being read, and after, because it may just have been sent.
    await tellMessages(db, { ...row, ...found });
    const [ended] = await db.write((orm) =>
      orm
        .update(f)
        .set({ ...found, readingUntil: null })
        .where(isOurs(deps, row))
        .returning(),
    );
    if (!ended) return;
    await tellMessages(db, ended);
    if (ended.state === 'ready') await prepareText(db, ended);
  }
  if (result.state === 'failed') {
    log.info({ file: row.id, problem: result.problem, detail: result.detail }, 'a file could not be read');
    return end({ state: 'failed', problem: result.problem });
  }
  await write((orm) => orm.delete(p).where(eq(p.fileId, row.id)));
  for (const some of steps(rowsOf(row.id, result.pages))) {
    signal.throwIfAborted();
    await write((orm) => orm.insert(p).values(some));
    await wait(pauseMs);
  }
  const { unit, pageCount, characters, leftOut } = result;
  await end({ state: 'ready', problem: leftOut, pages: pageCount, characters, unit, about: aboutOf(row, result) });
}

type PageRow = { fileId: string; number: number; part: number; name: string | null; text: string };

/** The rows of pages, long pages in parts. */
function rowsOf(fileId: string, pages: readonly ReadPage[]): PageRow[] {
  return pages.flatMap(({ number, name, text }) =>
    Array.from({ length: Math.ceil(text.length / charactersPerStep) }, (_, part) => ({
      fileId,
      number,
      part,
      name,
      text: text.slice(part * charactersPerStep, (part + 1) * charactersPerStep),
    })),
  );
}

/** The rows in groups that are written at once. */
function steps(rows: readonly PageRow[]): PageRow[][] {
  const groups: PageRow[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (length + row.text.length > charactersPerStep) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(row);
    length += row.text.length;
  }
  return groups;
}
