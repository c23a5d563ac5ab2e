import { and, eq, exists, gt, isNotNull, lte } from 'drizzle-orm';
import type { AppDeps } from '../../../context.ts';
import type { Company } from '../../../integrations/oidc/companies.ts';
import { OidcError, type OidcIdentity, RefreshRefused } from '../../../integrations/oidc/oidc-sign-in.ts';
import { announceAccount } from '../account/announce-account.ts';
import { LevelChanged } from '../oidc/level-changed.ts';
import { endCompanyLogins, openRefreshToken, sealRefreshToken } from './company-logins.ts';
import { groupLevelStep } from './group-level.ts';

/** How old what the provider said may be while a login is used. */
const checkEveryMs = 15 * 60_000;
const atOnce = 10;
const maxAttempts = 3;
const maxRounds = 1_000;

type RefreshDeps = Pick<
  AppDeps,
  'db' | 'config' | 'now' | 'log' | 'companies' | 'accountDependents' | 'background' | 'live'
>;
type Due = {
  id: string;
  userId: string;
  provider: string;
  subject: string;
  refreshToken: string;
  checkedAt: Date;
};

/** Asks as `refreshCompanyLogins` does, unless it is still asking. */
export function createCompanyRefresh(deps: RefreshDeps): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return () => {
    asking ??= refreshCompanyLogins(deps).finally(() => {
      asking = null;
    });
    return asking;
  };
}

/**
 * Asks the providers of companies about the people whose logins were used since the last time, at most every 15 minutes per login. Their
 * groups decide about the level again. A login that its provider refuses ends on all hosts. Without a refresh token, a provider cannot be
 * asked.
 */
export async function refreshCompanyLogins(deps: RefreshDeps): Promise<void> {
  // Each round takes its logins out of what is due. If that fails, the next call tries again.
  for (let round = 0; round < maxRounds; round++) {
    const due = await dueLogins(deps);
    await Promise.all(due.map((login) => refreshLogin(deps, login)));
    if (due.length < atOnce) return;
  }
}

async function dueLogins({ db, now }: RefreshDeps): Promise<Due[]> {
  const { companyLogins: l, sessions: s } = db.tables;
  const { id, userId, provider, subject, refreshToken, checkedAt } = l;
  const isUsed = db.orm
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.familyId, l.familyId), gt(s.lastSeenAt, l.checkedAt), gt(s.expiresAt, now())));
  const rows = await db.orm
    .select({ id, userId, provider, subject, refreshToken, checkedAt })
    .from(l)
    .where(and(isNotNull(refreshToken), lte(checkedAt, new Date(now().getTime() - checkEveryMs)), exists(isUsed)))
    .limit(atOnce);
  return rows.flatMap((row) => (row.refreshToken === null ? [] : [{ ...row, refreshToken: row.refreshToken }]));
}

async function refreshLogin(deps: RefreshDeps, login: Due): Promise<void> {
  const { db, config, companies, log } = deps;
  const { companyLogins: l } = db.tables;
  const { id, provider, subject } = login;
  const company = companies.get(provider);
  try {
    // One process asks. A failure is not repeated before the next time is due.
    const [claimed] = await db.write((orm) =>
      orm
        .update(l)
        .set({ checkedAt: deps.now() })
        .where(and(eq(l.id, id), eq(l.checkedAt, login.checkedAt)))
        .returning({ id: l.id }),
    );
    if (!claimed) return;
    // The provider was taken out of the settings, so nothing confirms the login any more.
    if (!company) throw new RefreshRefused();
    const { identity, refreshToken } = await company.client.refresh(
      openRefreshToken(config, id, login.refreshToken),
      subject,
    );
    await db.write((orm) =>
      orm
        .update(l)
        .set({ refreshToken: sealRefreshToken(config, id, refreshToken) })
        .where(eq(l.id, id)),
    );
    if (identity) await applyGroups(deps, company, identity, login.userId);
  } catch (error) {
    if (error instanceof RefreshRefused) return endCompanyLogins(deps, eq(l.id, id));
    const cause = error instanceof OidcError ? (error.cause as Error | undefined)?.message : error;
    log.warn({ provider, cause }, 'a company could not be asked about a person');
  }
}

/** Changes the level if the groups say so. */
async function applyGroups(deps: RefreshDeps, company: Company, identity: OidcIdentity, userId: string): Promise<void> {
  const { users } = deps.db.tables;
  for (let attempt = 1; ; attempt++)
    try {
      const [user] = await deps.db.orm
        .select({ accessLevel: users.accessLevel })
        .from(users)
        .where(eq(users.id, userId));
      const change = user && (await groupLevelStep(deps, company, identity, { userId, ...user }));
      if (!change) return;
      await deps.db.atomic((step) => {
        change.lock(step);
        change.addTo(step);
      });
      return announceAccount(deps, userId);
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof LevelChanged)) throw error;
    }
}
