import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, isNotNull, lte, ne, notInArray, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { Worker } from '../../../worker.ts';
import { deletionTopic } from '../../auth/account/announce-deletion.ts';
import { emptyAccount, removeFiles } from '../../auth/account/empty-account.ts';
import type { AccountDependent } from '../../auth/account-dependents.ts';
import { emptyConversations } from './empty-conversations.ts';
import { trashEnd } from './trash.ts';

const leaseMs = 30_000;
/**
 * Other work runs between two steps for at least as long as the step took, so that a slow disk or a busy machine slows deletions down, not
 * people.
 */
const pauseMs = 5;
const failure = 'what was deleted could not be emptied';

/** Deletes a part of something else that was deleted. Resolves to false if there is nothing. */
export type EmptyingStep = () => Promise<boolean>;

/**
 * Empties deleted conversations, accounts and what `others` delete in small steps, in one process at a time. What is left of them is in the
 * database, so another process, or this one after a restart, continues where it ended.
 */
export function createDeletions(
  deps: Deps,
  parts: readonly AccountDependent[],
  others: readonly EmptyingStep[] = [],
): Worker {
  /**
   * Rows may be gone already, because small deletions end before they are announced and a killed process may not announce them. Their bytes
   * must still be erased.
   */
  let announced = true;
  return new Worker(deps, {
    topic: deletionTopic,
    failure,
    pollEveryMs: 60_000,
    onAnnounced() {
      announced = true;
    },
    async step(stop) {
      const emptied = await emptyDeleted(deps, parts, { others, stop });
      if (emptied || announced) deps.db.eraseDeleted();
      announced = false;
      return false;
    },
  });
}

/**
 * Empties everything that was deleted, unless another process does. Ends early when the signal aborts. Resolves to whether there was
 * anything.
 */
export async function emptyDeleted(
  deps: Deps,
  parts: readonly AccountDependent[],
  { others = [], stop }: { others?: readonly EmptyingStep[]; stop?: AbortSignal } = {},
): Promise<boolean> {
  if (!(await takeLease(deps))) return false;
  let emptied = false;
  let leasedAt = performance.now();
  const failed: string[] = [];
  try {
    for (;;) {
      const began = performance.now();
      if (stop?.aborted) return emptied;
      const some = (await purgeTrash(deps)) || (await someOf(others)) || (await emptyNextAccount(deps, parts, failed));
      if (!some) return emptied;
      emptied = true;
      await wait(Math.max(pauseMs, performance.now() - began));
      if (performance.now() - leasedAt < leaseMs / 3) continue;
      if (!(await takeLease(deps))) return emptied;
      leasedAt = performance.now();
    }
  } finally {
    await releaseLease(deps);
  }
}

async function someOf(steps: readonly EmptyingStep[]): Promise<boolean> {
  for (const step of steps) if (await step()) return true;
  return false;
}

async function emptyNextAccount(deps: Deps, parts: readonly AccountDependent[], failed: string[]): Promise<boolean> {
  const { users: u } = deps.db.tables;
  const [next] = await deps.db.orm
    .select({ id: u.id })
    .from(u)
    .where(and(isNotNull(u.deletedAt), notInArray(u.id, failed)))
    .orderBy(asc(u.deletedAt))
    .limit(1);
  if (!next) return false;
  try {
    if (await emptyAccount(deps, parts, next.id)) return true;
    await removeFiles(deps, parts, next.id);
  } catch (error) {
    // It is retried later. Other accounts do not wait for it.
    failed.push(next.id);
    deps.log.error({ err: error }, failure);
  }
  return true;
}

const name = 'deletions';

/** Claims the work for this process for a while, or renews its claim. Returns false if another process has it. */
async function takeLease({ db, now, bootId }: Deps): Promise<boolean> {
  const { leases: l } = db.tables;
  const claim = { bootId, until: new Date(now().getTime() + leaseMs) };
  // The embedded engine has one server process: any other one has ended.
  const isFree = or(lte(l.until, now()), db.engine === 'sqlite' ? ne(l.bootId, bootId) : undefined);
  const [row] = await db.write((orm) =>
    orm
      .insert(l)
      .values({ name, ...claim })
      .onConflictDoUpdate({ target: l.name, set: claim, setWhere: or(eq(l.bootId, bootId), isFree) })
      .returning({ bootId: l.bootId }),
  );
  return row !== undefined;
}

async function releaseLease({ db, bootId }: Deps): Promise<void> {
  const { leases: l } = db.tables;
  await db.write((orm) => orm.delete(l).where(and(eq(l.name, name), eq(l.bootId, bootId))));
}

/**
 * Deletes a part of the conversations that have left the trash, after 30 days or because they were permanently deleted. Returns false if
 * there are none.
 */
export const purgeTrash = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  emptyConversations(db, lte(db.tables.conversations.deletedAt, trashEnd(now())));
