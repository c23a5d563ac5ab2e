import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { and, asc, eq, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { type FileOwner, type FileRow, filesOf } from '../files.queries.ts';
import { createShares, type Shares, type Turn } from '../turns/shares.ts';
import { turnOf } from '../turns/turn-of.ts';
import { readFile } from './read-file.ts';
import { isOurs, leaseFrom, ReadElsewhere, type ReadingDeps, whileKept } from './reading-lease.ts';
import { writeText } from './write-text.ts';

/**
 * Reads a file that waits and writes its text. People and networks take turns, and of each person one file is read at a time, so that one
 * person's files never take both threads. Returns false if no file can be read now. An abort leaves it to the next process.
 */
export async function readNextFile(
  deps: ReadingDeps,
  signal: AbortSignal,
  shares: Shares = createShares(),
): Promise<boolean> {
  const row = await shares.choose(() => takeNext(deps, shares));
  if (row === null) return false;
  if (row === 'lost') return true;
  const { files: f } = deps.db.tables;
  const began = performance.now();
  let wasEnded = false;
  try {
    await whileKept(deps, row, async () => {
      const result = await readFile(deps, row, signal);
      wasEnded = result.state === 'failed' && result.wasEnded;
      await writeText(deps, row, result, signal);
    });
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
    shares.add(turnOf(row as FileOwner & FileRow, row.network), (performance.now() - began) / 1000, wasEnded);
  }
  return true;
}

/** Written like the condition of the index that answers this. */
const isUnread = ({ db: { tables } }: Pick<Deps, 'db'>): SQL =>
  sql`${tables.files.state} = 'reading' and ${tables.files.scansLeft} = 0`;

/** The file whose turn it is, now kept for this process: "lost" if another one took it first, null if none can be read now. */
async function takeNext(deps: ReadingDeps, shares: Shares): Promise<FileRow | 'lost' | null> {
  const { files: f } = deps.db.tables;
  const waits = and(isUnread(deps), or(isNull(f.readingUntil), lte(f.readingUntil, deps.now()))) as SQL;
  const next = await nextFile(deps, waits, shares);
  if (!next) return null;
  const [row] = await deps.db.write((orm) =>
    orm
      .update(f)
      .set({ readingUntil: leaseFrom(deps), attempts: sql`${f.attempts} + 1` })
      .where(and(eq(f.id, next.id), waits))
      .returning(),
  );
  return row ?? 'lost';
}

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
