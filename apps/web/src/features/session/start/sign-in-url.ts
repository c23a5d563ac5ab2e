import type { PublicConfig } from '@noek/contract/config/schemas';
import { ignoresServerSession } from './stored-user.ts';

export type SignInScreen = 'login' | 'signup';

/**
 * The URL of the sign-in (or sign-up) page, which leads back to `returnTo`, an absolute address. Shortly after a sign-out it asks
 * for the password even if the auth host still has a session.
 */
export function signInUrl(
  { origins }: Pick<PublicConfig, 'origins'>,
  screen: SignInScreen = 'login',
  returnTo = window.location.href,
): string {
  const url = new URL(`/${screen}`, origins.auth);
  url.searchParams.set('return_to', returnTo);
  if (ignoresServerSession()) url.searchParams.set('force_login', 'true');
  return url.href;
}
