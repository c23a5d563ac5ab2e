import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Step } from '@noek/db/database';
import { and, eq, inArray, lte, notExists, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

type BlobDeps = Pick<Deps, 'db' | 'now' | 'fileStore'>;
export type Blob = { sha256: string; bytes: Uint8Array };

/** How long an upload may take from storing bytes to writing the row of its file, in milliseconds. */
const claimMs = 5 * 60_000;
/** After a row was written, no earlier transaction still looks for bytes without a file, in milliseconds. */
const settleMs = 20_000;
/** How long one process removes bytes: longer than a store may take, so that no other process still removes what is stored again. */
const removalMs = 60_000;
/** A process that was suspended for so long leaves the removal to another one, in milliseconds. */
const startWithinMs = 20_000;
const maxTries = 100;
const blobsPerStep = 50;

/** The bytes are being removed, because the last file with them was deleted a moment ago. */
export class BlobGone extends Error {}

/**
 * Stores bytes, before the row of their file is written with `keepBlobs`. Bytes that are there already are stored again, so that the time
 * does not tell whether another person has them. A crash in between leaves bytes that `purgeBlobs` removes.
 */
export async function storeBlob(deps: BlobDeps, { sha256, bytes }: Blob): Promise<void> {
  const { fileBlobs: b } = deps.db.tables;
  for (let tries = 0; tries < maxTries; tries++) {
    const claimedUntil = new Date(deps.now().getTime() + claimMs);
    const [claimed] = await deps.db.write((orm) =>
      orm
        .insert(b)
        .values({ sha256, size: bytes.length, claimedUntil })
        .onConflictDoUpdate({ target: b.sha256, set: { claimedUntil }, setWhere: eq(b.removing, false) })
        .returning({ sha256: b.sha256 }),
    );
    if (claimed) return deps.fileStore.put(sha256, bytes);
    await wait(100);
  }
  throw new AppError('UNAVAILABLE', 'This file is being removed. Please try again in a moment.');
}

/** Keeps bytes for the rows that refer to them. It comes first in the step that writes these, which throws BlobGone if some were removed. */
export function keepBlobs({ db, now }: Pick<Deps, 'db' | 'now'>, step: Step, hashes: readonly string[]): void {
  const { fileBlobs: b } = db.tables;
  const kept = step.add(
    step.orm
      .update(b)
      .set({ claimedUntil: new Date(now().getTime() + settleMs) })
      .where(and(inArray(b.sha256, [...hashes]), eq(b.removing, false)))
      .returning({ sha256: b.sha256 }),
  );
  step.check(() => {
    if (kept.rows.length !== new Set(hashes).size) throw new BlobGone();
  });
}

/**
 * Removes a part of the bytes that no file refers to. Returns false if there are none. Only one process removes the same bytes: another one
 * that was slower would remove them after they have been stored again. If it dies, another one continues after a minute.
 */
export async function purgeBlobs(deps: BlobDeps): Promise<boolean> {
  const { db, now, fileStore } = deps;
  const { fileBlobs: b } = db.tables;
  const isFree = () => and(lte(b.claimedUntil, now()), or(eq(b.removing, true), isUnused(db)));
  const unused = await db.orm.select({ sha256: b.sha256 }).from(b).where(isFree()).limit(blobsPerStep);
  if (unused.length === 0) return false;
  const began = performance.now();
  // Since it was read, an upload or another process may have claimed it.
  const removing = await db.write((orm) =>
    orm
      .update(b)
      .set({ removing: true, claimedUntil: new Date(now().getTime() + removalMs) })
      .where(
        and(
          inArray(
            b.sha256,
            unused.map(({ sha256 }) => sha256),
          ),
          isFree(),
        ),
      )
      .returning({ sha256: b.sha256 }),
  );
  const hashes = removing.map(({ sha256 }) => sha256);
  if (performance.now() - began > startWithinMs) return true;
  await Promise.all(hashes.map((sha256) => fileStore.delete(sha256)));
  await db.write((orm) => orm.delete(b).where(and(inArray(b.sha256, hashes), eq(b.removing, true))));
  return removing.length > 0;
}

const isUnused = ({ orm, tables: { fileBlobs: b, files: f } }: Database) =>
  and(
    notExists(orm.select({ one: sql`1` }).from(f).where(eq(f.sha256, b.sha256))),
    notExists(orm.select({ one: sql`1` }).from(f).where(eq(f.previewSha256, b.sha256))),
  );
