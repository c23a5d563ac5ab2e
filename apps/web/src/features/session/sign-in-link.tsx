import type { PublicConfig } from '@noek/contract/config';
import type { ComponentProps } from 'react';
import { usePublicConfig } from '../../api/public-config.ts';
import { clearRecentLogout, ignoresServerSession } from './stored-user.ts';

type Screen = 'login' | 'signup';

/**
 * The sign-in (or sign-up) page of the auth host, which leads back to `returnTo`, an absolute address. Who just signed out
 * is asked for the password there, even if the auth host still knew them.
 */
export function signInUrl(config: PublicConfig, screen: Screen = 'login', returnTo = window.location.href): string {
  const url = new URL(`/${screen}`, config.origins.auth);
  url.searchParams.set('return_to', returnTo);
  if (ignoresServerSession()) url.searchParams.set('force_login', 'true');
  return url.href;
}

/** A link to sign in or up; following it takes the note of a recent sign-out away. */
export function SignInLink({ screen, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { screen?: Screen }) {
  const config = usePublicConfig();
  return <a href={signInUrl(config, screen)} onClick={clearRecentLogout} {...rest} />;
}
