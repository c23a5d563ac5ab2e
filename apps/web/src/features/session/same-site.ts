/** Names below the same domain are one site; an approximation that knows no public suffixes. */
const domain = (hostname: string) => hostname.split('.').slice(-2).join('.');

/**
 * May a page send the auth host's cookies along when it asks it? Browsers allow that within a site; to plain localhost and
 * addresses, everything else is another site.
 */
export function canAskAuthHost(page: string, authOrigin: string): boolean {
  const here = new URL(page);
  const auth = new URL(authOrigin);
  if (here.origin === auth.origin) return false;
  return here.hostname === auth.hostname || domain(here.hostname) === domain(auth.hostname);
}
