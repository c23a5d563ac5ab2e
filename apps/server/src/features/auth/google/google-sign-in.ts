import type { Ctx } from '../../../context.ts';
import { refuseOtherSignIn } from '../account/only-company.ts';
import { googleLinkedMail } from '../auth.mails.ts';
import { signInIdentity } from '../oidc/identity-account.ts';
import { beginSignIn, finishSignIn, type SignInProvider } from '../oidc/provider-sign-in.ts';

/** Begins a sign-in with Google, as `beginSignIn` does. Throws FORBIDDEN where only the company's sign-in is allowed. */
export function beginGoogleSignIn(ctx: Ctx, input: { returnTo: string | undefined }): Promise<string> {
  refuseOtherSignIn(ctx);
  return beginSignIn(ctx, googleOf(ctx), input);
}

/** Finishes a sign-in with Google, as `finishSignIn` does. Throws FORBIDDEN where only the company's sign-in is allowed. */
export function finishGoogleSignIn(ctx: Ctx, input: { query: string; cookie: string | null }): Promise<string> {
  refuseOtherSignIn(ctx);
  return finishSignIn(ctx, googleOf(ctx), input);
}

const googleOf = ({ google }: Ctx): SignInProvider => ({
  name: 'Google',
  path: '/api/auth/google',
  cookie: 'google',
  limit: 'googleIp',
  client: google,
  signIn: (ctx, { identity }) =>
    signInIdentity(ctx, identity, {
      method: 'google',
      trustsEmail: identity.emailVerified,
      linkedMail: (holder) => googleLinkedMail(ctx.config, holder),
    }),
});
