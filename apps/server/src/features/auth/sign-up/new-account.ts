import type { Step } from '@noek/db/database';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { eventStatement } from '../../webhook-outbox/event-statement.ts';
import { auditStatement } from '../administrators/audit-statement.ts';

type NewAccount = { id: string; email: string; name: string; passwordHash: string | null; needsPasswordReset: boolean };

/**
 * The statements that create an account for a person who proved that they own its address. An account that uses the address
 * without proof loses it, and nothing of it gets into the new account: it returns to its previous address or, if it was
 * never signed in to, is deleted. If the address is proven there too, the insert violates the unique index. Call `announceEvents` after
 * the commit.
 */
export function insertAccount(ctx: Ctx, step: Step, account: NewAccount): void {
  const { emailTokens, outbox, users } = ctx.db.tables;
  const at = ctx.now();
  const unproven = and(eq(users.email, account.email), isNull(users.emailVerifiedAt));
  step.add(
    step.orm
      .update(users)
      .set({ email: users.previousEmail as never, previousEmail: null, emailVerifiedAt: at, updatedAt: at })
      .where(and(unproven, isNotNull(users.previousEmail))),
  );
  step.add(step.orm.delete(users).where(and(unproven, isNull(users.previousEmail), isNull(users.signedInAt))));
  step.add(
    step.orm.insert(users).values({
      ...account,
      emailVerifiedAt: at,
      specialFeatures: [],
      createdAt: at,
      updatedAt: at,
      ...firstAdmin(ctx, account.email),
    }),
  );
  auditFirstAdmin(ctx, step, account.id, account.email);
  step.add(
    eventStatement(ctx, step.orm, {
      type: 'user.signed_up',
      userId: null,
      aboutUserId: account.id,
      data: { userId: account.id, name: account.name, email: account.email },
    }),
  );
  // Earlier mail to the address now belongs to the account, and is deleted with it.
  step.add(
    step.orm
      .update(outbox)
      .set({ userId: account.id })
      .where(and(eq(outbox.recipient, account.email), isNull(outbox.userId))),
  );
  step.add(
    step.orm
      .update(emailTokens)
      .set({ userId: account.id })
      .where(and(eq(emailTokens.email, account.email), eq(emailTokens.purpose, 'sign-up'), isNull(emailTokens.userId))),
  );
}

/** The owner of ADMIN_EMAIL becomes an administrator once that address is verified. */
export const firstAdmin = ({ config }: Ctx, email: string): { accessLevel?: 'admin' } =>
  email === config.adminEmail ? { accessLevel: 'admin' } : {};

/** The audit entry for `firstAdmin`. Write both in the same step. */
export function auditFirstAdmin(ctx: Ctx, step: Step, userId: string, email: string): void {
  if (email !== ctx.config.adminEmail) return;
  const entry = { action: 'user.made-admin', targetUserId: userId, detail: { by: 'ADMIN_EMAIL' } };
  step.add(auditStatement(ctx, step.orm, entry));
}
