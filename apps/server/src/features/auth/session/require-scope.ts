import { allowsToken, type TokenAccess } from '@noek/contract/calls/token-scopes';
import type { Actor } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';

/**
 * Decides for every documented call and every typed procedure whether a personal API token may make it, given the access that
 * the call declares. A call that declares nothing refuses tokens. Other callers pass: the verb decides about them.
 * Throws FORBIDDEN.
 */
export function requireScope({ actor }: { actor: Actor }, access: TokenAccess | undefined): void {
  if (!('token' in actor) || allowsToken(actor.token.scopes, access)) return;
  if (access === undefined || access === 'never')
    throw new AppError(
      'FORBIDDEN',
      "Personal API tokens can't be used for this. Sign in to Noek in a browser instead.",
    );
  throw new AppError('FORBIDDEN', `This token isn't allowed to do this. Use one with the scope "${access}".`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${access}"` },
  });
}
