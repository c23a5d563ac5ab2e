import type { Step } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { newAddressMail } from '../auth.mails.ts';
import type { UserRow } from '../auth.queries.ts';
import { emailToken } from '../secrets/email-token.ts';

/** The statements that create the link that confirms a changed address, and mail it to that address. */
export function mailNewAddressLink(ctx: Ctx, step: Step, user: Pick<UserRow, 'id' | 'name' | 'email'>): void {
  const { token, statement } = emailToken(ctx, step.orm, {
    purpose: 'verify-email',
    userId: user.id,
    email: user.email,
  });
  const content = newAddressMail(ctx.config, { name: user.name, token });
  step.add(statement);
  step.add(mailStatement(ctx, step.orm, { kind: 'verify-email', to: user.email, userId: user.id, ...content }));
}
