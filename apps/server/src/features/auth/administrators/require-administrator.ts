import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { requireSession, type SignedIn } from '../session/require-user.ts';
import { notAdministrator } from './administrators.ts';

/**
 * The caller, an administrator who has signed in with a browser. Throws UNAUTHORIZED for guests, FORBIDDEN for other people and
 * for API tokens, an administrator's included, and FORBIDDEN with `secondFactorMissing: true` where the settings require a second factor of
 * administrators and this one has neither an authenticator app nor signed in with a passkey.
 */
export function requireAdministrator(ctx: Pick<BaseCtx, 'actor' | 'config'>): SignedIn {
  const caller = requireSession(ctx);
  if (caller.kind !== 'admin') throw notAdministrator();
  const { hasAuthenticator, method } = caller.login;
  if (ctx.config.adminSecondFactor && !hasAuthenticator && method !== 'passkey')
    throw new AppError('FORBIDDEN', 'Administrators need a second factor here. Set up an authenticator app first.', {
      flags: { secondFactorMissing: true },
    });
  return caller;
}
