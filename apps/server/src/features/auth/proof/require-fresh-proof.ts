import { accountSecurity } from '@noek/contract/auth/limits';
import type { FreshProof } from '@noek/contract/calls/operation';
import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { requireSession } from '../session/require-user.ts';

export const freshProofMs = accountSecurity.freshProofMinutes * 60_000;

/**
 * Refuses a caller who has not proved within the last ten minutes who they are, by a sign-in or otherwise. A personal API token never is
 * such a proof. Throws FRESH_PROOF_REQUIRED, UNAUTHORIZED and FORBIDDEN.
 */
export function requireFreshProof(ctx: Pick<BaseCtx, 'actor' | 'now'>, when: FreshProof): void {
  const { provenAt, hasAuthenticator } = requireSession(ctx).login;
  if (when === 'with-second-factor' && !hasAuthenticator) return;
  if (provenAt !== null && ctx.now().getTime() - provenAt.getTime() < freshProofMs) return;
  throw new AppError('FRESH_PROOF_REQUIRED', 'Please confirm first that it is you.');
}
