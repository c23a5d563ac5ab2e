import type { PublicConfig } from '@noek/contract/config';

/** The sign-in (or sign-up) page of the auth host, which leads back to `returnTo`, an absolute address. */
export function signInUrl(
  config: PublicConfig,
  screen: 'login' | 'signup' = 'login',
  returnTo = window.location.href,
): string {
  const url = new URL(`/${screen}`, config.origins.auth);
  url.searchParams.set('return_to', returnTo);
  return url.href;
}
