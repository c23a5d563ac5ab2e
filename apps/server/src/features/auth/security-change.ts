import type { Step } from '@noek/db/database';
import type { Ctx } from '../../context.ts';
import { mailStatement } from '../outbox/enqueue-mail.ts';
import { provenEmail, type UserRow } from './auth.queries.ts';
import { type SecurityChange, securityChangeMail } from './security.mails.ts';
import { securityEvent } from './security-events/security-event.ts';

/** Records a change to the security of an account, and mails its owner. Call `announceMail` after the commit. */
export function securityChange(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'> & { request?: Ctx['request'] | undefined },
  step: Step,
  owner: Pick<UserRow, 'id' | 'name' | 'email' | 'previousEmail'>,
  change: SecurityChange,
  detail?: string,
): void {
  const content = securityChangeMail(ctx.config, { name: owner.name, change, ...(detail !== undefined && { detail }) });
  step.add(securityEvent(ctx, step.orm, { userId: owner.id, kind: change, ...(detail !== undefined && { detail }) }));
  step.add(mailStatement(ctx, step.orm, { kind: change, to: provenEmail(owner), userId: owner.id, ...content }));
}
