import { trashDays } from '@noek/contract/limits';
import type { Database } from '@noek/db/database';
import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { Owner } from '../owner.ts';

/** What was deleted at this moment or before has left the trash at the moment `now`. */
export const trashEnd = (now: Date): Date => new Date(now.getTime() - trashDays * 24 * 60 * 60_000);

/** The WHERE part that keeps a query on conversations to what the owner can still take out of the trash. */
export function inTrashOf(db: Database, owner: Owner, now: Date): SQL {
  const { conversations } = db.tables;
  const column = owner.kind === 'user' ? conversations.userId : conversations.guestId;
  return and(eq(column, owner.id), gt(conversations.deletedAt, trashEnd(now))) as SQL;
}
