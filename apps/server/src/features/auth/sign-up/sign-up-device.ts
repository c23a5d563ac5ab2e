import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../context.ts';
import type { SignUpDetails } from './sign-up-link.ts';

// A browser that signs up gets a cookie that proves it. The link from the mail, opened in the same browser, then also signs in: a
// person who has both has chosen the password and owns the mailbox. The cookie alone gives no access. It is bound to the hash, whose salt is of this sign-up.

/** Makes the browser the one that made this sign-up. */
export const rememberSignUp = (ctx: Ctx, details: SignUpDetails): void =>
  ctx.cookies.set('sign-up', sign(ctx, details));

/** Whether this browser made the sign-up. A sign-up without a password belongs to no browser. */
export function isOfSignUp(ctx: Ctx, details: Pick<SignUpDetails, 'email' | 'passwordHash'>): boolean {
  const expected = Buffer.from(sign(ctx, details));
  const given = Buffer.from(ctx.request.signUpCookie ?? '');
  return details.passwordHash !== null && given.length === expected.length && timingSafeEqual(given, expected);
}

const sign = ({ config }: Ctx, { email, passwordHash }: Pick<SignUpDetails, 'email' | 'passwordHash'>) =>
  createHmac('sha256', config.secret)
    .update(JSON.stringify(['sign-up', email, passwordHash]))
    .digest('base64url');
