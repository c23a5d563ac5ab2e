import type { Database, Step } from '@noek/db/database';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

export type SourceRow = Database['tables']['knowledgeSources']['$inferSelect'];
export type RevisionRow = Database['tables']['knowledgeRevisions']['$inferSelect'];

/** How many changes the history keeps. */
export const keptRevisions = 50;

/** A revision as sources of answers name it. */
export const revisionName = (number: number, hash: string): string => `${number}-${hash.slice(0, 8)}`;

/** How a source is watched, without its text; null before its first check. */
export async function findSource(db: Database, key: string): Promise<Omit<SourceRow, 'documents'> | null> {
  const { documents, ...columns } = columnsOf(db);
  const { knowledgeSources: s } = db.tables;
  const [row] = await db.orm.select(columns).from(s).where(eq(s.key, key));
  return row ?? null;
}

const columnsOf = ({ tables: { knowledgeSources: s } }: Database) => ({
  key: s.key,
  version: s.version,
  revision: s.revision,
  documents: s.documents,
  notes: s.notes,
  checkedAt: s.checkedAt,
  syncedAt: s.syncedAt,
  readAt: s.readAt,
  emptySince: s.emptySince,
  keepsLastText: s.keepsLastText,
  problem: s.problem,
  failure: s.failure,
  failingSince: s.failingSince,
  failures: s.failures,
  nextCheckAt: s.nextCheckAt,
  claim: s.claim,
});

/** The number of the revision that answers use; null before the first. */
export async function currentRevision(db: Database, key: string): Promise<number | null> {
  const { knowledgeSources: s } = db.tables;
  const [row] = await db.orm.select({ revision: s.revision }).from(s).where(eq(s.key, key));
  return row?.revision ?? null;
}

/** The revision that answers use, with its text; null before the first. */
export async function readCurrent(db: Database, key: string) {
  const { knowledgeSources: s, knowledgeRevisions: r } = db.tables;
  const [row] = await db.orm
    .select({ documents: s.documents, number: r.number, hash: r.hash, size: r.size, createdAt: r.createdAt })
    .from(s)
    .innerJoin(r, and(eq(r.sourceKey, s.key), eq(r.number, s.revision)))
    .where(eq(s.key, key));
  return row ?? null;
}

/** The changes of a source, the latest first. */
export async function listRevisions(db: Database, key: string, limit: number): Promise<RevisionRow[]> {
  const { knowledgeRevisions: r } = db.tables;
  return db.orm.select().from(r).where(eq(r.sourceKey, key)).orderBy(desc(r.number)).limit(limit);
}

/** Adds a new revision to the history, whose length is limited. */
export function insertRevision(db: Database, step: Step, revision: RevisionRow): void {
  const { knowledgeRevisions: r } = db.tables;
  const old = and(eq(r.sourceKey, revision.sourceKey), lte(r.number, revision.number - keptRevisions));
  // Another process may have written this number already. The caller sees from the source's row that it was too late.
  step.add(step.orm.insert(r).values(revision).onConflictDoNothing());
  step.add(step.orm.delete(r).where(old));
}

/**
 * Claims the check of a source if it is due, so that one process makes it. The claim ends after `leaseMs` if that process dies. Returns how
 * it was watched before; null if it is not due or another process has it.
 */
export async function claimCheck(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: string,
  { claim, leaseMs }: { claim: string; leaseMs: number },
): Promise<Omit<SourceRow, 'documents'> | null> {
  const { knowledgeSources: s } = db.tables;
  const { documents, ...columns } = columnsOf(db);
  const at = now();
  const claimed = await db.write((orm) =>
    orm
      .update(s)
      .set({ claim, nextCheckAt: new Date(at.getTime() + leaseMs) })
      .where(and(eq(s.key, key), lte(s.nextCheckAt, at)))
      .returning(columns),
  );
  return claimed[0] ?? null;
}

/** Creates the row of a source, whose first check is due at once. Does nothing if it exists. */
export async function ensureSource({ db, now }: Pick<Deps, 'db' | 'now'>, key: string): Promise<void> {
  await db.write((orm) =>
    orm.insert(db.tables.knowledgeSources).values({ key, notes: [], nextCheckAt: now() }).onConflictDoNothing(),
  );
}

/** Makes the check of a source due at once, whatever pause it is in. */
export async function makeDue({ db, now }: Pick<Deps, 'db' | 'now'>, key: string): Promise<void> {
  const { knowledgeSources: s } = db.tables;
  await db.write((orm) => orm.update(s).set({ nextCheckAt: now() }).where(eq(s.key, key)));
}
