import type { ProveInput } from '@noek/contract/auth/second-factor';
import type { Step } from '@noek/db/database';
import { eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { codeSucceeded } from '../limits/auth-limits.ts';
import { checkAssertion } from '../passkeys/passkey-assertion.ts';
import { passkeyRefused } from '../passkeys/passkey-challenge.ts';
import { checkOwnPassword } from '../password/password-check.ts';
import { checkCode } from '../second-factor/authenticator-code.ts';
import { requireSession, type SignedIn } from '../session/require-user.ts';
import { freshProofMs } from './require-fresh-proof.ts';

/**
 * Proves again who the caller is. For ten minutes, this login may do what needs fresh proof, on every host. Where an authenticator app is
 * set up, the password alone is no proof. Throws UNAUTHORIZED, BAD_REQUEST with `wrongPassword` or `wrongCode`, and RATE_LIMITED.
 */
export async function prove(ctx: Ctx, input: ProveInput): Promise<{ message: string; provenUntil: string }> {
  const me = requireSession(ctx);
  const useProof = await checkProof(ctx, me, input);
  const { sessions } = ctx.db.tables;
  const at = ctx.now();
  await ctx.db.atomic((step) => {
    useProof(step);
    const own = step.orm.select({ familyId: sessions.familyId }).from(sessions).where(eq(sessions.id, me.sessionId));
    step.add(step.orm.update(sessions).set({ provenAt: at }).where(inArray(sessions.familyId, own)));
  });
  if (input.code !== undefined) await codeSucceeded(ctx, me.user.id);
  return { message: 'Thank you.', provenUntil: new Date(at.getTime() + freshProofMs).toISOString() };
}

/** The result uses the proof up in a step. */
async function checkProof(
  ctx: Ctx,
  me: SignedIn,
  { password, code, assertion }: ProveInput,
): Promise<(step: Step) => void> {
  if (assertion) {
    const { user, addTo } = await checkAssertion(ctx, assertion);
    if (user.id !== me.user.id) throw passkeyRefused();
    return addTo;
  }
  if (code !== undefined) return checkCode(ctx, me.user.id, code);
  if (me.login.hasAuthenticator)
    throw new AppError('BAD_REQUEST', 'The password alone is not enough: enter a code from your authenticator app.');
  await checkOwnPassword(ctx, me, password ?? '');
  return () => {};
}
