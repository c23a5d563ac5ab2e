import type { ProveInput } from '@noek/contract/auth/second-factor';
import type { Orm, Statement } from '@noek/db/database';
import { eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { codeSucceeded } from '../limits/auth-limits.ts';
import { checkAssertion } from '../passkeys/passkey-assertion.ts';
import { passkeyRefused } from '../passkeys/passkey-challenge.ts';
import { checkOwnPassword } from '../password/password-check.ts';
import { checkCode, usedCode } from '../second-factor/authenticator-code.ts';
import { requireSession, type SignedIn } from '../session/require-user.ts';
import { freshProofMs } from './require-fresh-proof.ts';

type Proof = { statements: (orm: Orm) => readonly Statement[]; verify: (rows: readonly unknown[]) => void };

/**
 * Proves again who the caller is. For ten minutes, this login may do what needs fresh proof, on every host. Where an authenticator app is
 * set up, the password alone is no proof. Throws UNAUTHORIZED, BAD_REQUEST with `wrongPassword` or `wrongCode`, and RATE_LIMITED.
 */
export async function prove(ctx: Ctx, input: ProveInput): Promise<{ message: string; provenUntil: string }> {
  const me = requireSession(ctx);
  const { statements, verify } = await checkProof(ctx, me, input);
  const { sessions } = ctx.db.tables;
  const at = ctx.now();
  await ctx.db.atomic(
    (orm) => [
      ...statements(orm),
      orm
        .update(sessions)
        .set({ provenAt: at })
        .where(
          inArray(
            sessions.familyId,
            orm.select({ familyId: sessions.familyId }).from(sessions).where(eq(sessions.id, me.sessionId)),
          ),
        ),
    ],
    verify,
  );
  if (input.code !== undefined) await codeSucceeded(ctx, me.user.id);
  return { message: 'Thank you.', provenUntil: new Date(at.getTime() + freshProofMs).toISOString() };
}

async function checkProof(ctx: Ctx, me: SignedIn, { password, code, assertion }: ProveInput): Promise<Proof> {
  if (assertion) {
    const checked = await checkAssertion(ctx, assertion);
    if (checked.user.id !== me.user.id) throw passkeyRefused();
    return checked;
  }
  if (code !== undefined) {
    const use = await checkCode(ctx, me.user.id, code);
    const verify = ([used]: readonly unknown[]) => {
      if ((used as unknown[]).length === 0) throw usedCode();
    };
    return { statements: (orm) => [use(orm)], verify };
  }
  if (me.login.hasAuthenticator)
    throw new AppError('BAD_REQUEST', 'The password alone is not enough: enter a code from your authenticator app.');
  await checkOwnPassword(ctx, me, password ?? '');
  return { statements: () => [], verify: () => {} };
}
