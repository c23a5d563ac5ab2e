import type { PasskeyAssertion, passkeyOptionsSchema } from '@noek/contract/auth/passkeys';
import type { SignedInUser } from '@noek/contract/auth/schemas';
import type { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { mayDoWithoutCompany, onlyCompany } from '../account/only-company.ts';
import { toUser } from '../auth.queries.ts';
import { callerOf, limit, loginSucceeded } from '../limits/auth-limits.ts';
import { newChallenge } from '../secrets/challenge.ts';
import { createSession } from '../session/session.ts';
import { notVerified } from '../sign-in/login.ts';
import { checkAssertion } from './passkey-assertion.ts';
import { passkeyChallengeMs } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';

/**
 * The options with which a browser asks for any passkey of this Noek, with a challenge that works once, for five minutes. Throws CONFLICT
 * where there are no passkeys, and RATE_LIMITED.
 */
export async function passkeyOptions(ctx: Ctx): Promise<z.input<typeof passkeyOptionsSchema>> {
  const { id: rpId } = relyingParty(ctx.config);
  await limit(ctx, 'passkeyIp', callerOf(ctx));
  let challenge = '';
  await ctx.db.write((orm) => {
    const made = newChallenge(ctx, orm, { purpose: 'passkey', forMs: passkeyChallengeMs });
    challenge = made.challenge;
    return made.statement;
  });
  return { challenge, rpId, timeout: passkeyChallengeMs, userVerification: 'required' };
}

/**
 * Signs in with a passkey; sets the session cookie. The passkey has verified the person, so no second factor is asked for. Throws
 * UNAUTHORIZED for an unknown passkey, BAD_REQUEST for an answer that is wrong, too late or used, EMAIL_NOT_VERIFIED, ACCOUNT_SUSPENDED,
 * RATE_LIMITED, and FORBIDDEN where people sign in with their company's account only.
 */
export async function passkeyLogin(ctx: Ctx, { response }: { response: PasskeyAssertion }): Promise<SignedInUser> {
  await limit(ctx, 'passkeyIp', callerOf(ctx));
  const { user, addTo } = await checkAssertion(ctx, response);
  if (!(await mayDoWithoutCompany(ctx, user.id))) throw onlyCompany();
  if (!user.emailVerifiedAt) throw notVerified();
  const { movedConversations } = await createSession(ctx, user.id, { method: 'passkey' }, addTo);
  await loginSucceeded(ctx, user.email, user.id);
  return { ...toUser(user, ctx.now()), movedConversations };
}
