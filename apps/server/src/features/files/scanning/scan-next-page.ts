import type { Orm } from '@noek/db/database';
import { ScanFailure, type ScannedPage, type ScanReader } from '@noek/files/scans/scan-reader';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { and, asc, eq, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { type FileOwner, type FileRow, filesOf } from '../files.queries.ts';
import { updateMessageFiles } from '../sending/update-message-files.ts';
import type { Shares } from '../turns/shares.ts';
import { turnOf } from '../turns/turn-of.ts';
import { unlessAborted } from '../turns/unless-aborted.ts';
import { endScans } from './end-scans.ts';

/** A process that reads says so again before this has passed. */
const leaseMs = 10_000;
const renewedEveryMs = 3_000;
/** A page that twice ended the process that read it is left out. */
const maxAttempts = 2;

export type ScanDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore'> & { scanReader: ScanReader };

type Page = { fileId: string; number: number; attempts: number };

/**
 * Reads a page that is a picture and waits, and writes its text. Who has the fewest pages being read comes first, then who has used the least
 * time, so that a long scan does not keep others waiting. Returns false if none waits. An abort leaves the page to the next process.
 */
export async function scanNextPage(deps: ScanDeps, signal: AbortSignal, shares: Shares): Promise<boolean> {
  const page = await shares.choose(() => takeNext(deps, shares));
  if (page === null) return false;
  if (page === 'lost') return true;
  const { files: f } = deps.db.tables;
  const [file] = await deps.db.orm.select().from(f).where(eq(f.id, page.fileId));
  if (!file) return true;
  const leases = new BackgroundWork(deps.log);
  leases.every(renewedEveryMs, 'the reading of a scan could not be prolonged', () =>
    deps.db.write((orm) => setLease(deps, orm, page, new Date(deps.now().getTime() + leaseMs))),
  );
  const began = performance.now();
  let wasEnded = false;
  try {
    const found = page.attempts > maxAttempts ? null : await read(deps, file, page.number, signal);
    wasEnded = found === null;
    await finish(deps, file, page, found);
  } catch (error) {
    // Neither counts as an attempt. Without the storage, the next one follows when the lease has ended.
    if (signal.aborted || error instanceof ByteStoreFailure) await giveBack(deps, page, signal.aborted);
    if (!signal.aborted) throw error;
  } finally {
    leases.stopTimers();
    shares.add(turnOf(file as FileOwner & FileRow, file.network), (performance.now() - began) / 1000, wasEnded);
  }
  return true;
}

/** Written like the condition of the index that answers this. */
const isWaiting = ({ db: { tables } }: Pick<Deps, 'db'>): SQL => sql`${tables.fileScans.state} = 'waiting'`;

/** The page whose turn it is, now kept for this process: "lost" if another one took it first, null if none waits. */
async function takeNext(deps: ScanDeps, shares: Shares): Promise<Page | 'lost' | null> {
  const { db, now } = deps;
  const { files: f, fileScans: s } = db.tables;
  const isFree = or(isNull(s.readingUntil), lte(s.readingUntil, now()));
  const waits = and(isWaiting(deps), isFree) as SQL;
  const owner = { userId: f.userId, guestId: f.guestId, network: f.network };
  const groups = await db.orm
    .select({ ...owner, since: min(f.createdAt) })
    .from(s)
    .innerJoin(f, eq(f.id, s.fileId))
    .where(waits)
    .groupBy(f.userId, f.guestId, f.network);
  if (groups.length === 0) return null;
  const running = await db.orm
    .select(owner)
    .from(s)
    .innerJoin(f, eq(f.id, s.fileId))
    .where(and(isWaiting(deps), gt(s.readingUntil, now())));
  const asTurn = (row: Pick<FileRow, keyof typeof owner>) => turnOf(row as FileOwner, row.network);
  const countRunning = (name: string) => running.filter((row) => asTurn(row).owner === name).length;
  const [first] = groups
    .map((row) => ({ row, turn: asTurn(row) }))
    .toSorted(
      (a, b) =>
        countRunning(a.turn.owner) - countRunning(b.turn.owner) ||
        shares.compare(a.turn, b.turn) ||
        Number(a.row.since) - Number(b.row.since),
    );
  if (!first) return null;
  const [next] = await db.orm
    .select({ fileId: s.fileId, number: s.number })
    .from(s)
    .innerJoin(f, eq(f.id, s.fileId))
    .where(and(waits, filesOf(db, first.row as FileOwner)))
    .orderBy(asc(f.createdAt), asc(s.number))
    .limit(1);
  if (!next) return 'lost';
  const [taken] = await db.write((orm) =>
    orm
      .update(s)
      .set({ readingUntil: new Date(now().getTime() + leaseMs), attempts: sql`${s.attempts} + 1` })
      .where(and(eq(s.fileId, next.fileId), eq(s.number, next.number), waits))
      .returning({ fileId: s.fileId, number: s.number, attempts: s.attempts }),
  );
  return taken ?? 'lost';
}

/** The condition that no other process has taken the page over. */
function isOurs({ db }: ScanDeps, { fileId, number, attempts }: Page): SQL {
  const { fileScans: s } = db.tables;
  return and(
    eq(s.fileId, fileId),
    eq(s.number, number),
    eq(s.attempts, attempts),
    isWaiting({ db } as Pick<Deps, 'db'>),
  ) as SQL;
}

function setLease(deps: ScanDeps, orm: Orm, page: Page, readingUntil: Date | null) {
  const { fileScans: s } = deps.db.tables;
  return orm.update(s).set({ readingUntil }).where(isOurs(deps, page));
}

async function giveBack(deps: ScanDeps, page: Page, isSoon: boolean): Promise<void> {
  const { fileScans: s } = deps.db.tables;
  await deps.db.write((orm) =>
    orm
      .update(s)
      .set({ ...(isSoon && { readingUntil: null }), attempts: sql`${s.attempts} - 1` })
      .where(isOurs(deps, page)),
  );
}

/** The text of the page; null if it cannot be had. */
async function read(
  { fileStore, scanReader, log }: ScanDeps,
  file: FileRow,
  number: number,
  signal: AbortSignal,
): Promise<ScannedPage | null> {
  const stored = await fileStore.get(file.sha256);
  if (!stored) return null;
  const bytes = new Uint8Array(await new Response(stored.stream).arrayBuffer());
  try {
    const isPicture = file.width !== null;
    return await unlessAborted(signal, () =>
      isPicture ? scanReader.readPicture(bytes) : scanReader.readPage(bytes, number),
    );
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error;
    log.info({ file: file.id, page: number, detail: error.message }, 'a scan could not be read');
    return null;
  }
}

/** The page was taken over by another process, or its file was deleted. */
class ReadElsewhere extends Error {}

/** Writes the text of a page. The first one that has text makes the file ready. */
async function finish(deps: ScanDeps, file: FileRow, page: Page, found: ScannedPage | null): Promise<void> {
  const { db } = deps;
  const { files: f, filePages: p, fileScans: s } = db.tables;
  const isOfPage = and(eq(p.fileId, page.fileId), eq(p.number, page.number));
  const before = await db.orm.select({ text: p.text }).from(p).where(isOfPage).orderBy(asc(p.part));
  const own = before.map((part) => part.text).join('');
  const text = withOwn(own, found);
  const state = found === null ? 'failed' : found.isHard ? 'hard' : 'read';
  const more = text === '' ? 0 : lengthOf(text) - lengthOf(own);
  try {
    const { rows: ended } = await db.atomic((step) => {
      step.must(
        step.orm.update(s).set({ state, readingUntil: null }).where(isOurs(deps, page)).returning({ number: s.number }),
        () => new ReadElsewhere(),
      );
      const ended = step.add(
        step.orm
          .update(f)
          .set({
            scansLeft: sql`${f.scansLeft} - 1`,
            characters: sql`coalesce(${f.characters}, 0) + ${more}`,
            ...(text !== '' && { state: 'ready' }),
          })
          .where(eq(f.id, page.fileId))
          .returning(),
      );
      if (text !== '') {
        step.add(step.orm.delete(p).where(isOfPage));
        step.add(step.orm.insert(p).values({ fileId: page.fileId, number: page.number, part: 0, name: null, text }));
      }
      return ended;
    });
    const [row] = ended as FileRow[];
    if (row?.scansLeft === 0) await endScans(deps, row);
    else if (row && row.state !== file.state) await updateMessageFiles(db, row);
  } catch (error) {
    if (!(error instanceof ReadElsewhere)) throw error;
  }
}

const lengthOf = (text: string) => Array.from(text).length;

/**
 * The text of a page with what was recognised on it; empty if that adds nothing. A page may have some text beside its picture, such as a stamp,
 * and its picture may be a background, in which doubtful letters are none.
 */
function withOwn(own: string, found: ScannedPage | null): string {
  if (!found?.text || (own !== '' && found.isHard)) return '';
  const isInPicture = wordsOf(found.text).includes(wordsOf(own));
  return isInPicture ? found.text : `${own}\n\n${found.text}`;
}

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim();
