import { setImmediate } from 'node:timers/promises';
import { expiredTokenDays } from '@noek/contract/limits';
import { and, eq, gt, inArray, lte, not, type SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { isUndone } from './email/undo-email-change.ts';
import { guestLifetimeMs } from './guest/read-guest.ts';
import { signUpLifetimeMs } from './sign-up/sign-up-link.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const guestBatchSize = 100;
const maxGuestBatches = 100;

/**
 * Deletes what no longer has any effect: expired sessions, links and sign-ups, tokens that expired a month ago, rate limits that are
 * full again, and guests whose cookie expired, with their chats. Cross-domain tokens stay for another hour, so that a late replay is detected.
 */
export async function purgeAuthRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { apiTokens, crossDomainTokens, emailTokens, guests, rateLimits, sessions, users } = db.tables;
  const nowMs = now().getTime();
  const before = (ms: number) => new Date(nowMs - ms);
  await db.orm.delete(sessions).where(lte(sessions.expiresAt, before(0)));
  await db.orm.delete(apiTokens).where(lte(apiTokens.expiresAt, before(expiredTokenDays * DAY)));
  const isPending = and(eq(emailTokens.purpose, 'sign-up'), gt(emailTokens.createdAt, before(signUpLifetimeMs)));
  // Until a new password is set, sign-in says why one is needed.
  const withoutPassword = db.orm.select({ id: users.id }).from(users).where(eq(users.needsPasswordReset, true));
  const isReason = and(isUndone(db), inArray(emailTokens.userId, withoutPassword));
  await db.orm
    .delete(emailTokens)
    .where(and(lte(emailTokens.expiresAt, before(0)), not(isPending as SQL), not(isReason as SQL)));
  await db.orm.delete(crossDomainTokens).where(lte(crossDomainTokens.expiresAt, before(HOUR)));
  await db.orm.delete(rateLimits).where(lte(rateLimits.arrivalMs, nowMs));

  // Deleting guests deletes their chats too, which can be many rows: this runs in batches, and the next run does the rest.
  const expired = db.orm
    .select({ id: guests.id })
    .from(guests)
    .where(lte(guests.createdAt, before(guestLifetimeMs + DAY)))
    .limit(guestBatchSize);
  for (let round = 0; round < maxGuestBatches; round++) {
    const gone = await db.orm.delete(guests).where(inArray(guests.id, expired)).returning({ id: guests.id });
    if (gone.length < guestBatchSize) break;
    await setImmediate();
  }
}
