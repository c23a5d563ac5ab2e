import type { PublicConfig } from '@noek/contract/config';
import type { ComponentProps } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { clearRecentLogout, ignoresServerSession } from './stored-user.ts';

type Screen = 'login' | 'signup';

/**
 * The URL of the sign-in (or sign-up) page, which leads back to `returnTo`, an absolute address. Shortly after a sign-out it asks
 * for the password even if the auth host still has a session.
 */
export function signInUrl(config: PublicConfig, screen: Screen = 'login', returnTo = window.location.href): string {
  const url = new URL(`/${screen}`, config.origins.auth);
  url.searchParams.set('return_to', returnTo);
  if (ignoresServerSession()) url.searchParams.set('force_login', 'true');
  return url.href;
}

/** A link to sign in or sign up. Following it clears the recent-logout flag. */
export function SignInLink({ screen, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { screen?: Screen }) {
  const config = usePublicConfig();
  return <a href={signInUrl(config, screen)} onClick={clearRecentLogout} {...rest} />;
}
