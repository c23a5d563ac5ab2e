import type { ChangeEmailInput, User } from '@noek/contract/auth/schemas';
import { isUniqueViolation, type Step } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { requireDeliverable } from '../../outbox/require-deliverable.ts';
import { announceAccount } from '../account/announce-account.ts';
import { runAfter } from '../account-dependents.ts';
import { emailChangedMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, toUser, type UserRow } from '../auth.queries.ts';
import { limit, limitMailbox, requireMailQuota } from '../limits/auth-limits.ts';
import { checkOwnPassword, wrongPassword } from '../password/password-check.ts';
import { emailToken } from '../secrets/email-token.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { mailNewAddressLink } from '../sign-up/new-address-link.ts';

/**
 * Changes the caller's email address immediately. The new address gets a verification link, and the last verified address a link
 * that undoes the change. Sessions stay. Throws UNAUTHORIZED, BAD_REQUEST (with `wrongPassword: true`, or for the current
 * address and one that cannot be sent to), CONFLICT for an address that is already in use, and RATE_LIMITED.
 */
export async function changeEmail(
  ctx: Ctx,
  { newEmail, password }: ChangeEmailInput,
): Promise<{ message: string; user: User }> {
  const me = requireSession(ctx);
  const checked = await checkOwnPassword(ctx, me, password);
  await limit(ctx, 'changeEmailUser', me.user.id);
  await limitMailbox(ctx, 'changeEmail', newEmail);
  await requireDeliverable(ctx, newEmail);
  const { users } = ctx.db.tables;
  const [before] = await ctx.db.orm.select().from(users).where(eq(users.id, me.user.id));
  if (!before) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
  if (before.email === newEmail) throw new AppError('BAD_REQUEST', 'This is already your email address.');
  const holder = await findUserByAddress(ctx.db, newEmail);
  if (holder && holder.id !== before.id) throw taken();
  const proven = before.emailVerifiedAt ? before.email : before.previousEmail;
  if (newEmail !== proven) {
    await requireMailQuota(ctx, 'verify-email', newEmail);
    if (proven) await requireMailQuota(ctx, 'email-changed', proven);
  }
  const user = await write(ctx, before, newEmail, checked).catch((error) => {
    if (isUniqueViolation(error)) throw taken();
    return refuseDeletedAccount(error);
  });
  announceMail(ctx);
  announceAccount(ctx, user.id);
  runAfter('afterEmailChange', ctx, user.id);
  return { message: 'Email Updated', user: toUser(user, ctx.now()) };
}

async function write(ctx: Ctx, before: UserRow, email: string, checked: string): Promise<UserRow> {
  const { users } = ctx.db.tables;
  const at = ctx.now();
  const proven = before.emailVerifiedAt ? before.email : before.previousEmail;
  const isRestored = email === proven;
  const change = {
    email,
    previousEmail: isRestored ? null : proven,
    emailVerifiedAt: isRestored ? at : null,
    updatedAt: at,
  };
  const {
    rows: [after],
  } = await ctx.db.atomic((step) => {
    const updated = step.must(
      step.orm
        .update(users)
        .set(change)
        .where(and(eq(users.id, before.id), eq(users.email, before.email), eq(users.passwordHash, checked)))
        .returning(),
      wrongPassword,
    );
    step.add(securityEvent(ctx, step.orm, { userId: before.id, kind: 'email-changed' }));
    if (isRestored) return updated;
    mailNewAddressLink(ctx, step, { ...before, email });
    if (proven) addUndoLink(ctx, step, before, { proven, newEmail: email });
    return updated;
  });
  return after as UserRow;
}

/** Mails a link that undoes the change, to the last verified address. */
function addUndoLink(
  ctx: Ctx,
  step: Step,
  { id: userId, name, ...before }: UserRow,
  { proven, newEmail }: { proven: string; newEmail: string },
): void {
  const undo = { purpose: 'undo-email-change', userId, email: provenEmail(before) } as const;
  const { token, statement } = emailToken(ctx, step.orm, undo);
  const content = emailChangedMail(ctx.config, { name, token, newEmail });
  step.add(statement);
  step.add(mailStatement(ctx, step.orm, { kind: 'email-changed', to: proven, userId, ...content }));
}

const taken = () => new AppError('CONFLICT', 'This email address is already in use.');
