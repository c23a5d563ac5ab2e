import type { Database } from '@noek/db/database';
import { and, eq, inArray, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { AccountDependent } from '../account-dependents.ts';

type Parts = readonly AccountDependent[];

/** The entry that says that an account was deleted. It stays. */
export const deletedAction = 'user.deleted';
const entriesPerStep = 500;

/**
 * Deletes a part of what a deleted account has left, and finally its row. Returns false once nothing is left. Any process may repeat it at
 * any time. Throws the error of an external service that refuses to end something that began during the deletion.
 */
export async function emptyAccount(deps: Deps, parts: Parts, userId: string): Promise<boolean> {
  if (await forgetEntries(deps.db, userId)) return true;
  for (const part of parts) if (await part.empty?.(deps, userId)) return true;
  await removeRow(deps, parts, userId);
  return false;
}

/** What an administrator did to the person, and why, may name them. */
async function forgetEntries(db: Database, userId: string): Promise<boolean> {
  const { auditLog: log } = db.tables;
  const some = (which: SQL | undefined) =>
    db.orm
      .select({ id: log.id })
      .from(log)
      .where(which)
      .limit(entriesPerStep)
      .then((rows) => rows.map(({ id }) => id));
  const about = await some(and(eq(log.targetUserId, userId), ne(log.action, deletedAction)));
  if (about.length > 0)
    await db.write((orm) => orm.update(log).set({ targetUserId: null, detail: {} }).where(inArray(log.id, about)));
  const by = await some(eq(log.actorId, userId));
  if (by.length > 0) await db.write((orm) => orm.update(log).set({ actorId: null }).where(inArray(log.id, by)));
  return about.length + by.length > 0;
}

async function removeRow(deps: Deps, parts: Parts, userId: string): Promise<void> {
  const { users } = deps.db.tables;
  for (const part of parts) await part.beforeDeletion?.(deps, userId);
  await deps.db.atomic((step) => {
    for (const part of parts) part.deleteAccount?.(deps, step, userId);
    step.add(step.orm.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletedAt))));
    for (const part of parts) part.removeLate?.(deps, step, userId);
  });
}

/** Deletes what an account had outside the database. */
export async function removeFiles(deps: Deps, parts: Parts, userId: string): Promise<void> {
  for (const part of parts)
    try {
      await part.afterDeletion?.(deps, userId);
    } catch (error) {
      // The account is gone anyway.
      deps.log.error({ err: error }, 'what a deleted account had outside the database could not be removed');
    }
}
