import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { auditStatement } from '../../auth/administrators/audit-statement.ts';
import type { UserRow } from '../../auth/auth.queries.ts';
import { callerOf, limit } from '../../auth/limits/auth-limits.ts';
import { carryOutDecisions } from '../../subscription/decisions/carry-out-decisions.ts';
import { storeDecision } from '../../subscription/decisions/decide-subscription.ts';
import { paymentOf } from '../../subscription/keeping/payers-without-plan.ts';
import { readSuspendedToken } from '../../subscription/mails/suspended-link.ts';
import { type JobRow, jobOf, newestExport } from '../archive.queries.ts';
import { openExport, type ReadExport } from '../read-export.ts';
import { startExportOf } from '../start-export.ts';

type Link = { token: string };

/** What the holder of a suspended account's link sees. */
export type SuspendedAccount = {
  payment: Awaited<ReturnType<typeof paymentOf>>;
  /** The newest export; null if there is none, or it has expired. */
  job: JobRow | null;
};

/** Reads the account of a link. Changes nothing. Throws BAD_REQUEST for a link that does not work, and RATE_LIMITED. */
export async function readSuspendedAccount(ctx: Ctx, { token }: Link): Promise<SuspendedAccount> {
  const { id } = await accountOf(ctx, token);
  const [payment, job] = await Promise.all([paymentOf(ctx, id), newestExport(ctx, id)]);
  return { payment, job };
}

/**
 * Ends the subscription of the account, at once: it cannot be used. It is noted first, so that it happens even if the payment service does
 * not answer now. Throws BAD_REQUEST for a link that does not work, and RATE_LIMITED.
 */
export async function cancelByLink(ctx: Ctx, { token }: Link): Promise<void> {
  const user = await accountOf(ctx, token);
  await limit(ctx, 'paymentsUser', user.id);
  const payment = await paymentOf(ctx, user.id);
  if (!payment || (payment.decision?.decision === 'end-now' && payment.decision.isPending)) return;
  await ctx.db.atomic((step) => {
    step.add(storeDecision(ctx, step.orm, user.id, { decision: 'end-now', reason: null }));
    step.add(
      auditStatement(ctx, step.orm, {
        action: 'subscription.changed',
        targetUserId: user.id,
        detail: { subscription: [null, 'end-now'], by: 'link of the suspended account' },
      }),
    );
  });
  await carryOutDecisions(ctx);
}

/** Starts an export of the account. Throws BAD_REQUEST for a link that does not work, and RATE_LIMITED. */
export async function exportByLink(ctx: Ctx, { token }: Link): Promise<void> {
  const { id } = await accountOf(ctx, token);
  await startExportOf(ctx, id);
}

/** An export of the account. Throws BAD_REQUEST for a link that does not work, NOT_FOUND, CONFLICT and RATE_LIMITED. */
export async function readExportByLink(ctx: Ctx, { token, id }: Link & { id: string }): Promise<ReadExport> {
  const user = await accountOf(ctx, token);
  return openExport(ctx, await jobOf(ctx, user.id, 'export', id), () => ({ stop() {} }));
}

async function accountOf(ctx: Ctx, token: string): Promise<UserRow> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const user = await readSuspendedToken(ctx, token);
  if (user) return user;
  throw new AppError(
    'BAD_REQUEST',
    `This link has expired, or the account is no longer suspended. Sign in, open the link of the latest email, or write to ${ctx.config.supportEmail}.`,
  );
}
