import type { Step } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { type Administrators, lockAdministrators, requireStillAdministrator } from './administrators.ts';
import { type AuditRecord, auditStatement } from './audit-statement.ts';
import { requireAdministrator } from './require-administrator.ts';

/**
 * Runs a step of an administrator: what `build` adds, and its entry in the audit log. The administrators are locked first, so that nothing
 * is written for a caller who has lost the level since the call began. Resolves to what `build` returned. Throws UNAUTHORIZED, FORBIDDEN,
 * and what the checks of `build` throw.
 */
export async function administratorStep<Result>(
  ctx: Ctx,
  audit: Omit<AuditRecord, 'actorId'>,
  build: (step: Step, administrators: Administrators) => Result,
): Promise<Result> {
  const actorId = requireAdministrator(ctx).user.id;
  return ctx.db.atomic((step) => {
    const administrators = lockAdministrators(ctx, step);
    step.check(() => requireStillAdministrator(administrators, actorId));
    const result = build(step, administrators);
    step.add(auditStatement(ctx, step.orm, { ...audit, actorId }));
    return result;
  });
}
