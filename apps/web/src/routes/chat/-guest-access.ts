import type { User } from '@noek/contract/auth';
import { notFound, rootRouteId } from '@tanstack/react-router';
import { storedUser } from '../../features/session/stored-user.ts';

/** Where guests are sent on the chat host, besides / and /chat/{id}, which are for everybody ([2.07], [2.17]). */
const guestRedirects: Readonly<Record<string, 'sign-in' | 'auth-host'>> = {
  '/subscribe': 'sign-in',
  '/verify-email': 'auth-host',
  '/reset-password': 'auth-host',
};

/** Where a guest who asks for this absolute address is sent; null when it is answered here. */
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
 * For pages of signed-in people: guests get the 404 page. Whose session has ended, or whose server cannot be reached, is
 * let through; the page tells them.
 */
export async function refuseGuests(context: { confirmedUser: () => Promise<User | null> }): Promise<void> {
  if (!(await context.confirmedUser()) && !storedUser()) throw notFound({ routeId: rootRouteId });
}
