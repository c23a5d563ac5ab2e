import type { User } from '@noek/contract/auth/schemas';
import { notFound, rootRouteId } from '@tanstack/react-router';
import { registerShell } from '../../features/offline/register-shell.ts';
import { storedUser } from '../../features/session/start/stored-user.ts';

/** Paths of the chat host from which guests are redirected. `/` and `/chat/{id}` are not among them. */
const guestRedirects: Readonly<Record<string, 'sign-in' | 'auth-host'>> = {
  '/subscribe': 'sign-in',
  '/oauth/authorize': 'sign-in',
  '/connect': 'sign-in',
  '/verify-email': 'auth-host',
  '/reset-password': 'auth-host',
};

/** Where a guest is redirected from this absolute address; null if there is no redirect. */
export function guestRedirect(address: string, authOrigin: string): string | null {
  const { pathname, search, hash } = new URL(address);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  switch (guestRedirects[path]) {
    case 'sign-in': {
      const url = new URL('/login', authOrigin);
      url.searchParams.set('auth_action', 'login_required');
      url.searchParams.set('return_to', address);
      return url.href;
    }
    case 'auth-host':
      return `${authOrigin}${path}${search}${hash}`;
    default:
      return null;
  }
}

/**
 * A route guard for pages of signed-in users: guests get the 404 page. A stored user is let through when the session has ended or the
 * server cannot be reached; the page then says so. From then on, it opens without a connection.
 */
export async function refuseGuests(context: { confirmedUser: () => Promise<User | null> }): Promise<void> {
  const user = await context.confirmedUser();
  if (!user && !storedUser()) throw notFound({ routeId: rootRouteId });
  if (user) registerShell();
}
