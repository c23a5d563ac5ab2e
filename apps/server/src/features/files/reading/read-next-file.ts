import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Orm, Statement } from '@noek/db/database';
import { isPictureKind, type Kind, kinds, type ReadableKind } from '@noek/files/kinds/kinds';
import type { ReadFailure, ReadFile, ReadPage, ReadResult } from '@noek/files/reading/read-result';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { and, asc, eq, gt, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { prepareText } from '../for-answers/known-texts.ts';
import { readText } from '../for-answers/read-text.ts';
import { type FileOwner, type FileRow, filesOf } from '../rows/files.queries.ts';
import { tellMessages } from '../sending/tell-messages.ts';
import { sharedStorageAdvice } from '../shared-storage.ts';
import { createShares, type Shares, type Turn } from '../turns/shares.ts';
import { turnOf } from '../turns/turn-of.ts';
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

/**
 * Reads a file that waits and writes its text. People and networks take turns, and of each person one file is read at a time, so that one
 * person's files never take both threads. Returns false if no file can be read now. An abort leaves it to the next process.
 */
export async function readNextFile(
  deps: ReadingDeps,
  signal: AbortSignal,
  shares: Shares = createShares(),
): Promise<boolean> {
  const { files: f } = deps.db.tables;
  const waits = and(isUnread(deps), or(isNull(f.readingUntil), lte(f.readingUntil, deps.now()))) as SQL;
  const next = await nextFile(deps, waits, shares);
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
  const began = performance.now();
  let wasEnded = false;
  try {
    const result = await read(deps, row, signal);
    wasEnded = result.state === 'failed' && result.wasEnded;
    await finish(deps, row, result, signal);
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
    shares.add(turnOf(row as FileOwner & FileRow, row.network), (performance.now() - began) / 1000, wasEnded);
  }
  return true;
}

/** Written like the condition of the index that answers this. */
const isUnread = ({ db: { tables } }: Pick<Deps, 'db'>): SQL => sql`${tables.files.state} = 'reading'`;

/** The file whose turn it is: the oldest one of the person who comes first and has none that is being read. */
async function nextFile({ db, now }: ReadingDeps, waits: SQL, shares: Shares): Promise<{ id: string } | null> {
  const { files: f } = db.tables;
  const group = { userId: f.userId, guestId: f.guestId, network: f.network };
  const waiting = await db.orm
    .select({ ...group, since: min(f.createdAt) })
    .from(f)
    .where(waits)
    .groupBy(f.userId, f.guestId, f.network);
  if (waiting.length === 0) return null;
  const read = await db.orm
    .select(group)
    .from(f)
    .where(and(isUnread({ db }), gt(f.readingUntil, now())));
  const asTurn = (row: Pick<FileRow, keyof typeof group>) => turnOf(row as FileOwner, row.network);
  const running = read.map(asTurn);
  const isShared = ({ network }: Turn) => network !== null && running.some((turn) => turn.network === network);
  const hasLast = running.some((turn) => shares.isLast(turn));
  const [first] = waiting
    .map((row) => ({ row, turn: asTurn(row) }))
    .filter(({ turn }) => running.every(({ owner }) => owner !== turn.owner) && !(hasLast && shares.isLast(turn)))
    .toSorted(
      (a, b) =>
        shares.compare(a.turn, b.turn) ||
        Number(isShared(a.turn)) - Number(isShared(b.turn)) ||
        Number(a.row.since) - Number(b.row.since),
    );
  if (!first) return null;
  const { network, ...owner } = first.row;
  const [file] = await db.orm
    .select({ id: f.id })
    .from(f)
    .where(and(waits, filesOf(db, owner as FileOwner), network === null ? isNull(f.network) : eq(f.network, network)))
    // What was interrupted may be what ended a process.
    .orderBy(asc(f.attempts), asc(f.createdAt))
    .limit(1);
  return file ?? null;
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
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([fileReader.read(bytes, kindOfType(row.type), row.name), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The text of the file of which this one is a copy; null if it is no copy, or the other one has been deleted since. */
async function textOfOriginal(db: Database, { copiedFrom, sha256 }: FileRow): Promise<ReadFile | null> {
  if (copiedFrom === null) return null;
  const { files: f } = db.tables;
  const isOriginal = and(eq(f.id, copiedFrom), eq(f.sha256, sha256), eq(f.state, 'ready'));
  const [original] = await db.orm.select().from(f).where(isOriginal);
  const text = original && (await readText(db, original));
  // Its pages go with it.
  return text && text.pages.length > 0 ? text : null;
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
        .set({ ...found, readingUntil: null, network: null, copiedFrom: null })
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
