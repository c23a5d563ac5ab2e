/** Paths of the chat host from which guests are redirected. `/` and `/chat/{id}` are for everybody. */
const guestRedirects: Readonly<Record<string, 'sign-in' | 'auth-host'>> = {
  '/subscribe': 'sign-in',
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
