/** The last two labels of a host name: an approximation of its site that knows no public suffixes. */
const domain = (hostname: string) => hostname.split('.').slice(-2).join('.');

/**
 * Whether a page can call the auth host with that host's cookies. Browsers send them only within a site; for plain localhost and
 * IP addresses every other host is another site.
 */
export function canAskAuthHost(page: string, authOrigin: string): boolean {
  const here = new URL(page);
  const auth = new URL(authOrigin);
  if (here.origin === auth.origin) return false;
  return here.hostname === auth.hostname || domain(here.hostname) === domain(auth.hostname);
}
