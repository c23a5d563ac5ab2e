import { eq, gt, lte } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Something that was learned about a model of a provider. `until` is in milliseconds since 1970. */
export type StoredNote = { provider: string; model: string; what: string; value: string; until: number };

/** The notes that still count. */
export async function readNotes(db: Database): Promise<StoredNote[]> {
  const { modelNotes: t } = db.tables;
  const rows = await db.orm.select().from(t).where(gt(t.until, new Date()));
  return rows.map(({ until, ...note }) => ({ ...note, until: until.getTime() }));
}

/** Writes notes, and removes those that do not count any more. */
export async function writeNotes(db: Database, notes: readonly StoredNote[]): Promise<void> {
  const { modelNotes: t } = db.tables;
  await db.atomic((step) => {
    step.add(step.orm.delete(t).where(lte(t.until, new Date())));
    for (const { until: ms, ...note } of notes) {
      const until = new Date(ms);
      step.add(
        step.orm
          .insert(t)
          .values({ ...note, until })
          .onConflictDoUpdate({ target: [t.provider, t.model, t.what], set: { value: note.value, until } }),
      );
    }
  });
}

/** Removes all notes about a provider. */
export async function forgetNotes(db: Database, provider: string): Promise<void> {
  const { modelNotes: t } = db.tables;
  await db.write((orm) => orm.delete(t).where(eq(t.provider, provider)));
}
