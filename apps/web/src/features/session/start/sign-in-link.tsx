import type { ComponentProps } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { type SignInScreen, signInUrl } from './sign-in-url.ts';
import { clearRecentLogout } from './stored-user.ts';

/** A link to sign in or sign up. Following it clears the recent-logout flag. */
export function SignInLink({ screen, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { screen?: SignInScreen }) {
  const config = usePublicConfig();
  return <a href={signInUrl(config, screen)} onClick={clearRecentLogout} {...rest} />;
}
