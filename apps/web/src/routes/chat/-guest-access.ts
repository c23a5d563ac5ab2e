import type { User } from '@noek/contract/auth/schemas';
import { notFound, rootRouteId } from '@tanstack/react-router';
import { registerShell } from '../../features/offline/register-shell.ts';
import { storedUser } from '../../features/session/start/stored-user.ts';

/** Paths of the chat host from which guests are redirected. `/` and `/chat/{id}` are not among them. */
const throughSignIn = /^\/(subscribe|connect|oauth\/authorize)$/;
const toAuthHost = /^\/(verify-email|reset-password)$/;

/** Where a guest is redirected from this absolute address; null if there is no redirect. */
export function guestRedirect(address: string, authOrigin: string): string | null {
  const { pathname, search, hash } = new URL(address);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (toAuthHost.test(path)) return `${authOrigin}${path}${search}${hash}`;
  if (!throughSignIn.test(path)) return null;
  const url = new URL('/login', authOrigin);
  url.searchParams.set('auth_action', 'login_required');
  url.searchParams.set('return_to', address);
  return url.href;
}

/**
 * A route guard for pages of signed-in users: guests get the 404 page, with a link to sign in. A stored user is let through when the session has ended or the
 * server cannot be reached; the page then says so. From then on, it opens without a connection.
 */
export async function refuseGuests(context: { confirmedUser: () => Promise<User | null> }): Promise<void> {
  const user = await context.confirmedUser();
  if (!user && !storedUser()) throw notFound({ routeId: rootRouteId, data: 'account' });
  if (user) registerShell();
}
