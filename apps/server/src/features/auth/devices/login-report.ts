import type { Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { SignInMethod } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import { ipNetwork } from '../../../ip-address.ts';
import { deviceName } from '../../../text/device-name.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { provenEmail } from '../auth.queries.ts';
import { takeMailQuota } from '../limits/auth-limits.ts';
import { knownDevice } from '../limits/known-device.ts';
import { emailToken } from '../secrets/email-token.ts';
import { newDeviceMail } from '../security.mails.ts';
import { securityEvent } from '../security-events/security-event.ts';

/** How a login is named in mails and in the list of security events. */
const methodNames: Record<SignInMethod, string> = {
  password: 'a password',
  google: 'Google',
  passkey: 'a passkey',
  company: "the company's sign-in",
  demo: 'the test sign-in',
};

/**
 * Prepares the record of a new login. If the browser is new to the account, the owner gets a mail with a link that ends the login. The
 * first login of an account sends none: it was not used on another device before.
 */
export async function prepareLoginReport(
  ctx: Ctx,
  userId: string,
  { familyId, method }: { familyId: string; method: SignInMethod },
): Promise<{ addTo(step: Step): void; mails: boolean }> {
  const known = knownDevice(ctx, userId) !== null || method === 'demo';
  const owner = known ? null : await ownerOf(ctx, userId);
  const isNew = owner !== null && owner.signedInAt !== null;
  const to = isNew ? provenEmail(owner) : null;
  const mails = to !== null && (await takeMailQuota(ctx, 'new-device', to));
  return {
    mails,
    addTo(step) {
      const event = { userId, kind: isNew ? 'new-device' : 'signed-in', detail: methodNames[method] } as const;
      step.add(securityEvent(ctx, step.orm, event));
      if (!mails || to === null || owner === null) return;
      const { token, statement } = emailToken(ctx, step.orm, { purpose: 'not-me', userId, email: to, familyId });
      const content = newDeviceMail(ctx.config, {
        name: owner.name,
        token,
        at: ctx.now(),
        device: deviceName(ctx.request.userAgent),
        network: ipNetwork(ctx.request.ip),
        method: methodNames[method],
      });
      step.add(statement);
      step.add(mailStatement(ctx, step.orm, { kind: 'new-device', to, userId, ...content }));
    },
  };
}

async function ownerOf({ db }: Ctx, userId: string) {
  const { users } = db.tables;
  const { name, email, previousEmail, signedInAt } = users;
  const [row] = await db.orm.select({ name, email, previousEmail, signedInAt }).from(users).where(eq(users.id, userId));
  return row ?? null;
}
