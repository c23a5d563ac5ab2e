import type { AdminUser, ChangeUserBody } from '@noek/contract/admin/schemas';
import { isUniqueViolation, type Step } from '@noek/db/database';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { runAfter } from '../../auth/account-dependents.ts';
import { administratorStep } from '../../auth/administrators/administrator-step.ts';
import { requireOtherAdministrator } from '../../auth/administrators/administrators.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { addressSetMail, passwordSetMail } from '../../auth/auth.mails.ts';
import { findUserByAddress, levelAt, provenEmail, type UserRow } from '../../auth/auth.queries.ts';
import { endChallengesStatement } from '../../auth/secrets/challenge.ts';
import { hashPassword } from '../../auth/secrets/password.ts';
import { securityEvent } from '../../auth/security-events/security-event.ts';
import type { SignedIn } from '../../auth/session/require-user.ts';
import { addSignOut, announceSignOut } from '../../auth/session/sign-out.ts';
import { revokeAllTokens } from '../../auth/tokens/revoke-token.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { requireDeliverable } from '../../outbox/require-deliverable.ts';
import { carryOutDecisions } from '../../subscription/decisions/carry-out-decisions.ts';
import { decideSubscription, dropDecision, writeDecision } from '../../subscription/decisions/decide-subscription.ts';
import type { Decided } from '../../subscription/rules/subscription-rules.ts';
import { stopWebhooksStatement } from '../../webhook-outbox/stop-webhooks.ts';
import { toAdminUser } from './people.queries.ts';
import { type UserChange, userChange } from './user-changes.ts';
import { readAccount } from './user-steps.ts';

const maxAttempts = 3;

/**
 * Changes an account as an administrator. Only what differs is changed and recorded. A new password ends the person's sessions, except the
 * caller's own, their API tokens and their reset links; a new address ends all links in earlier mails. The person gets a mail about both. A
 * change that takes the plan from a person who pays must say what happens to the subscription. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND,
 * SUBSCRIPTION_DECISION_REQUIRED, BAD_REQUEST (also for an address that cannot be sent to), and CONFLICT for a taken address and the only
 * administrator.
 */
export async function changeUser(
  ctx: Ctx,
  { id, reason, newPassword, subscription, ...fields }: ChangeUserBody & { id: string },
): Promise<AdminUser> {
  const caller = requireAdministrator(ctx);
  const passwordHash =
    newPassword === undefined ? undefined : await hashPassword(newPassword, { rank: 'known', of: caller.user.id });
  for (let attempt = 1; ; attempt++) {
    const before = await readAccount(ctx, id);
    const change = userChange(before, fields, { passwordHash, now: ctx.now() });
    const level = change.columns.accessLevel ?? levelAt(before, ctx.now());
    const decided = await decideSubscription(ctx, before, {
      decision: subscription,
      reason,
      losesPlan: change.columns.accessLevel === 'basic',
      isWithoutPlan: level === 'basic' || before.suspendedAt !== null,
    });
    if (decided) change.audit.subscription = [null, decided.decision];
    if (Object.keys(change.columns).length === 0 && !decided) return toAdminUser(before, ctx.now());
    const { email } = change.columns;
    if (email) await requireDeliverable(ctx, email);
    const holder = email && (await findUserByAddress(ctx.db, email));
    if (holder && holder.id !== id) throw taken();
    try {
      return toAdminUser(await write(ctx, caller, { before, change, decided, reason }), ctx.now());
    } catch (error) {
      if (isUniqueViolation(error)) throw taken();
      if (attempt === maxAttempts || !(error instanceof ChangedMeanwhile)) throw error;
    }
  }
}

/** Another call has changed the account in the meantime. */
class ChangedMeanwhile extends Error {}

async function write(
  ctx: Ctx,
  caller: SignedIn,
  {
    before,
    change,
    decided,
    reason,
  }: { before: UserRow; change: UserChange; decided: Decided | null; reason: string | undefined },
): Promise<UserRow> {
  const { users } = ctx.db.tables;
  const { id } = before;
  const { columns, audit } = change;
  const asRead = [
    eq(users.id, id),
    eq(users.name, before.name),
    eq(users.email, before.email),
    eq(users.accessLevel, before.accessLevel),
    before.previousEmail === null ? isNull(users.previousEmail) : eq(users.previousEmail, before.previousEmail),
  ];
  const detail = { ...audit, ...(reason && { reason }) };
  const hasPlan = columns.accessLevel !== undefined && columns.accessLevel !== 'basic';
  const isDemoted = before.accessLevel === 'admin' && columns.accessLevel !== undefined;
  const entry = { action: 'user.updated', targetUserId: id, detail };
  const {
    rows: [after],
  } = await administratorStep(ctx, entry, (step, administrators) => {
    if (isDemoted) step.check(() => requireOtherAdministrator(administrators, id));
    const updated = step.must(
      step.orm
        .update(users)
        .set({ ...columns, updatedAt: ctx.now() })
        .where(and(...asRead))
        .returning(),
      () => new ChangedMeanwhile(),
    );
    if (columns.passwordHash) endAccess(ctx, step, before, caller);
    if (columns.email) endLinks(ctx, step, before, columns.email);
    if (decided) writeDecision(ctx, step, { ...before, ...columns }, decided);
    if (hasPlan) step.add(dropDecision(ctx, step.orm, id));
    return updated;
  });
  announceMail(ctx);
  announceAccount(ctx, id);
  if (decided) ctx.background.run('a subscription could not be ended', () => carryOutDecisions(ctx));
  if (columns.email) runAfter('afterEmailChange', ctx, id);
  if (columns.passwordHash) announceSignOut(ctx, id);
  return after as UserRow;
}

function endAccess(ctx: Ctx, step: Step, before: UserRow, caller: SignedIn): void {
  const { emailTokens, sessions } = ctx.db.tables;
  const { id } = before;
  step.add(step.orm.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, caller.sessionId))));
  addSignOut(ctx, step, id);
  revokeAllTokens(ctx.db, step, id);
  step.add(stopWebhooksStatement(ctx, step.orm, id));
  step.add(endChallengesStatement(ctx, step.orm, id));
  step.add(
    securityEvent({ ...ctx, request: undefined }, step.orm, {
      userId: id,
      kind: 'password-changed',
      detail: 'by an administrator',
    }),
  );
  step.add(
    step.orm.delete(emailTokens).where(and(eq(emailTokens.userId, id), eq(emailTokens.purpose, 'reset-password'))),
  );
  step.add(
    mailStatement(ctx, step.orm, {
      kind: 'password-changed',
      to: provenEmail(before),
      userId: id,
      ...passwordSetMail(ctx.config, before),
    }),
  );
}

function endLinks(ctx: Ctx, step: Step, before: UserRow, newEmail: string): void {
  const { emailTokens } = ctx.db.tables;
  step.add(step.orm.delete(emailTokens).where(eq(emailTokens.userId, before.id)));
  step.add(
    mailStatement(ctx, step.orm, {
      kind: 'email-changed',
      to: provenEmail(before),
      userId: before.id,
      ...addressSetMail(ctx.config, { name: before.name, newEmail }),
    }),
  );
}

const taken = () => new AppError('CONFLICT', 'This email address is already in use.');
