import type { Actor } from '../../../base-context.ts';
import { notAdministrator } from '../account/administrators.ts';
import { requireSession, type SignedIn } from './require-user.ts';

/**
 * The caller, an administrator who has signed in with a browser. Throws UNAUTHORIZED for guests, FORBIDDEN for other people and
 * for API tokens, an administrator's included.
 */
export function requireAdministrator(ctx: { actor: Actor }): SignedIn {
  const caller = requireSession(ctx);
  if (caller.kind !== 'admin') throw notAdministrator();
  return caller;
}
