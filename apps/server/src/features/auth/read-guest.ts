import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { hashToken } from './one-time-token.ts';

/** As long as the guest's cookie: counted from the first visit. */
export const guestLifetimeMs = 90 * 24 * 60 * 60_000;

/** The id of the guest whose cookie this is; null when there is none (any more). */
export async function readGuest({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const oldest = new Date(now().getTime() - guestLifetimeMs);
  const [row] = await guestByToken.run(db, { tokenHash: hashToken(token), oldest });
  return row?.id ?? null;
}

/** Every request of a guest runs this query. */
const guestByToken = preparedQuery<{ tokenHash: string; oldest: Date }, { id: string }[]>(
  'guest_by_token',
  (orm, { guests }, value) =>
    orm
      .select({ id: guests.id })
      .from(guests)
      .where(
        and(
          eq(guests.tokenHash, value('tokenHash')),
          gt(guests.createdAt, sql.param(value('oldest'), guests.createdAt)),
        ),
      ),
);
