import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, inArray, lte, not, type SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { guestLifetimeMs } from './guest/read-guest.ts';
import { signUpWaitsMs } from './sign-up/sign-up-link.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const guestsAtOnce = 100;
const guestRounds = 100;

/**
 * Deletes what can have no effect any more: sessions, links and sign-ups that expired, rates that are full again, and guests whose
 * cookie expired, with the chats nobody can reach. Used cross-domain tokens stay an hour, so that a late replay is seen.
 */
export async function purgeAuthRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { crossDomainTokens, emailTokens, guests, rateLimits, sessions } = db.tables;
  const nowMs = now().getTime();
  const before = (ms: number) => new Date(nowMs - ms);
  await db.orm.delete(sessions).where(lte(sessions.expiresAt, before(0)));
  const isWaiting = and(eq(emailTokens.purpose, 'sign-up'), gt(emailTokens.createdAt, before(signUpWaitsMs)));
  await db.orm.delete(emailTokens).where(and(lte(emailTokens.expiresAt, before(0)), not(isWaiting as SQL)));
  await db.orm.delete(crossDomainTokens).where(lte(crossDomainTokens.expiresAt, before(HOUR)));
  await db.orm.delete(rateLimits).where(lte(rateLimits.arrivalMs, nowMs));

  // Chats go with their guests, so these rows can be many: a few at a time, and the rest in an hour.
  const expired = db.orm
    .select({ id: guests.id })
    .from(guests)
    .where(lte(guests.createdAt, before(guestLifetimeMs + DAY)))
    .limit(guestsAtOnce);
  for (let round = 0; round < guestRounds; round++) {
    const gone = await db.orm.delete(guests).where(inArray(guests.id, expired)).returning({ id: guests.id });
    if (gone.length < guestsAtOnce) break;
    await setImmediate();
  }
}
