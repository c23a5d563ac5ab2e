import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { isRemembered } from '../limits/rate-limit.ts';
import { hashToken } from '../secrets/one-time-token.ts';

/** The lifetime of the guest cookie, counted from the first visit. */
export const guestLifetimeMs = 90 * 24 * 60 * 60_000;

/** The id of the guest whose cookie this is; null if the guest does not exist or has expired. */
export async function readGuest({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const oldest = new Date(now().getTime() - guestLifetimeMs);
  const [row] = await guestByToken.run(db, { tokenHash: hashToken(token), oldest });
  return row?.id ?? null;
}

/** How long the cookie of a guest who has signed in is remembered: longer than any request takes. */
export const signedInGuestMs = 10 * 60_000;

/** The key under which the cookie of a guest who signed in is remembered, given its stored hash. */
export const signedInGuestKey = (tokenHash: string): string => JSON.stringify(['signedInGuest', tokenHash]);

/** The actor of a guest cookie. */
export async function readGuestActor(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  token: string,
): Promise<Extract<Actor, { kind: 'guest' }>> {
  const guestId = await readGuest(deps, token);
  if (guestId === null && (await isRemembered(deps, signedInGuestKey(hashToken(token)))))
    return { kind: 'guest', guestId, signedIn: true };
  return { kind: 'guest', guestId };
}

/** Whether the guest still exists. A sign-in from the same browser ends the guest while other requests are on their way. */
export async function isStillGuest({ db }: Pick<Deps, 'db'>, guestId: string): Promise<boolean> {
  const { guests } = db.tables;
  const rows = await db.orm.select({ id: guests.id }).from(guests).where(eq(guests.id, guestId));
  return rows.length > 0;
}

export const guestSignedIn = () => new AppError('GUEST_SIGNED_IN', 'You have signed in. Send your message again.');

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
