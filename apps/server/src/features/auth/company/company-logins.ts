import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { and, eq, inArray, notInArray, type SQL } from 'drizzle-orm';
import type { AppDeps } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { OidcLogin } from '../../../integrations/oidc/oidc-sign-in.ts';
import { openText, sealText } from '../../../sealed-text.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';

const purpose = 'noek company sign-in';

/**
 * The statement that records which session of the company's provider a login belongs to. `familyId` is the login, or the id of the challenge
 * that has to be answered first; `finishCompanyLogin` then replaces it.
 */
export function companyLoginStatement(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  orm: Orm,
  { familyId, userId, provider, login }: { familyId: string; userId: string; provider: string; login: OidcLogin },
): Statement {
  const id = randomUUID();
  const { issuer, subject } = login.identity;
  return orm.insert(db.tables.companyLogins).values({
    id,
    familyId,
    userId,
    provider,
    issuer,
    subject,
    sid: login.sid,
    refreshToken: login.refreshToken && sealRefreshToken(config, id, login.refreshToken),
    checkedAt: now(),
  });
}

/** The statement that gives such a record its login once the challenge is answered. It has no row if the provider has ended it since. */
export function finishCompanyLogin(
  { db }: Pick<Deps, 'db'>,
  orm: Orm,
  { challengeId, familyId }: { challengeId: string; familyId: string },
) {
  const { companyLogins: l } = db.tables;
  return orm.update(l).set({ familyId }).where(eq(l.familyId, challengeId)).returning({ id: l.id });
}

/** Encrypts the refresh token of a record. */
export const sealRefreshToken = (config: Deps['config'], id: string, token: string): string =>
  sealText(config, purpose, id, token);

/** Decrypts the refresh token of a record. Throws if it was encrypted with another secret. */
export const openRefreshToken = (config: Deps['config'], id: string, stored: string): string =>
  openText(config, purpose, id, stored);

/** Ends the logins that match, on all hosts. */
export async function endCompanyLogins(
  deps: Pick<AppDeps, 'db' | 'background' | 'accountDependents'>,
  which: SQL | undefined,
): Promise<void> {
  const { db } = deps;
  const { companyLogins: l, sessions: s } = db.tables;
  const found = await db.orm.selectDistinct({ userId: l.userId }).from(l).where(which);
  if (found.length === 0) return;
  const families = db.orm.select({ familyId: l.familyId }).from(l).where(which);
  const endAll = (orm: Orm) => orm.delete(s).where(inArray(s.familyId, families));
  // Twice: a concurrent login on another host holds its parent's rows, and the second statement sees what it inserted.
  await db.atomic((step) => {
    step.add(endAll(step.orm));
    step.add(endAll(step.orm));
    step.add(step.orm.delete(l).where(which));
    for (const { userId } of found) addSignOut(deps, step, userId);
  });
  for (const { userId } of found) announceSignOut(deps, userId);
}

/** Deletes the records of logins that have ended. */
export async function purgeCompanyLogins({ db }: Pick<Deps, 'db'>): Promise<void> {
  const { authChallenges: c, companyLogins: l, sessions: s } = db.tables;
  const families = db.orm.select({ id: s.familyId }).from(s);
  const challenges = db.orm.select({ id: c.id }).from(c);
  await db.write((orm) =>
    orm.delete(l).where(and(notInArray(l.familyId, families), notInArray(l.familyId, challenges))),
  );
}
