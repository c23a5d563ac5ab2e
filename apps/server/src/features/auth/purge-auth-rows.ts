import { setImmediate } from 'node:timers/promises';
import { expiredTokenDays } from '@noek/contract/auth/limits';
import { and, eq, gt, inArray, isNotNull, lte, not, or, type SQL } from 'drizzle-orm';
import type { AppDeps } from '../../context.ts';
import { purgeApps } from './apps/clients/purge-apps.ts';
import { purgeCompanyLogins } from './company/company-logins.ts';
import { isUndone } from './email/undo-email-change.ts';
import { guestLifetimeMs } from './guest/read-guest.ts';
import { signUpLifetimeMs } from './sign-up/sign-up-link.ts';
import { purgeTokenMessages } from './tokens/token-messages.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const guestBatchSize = 100;
const maxGuestBatches = 100;

/**
 * Deletes what no longer has any effect: expired sessions, records of company logins that have ended, links and sign-ups, tokens that
 * expired a month ago, rate limits that are full again, and guests whose cookie expired, with their chats. Cross-domain tokens stay for
 * another hour, so that a late replay is detected.
 */
export async function purgeAuthRows({
  db,
  now,
  accountDependents,
}: Pick<AppDeps, 'db' | 'now' | 'accountDependents'>): Promise<void> {
  const { apiTokens, authChallenges, crossDomainTokens, emailTokens, guests, rateLimits, sessions, users } = db.tables;
  const nowMs = now().getTime();
  const before = (ms: number) => new Date(nowMs - ms);
  await db.write((orm) => orm.delete(sessions).where(lte(sessions.expiresAt, before(0))));
  await purgeCompanyLogins({ db });
  await db.write((orm) =>
    orm
      .delete(apiTokens)
      .where(
        or(
          lte(apiTokens.expiresAt, before(expiredTokenDays * DAY)),
          and(isNotNull(apiTokens.appId), lte(apiTokens.expiresAt, before(0))),
        ),
      ),
  );
  await purgeApps({ db, now });
  await purgeTokenMessages({ db, now });
  const isPending = and(eq(emailTokens.purpose, 'sign-up'), gt(emailTokens.createdAt, before(signUpLifetimeMs)));
  // Until a new password is set, sign-in says why one is needed.
  const withoutPassword = db.orm.select({ id: users.id }).from(users).where(eq(users.needsPasswordReset, true));
  const isReason = and(isUndone(db), inArray(emailTokens.userId, withoutPassword));
  await db.write((orm) =>
    orm
      .delete(emailTokens)
      .where(and(lte(emailTokens.expiresAt, before(0)), not(isPending as SQL), not(isReason as SQL))),
  );
  await db.write((orm) => orm.delete(crossDomainTokens).where(lte(crossDomainTokens.expiresAt, before(HOUR))));
  await db.write((orm) => orm.delete(authChallenges).where(lte(authChallenges.expiresAt, before(0))));
  await db.write((orm) => orm.delete(rateLimits).where(lte(rateLimits.arrivalMs, nowMs)));

  // Guests are deleted in batches, and the next run does the rest. Their chats, which can be many rows, are deleted before them.
  for (let round = 0; round < maxGuestBatches; round++) {
    const expired = await db.orm
      .select({ id: guests.id })
      .from(guests)
      .where(lte(guests.createdAt, before(guestLifetimeMs + DAY)))
      .limit(guestBatchSize);
    const ids = expired.map(({ id }) => id);
    for (const part of accountDependents) while (await part.emptyGuests?.({ db }, ids)) await setImmediate();
    await db.write((orm) => orm.delete(guests).where(inArray(guests.id, ids)));
    if (ids.length < guestBatchSize) break;
    await setImmediate();
  }
}
