import { memoryVersionsKept } from '@noek/contract/memory/limits';
import type { MemoryFields } from '@noek/contract/memory/schemas';
import type { Step } from '@noek/db/database';
import { and, desc, eq, notInArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../deps.ts';
import { type MemoryRow, versionsOf } from './memory.queries.ts';

type Change = {
  /** `app`: whose words they are now, as in the table. */
  fields: Partial<MemoryFields & Pick<MemoryRow, 'app'>>;
  /** The tool call that makes the change; null for the person. */
  by: string | null;
  /** Adds to the same step. */
  also?: (step: Step) => void;
};

/** The time of a change: later than the last one, whatever the clock says, because the time tells whether a memory has changed. */
export const nextUpdate = (now: Date, before: Pick<MemoryRow, 'updatedAt'>): Date =>
  new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1));

/**
 * Changes a memory and keeps what it said before, of which the newest versions stay. Returns the memory as it is now; null if it
 * was changed or deleted since `before` was read.
 */
export async function replaceMemory(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  before: MemoryRow,
  { fields, by, also }: Change,
): Promise<MemoryRow | null> {
  const { memories, memoryVersions } = db.tables;
  const updatedAt = nextUpdate(now(), before);
  const { id, ...said } = before;
  const version = {
    ...said,
    id: uuidv7(),
    memoryId: id,
    replacedAt: updatedAt,
    replacedBy: by,
    forgottenAt: null,
  };
  const versions = versionsOf(db, before);
  class Changed extends Error {}
  try {
    const { rows } = await db.atomic((step) => {
      const changed = step.must(
        step.orm
          .update(memories)
          .set({ ...fields, updatedAt })
          .where(and(eq(memories.id, id), eq(memories.userId, before.userId), eq(memories.updatedAt, before.updatedAt)))
          .returning(),
        () => new Changed(),
      );
      step.add(step.orm.insert(memoryVersions).values(version));
      const newest = step.orm
        .select({ id: memoryVersions.id })
        .from(memoryVersions)
        .where(versions)
        .orderBy(desc(memoryVersions.replacedAt))
        .limit(memoryVersionsKept);
      step.add(step.orm.delete(memoryVersions).where(and(versions, notInArray(memoryVersions.id, newest))));
      also?.(step);
      return changed;
    });
    return rows[0] ?? null;
  } catch (error) {
    if (error instanceof Changed) return null;
    throw error;
  }
}
