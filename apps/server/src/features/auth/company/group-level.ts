import type { AccessLevel } from '@noek/contract/subscription/plans';
import type { Step } from '@noek/db/database';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AppDeps } from '../../../context.ts';
import type { Company } from '../../../integrations/oidc/companies.ts';
import type { OidcIdentity } from '../../../integrations/oidc/oidc-sign-in.ts';
import type { StoredLevel } from '../account-dependents.ts';
import { isOnlyAdministrator, lockAdministrators } from '../administrators/administrators.ts';
import { type AuditRecord, auditStatement } from '../administrators/audit-statement.ts';

import { LevelChanged } from '../oidc/level-changed.ts';

export type GroupLevelDeps = Pick<AppDeps, 'db' | 'now' | 'log' | 'accountDependents'>;

/** A change of a level, for the step of a sign-in or a refresh. */
export type LevelStep = {
  /** Call it first in the step. It locks the administrators. */
  lock(step: Step): void;
  /** Call it once the account and its identity exist. The step throws LevelChanged if something else has changed the level. */
  addTo(step: Step): void;
};

type Member = Pick<OidcIdentity, 'issuer' | 'subject' | 'groups'>;

/**
 * What the groups of an identity change about the level of its account, or null. A member of one of the company's `adminGroups` becomes an
 * administrator. Who became one in that way and is no longer a member loses the level, and keeps the plan that they pay for. Who became one
 * in another way stays one, and so does the last administrator who can sign in.
 */
export async function groupLevelStep(
  deps: GroupLevelDeps,
  company: Pick<Company, 'id' | 'adminGroups'>,
  member: Member,
  { userId, accessLevel }: { userId: string; accessLevel: AccessLevel },
): Promise<LevelStep | null> {
  const isMember = company.adminGroups?.some((group) => member.groups.includes(group)) ?? false;
  const by = { by: 'group', provider: company.id };
  if (isMember) {
    if (accessLevel === 'admin') return null;
    return levelStep(deps, member, {
      to: { accessLevel: 'admin', premiumUntil: null },
      entry: { action: 'user.made-admin', targetUserId: userId, detail: by },
    });
  }
  if (accessLevel !== 'admin' || !(await isByGroup(deps, member))) return null;
  if (await isOnlyAdministrator(deps, userId)) {
    deps.log.warn({ userId, provider: company.id }, 'the last administrator left the group, and keeps the level');
    return null;
  }
  const to = await levelWithoutGroup(deps, userId);
  return levelStep(deps, member, {
    to,
    entry: {
      action: 'user.level-changed',
      targetUserId: userId,
      detail: { from: 'admin', to: to.accessLevel, ...by },
    },
  });
}

async function isByGroup({ db }: GroupLevelDeps, { issuer, subject }: Member): Promise<boolean> {
  const { identities: i } = db.tables;
  const [row] = await db.orm
    .select({ adminSince: i.adminSince })
    .from(i)
    .where(and(eq(i.issuer, issuer), eq(i.subject, subject)));
  return row !== undefined && row.adminSince !== null;
}

async function levelWithoutGroup(deps: GroupLevelDeps, userId: string): Promise<StoredLevel> {
  for (const part of deps.accountDependents) {
    const paid = await part.paidLevel?.(deps, userId);
    if (paid) return paid;
  }
  return { accessLevel: 'basic', premiumUntil: null };
}

function levelStep(
  deps: GroupLevelDeps,
  { issuer, subject }: Member,
  { to, entry }: { to: StoredLevel; entry: AuditRecord & { targetUserId: string } },
): LevelStep {
  const { identities, users } = deps.db.tables;
  const isRaise = to.accessLevel === 'admin';
  const at = deps.now();
  return {
    lock: (step) => lockAdministrators(deps, step),
    addTo(step) {
      const changed = step.add(
        step.orm
          .update(users)
          .set({ ...to, updatedAt: at })
          .where(
            and(
              eq(users.id, entry.targetUserId),
              isNull(users.suspendedAt),
              isRaise ? ne(users.accessLevel, 'admin') : eq(users.accessLevel, 'admin'),
            ),
          )
          .returning({ id: users.id }),
      );
      const administrators = step.add(
        step.orm
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.accessLevel, 'admin'), isNull(users.suspendedAt)))
          .limit(1),
      );
      step.add(
        step.orm
          .update(identities)
          .set({ adminSince: isRaise ? at : null })
          .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject))),
      );
      step.add(auditStatement(deps, step.orm, entry));
      step.check(() => {
        // Without any administrator left, two of them lost the level at once. The second attempt finds that one is the last.
        if (changed.rows.length === 0 || administrators.rows.length === 0) throw new LevelChanged();
      });
    },
  };
}
