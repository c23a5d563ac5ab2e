import type { ComponentProps } from 'react';
import { addresses } from './addresses.ts';
import { usePagePath } from './page-context.ts';

/** A link to sign in or sign up, which leads back to this page. Works without a script; `followSignInLinks` adds what only a page knows. */
export function SignInAnchor({
  screen = 'login',
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { screen?: 'login' | 'signup' }) {
  return <a href={addresses.signIn(screen, usePagePath())} data-sign-in={screen} {...rest} />;
}
