import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { hashToken } from '../cross-domain/one-time-token.ts';
import { isRemembered } from '../limits/rate-limit.ts';

/** As long as the guest's cookie: counted from the first visit. */
export const guestLifetimeMs = 90 * 24 * 60 * 60_000;

/** The id of the guest whose cookie this is; null when there is none (any more). */
export async function readGuest({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<string | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const oldest = new Date(now().getTime() - guestLifetimeMs);
  const [row] = await guestByToken.run(db, { tokenHash: hashToken(token), oldest });
  return row?.id ?? null;
}

/** How long a request with the cookie of a guest who has signed in is told so: longer than one can be on its way. */
export const signedInGuestMs = 10 * 60_000;

/** The name under which the cookie of a guest who signed in is noted, given its stored hash. */
export const signedInGuestKey = (tokenHash: string): string => JSON.stringify(['signedInGuest', tokenHash]);

/** The actor behind a guest cookie. */
export async function readGuestActor(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  token: string,
): Promise<Extract<Actor, { kind: 'guest' }>> {
  const guestId = await readGuest(deps, token);
  if (guestId === null && (await isRemembered(deps, signedInGuestKey(hashToken(token)))))
    return { kind: 'guest', guestId, signedIn: true };
  return { kind: 'guest', guestId };
}

/** Is the guest still one? A sign-in from the same browser ends that while other requests are on their way. */
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
