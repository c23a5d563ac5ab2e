import { trashDays } from '@noek/contract/chat/limits';
import type { Database } from '@noek/db/database';
import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import type { Owner } from '../records/owner.ts';

/** The `deletedAt` of permanently deleted conversations that are being emptied. */
export const deletedForever = new Date(0);

/** The WHERE condition that excludes those. */
export const isKept = ({ tables: { conversations: c } }: Database): SQL =>
  or(isNull(c.deletedAt), gt(c.deletedAt, deletedForever)) as SQL;

/** Conversations deleted at this time or earlier have left the trash at `now`. */
export const trashEnd = (now: Date): Date => new Date(now.getTime() - trashDays * 24 * 60 * 60_000);

/**
 * The WHERE condition that limits a query to conversations that the owner can still restore. One that an import is still filling counts as
 * deleted and is not in the trash either.
 */
export function inTrashOf(db: Database, owner: Owner, now: Date): SQL {
  const { conversations } = db.tables;
  const column = owner.kind === 'user' ? conversations.userId : conversations.guestId;
  return and(
    eq(column, owner.id),
    gt(conversations.deletedAt, trashEnd(now)),
    isNull(conversations.importJobId),
  ) as SQL;
}
