import { isUniqueViolation, type Orm, type Step } from '@noek/db/database';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { uncountMemories } from '../records/memory.queries.ts';

const maxTries = 20;

type Forgetting = {
  userId: string;
  /** The memories to delete. Those that are gone already, or are not the person's, are left out. */
  ids: readonly string[];
  /** Names the answer that proposed it and its step, as "answer id:step". */
  key: string;
  /** The statement that permits it, in the same step. If it returns no row, nothing is deleted. */
  claim(orm: Orm, deleted: ReadonlySet<string>): PromiseLike<unknown[]>;
};

/**
 * Deletes memories that an answer proposed to delete, all in one step. Each can be restored for a day (undo-memory-change.ts). Resolves to
 * false if the claim shows that another decision was made.
 */
export async function forgetMemories(deps: Pick<Deps, 'db' | 'now'>, forgetting: Forgetting): Promise<boolean> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const outcome = await tryToForget(deps, forgetting);
    if (outcome !== 'changed') return outcome === 'done';
  }
  throw new AppError('UNAVAILABLE', 'These memories are being changed elsewhere. Please try again.');
}

class Refused extends Error {
  readonly why: 'claimed' | 'changed';
  constructor(why: 'claimed' | 'changed') {
    super(why);
    this.why = why;
  }
}

async function tryToForget(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, ids, key, claim }: Forgetting,
): Promise<'done' | 'claimed' | 'changed'> {
  const { memories: m, memoryVersions: v } = db.tables;
  const own = and(eq(m.userId, userId), inArray(m.id, [...ids]));
  const before = ids.length > 0 ? await db.orm.select().from(m).where(own) : [];
  const at = now();
  const versions = before.map(({ id, ...said }) => ({
    ...said,
    id: uuidv7(),
    memoryId: id,
    replacedAt: at,
    replacedBy: key,
    forgottenAt: at,
  }));
  const unchanged = new Map(before.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
  const forget = (step: Step): void => {
    step.add(uncountMemories(db, step.orm, userId, before.length));
    const deleted = step.add(step.orm.delete(m).where(own).returning({ id: m.id, updatedAt: m.updatedAt }));
    step.add(
      step.orm
        .delete(v)
        .where(and(eq(v.userId, userId), inArray(v.memoryId, [...unchanged.keys()]), isNull(v.forgottenAt))),
    );
    step.add(step.orm.insert(v).values(versions));
    step.check(() => {
      const isSame = deleted.rows.every((row) => unchanged.get(row.id) === row.updatedAt.getTime());
      if (deleted.rows.length !== before.length || !isSame) throw new Refused('changed');
    });
  };
  try {
    await db.atomic((step) => {
      step.must(claim(step.orm, new Set(unchanged.keys())), () => new Refused('claimed'));
      if (before.length > 0) forget(step);
    });
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.why;
    // The same decision was made at the same time, and its versions are there.
    if (isUniqueViolation(error)) return 'claimed';
    throw error;
  }
}
