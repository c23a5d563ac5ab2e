/**
 * What the service worker does with a request of this origin: `asset` (a file whose name changes with its content) comes
 * from the cache, `page` and `file` from the network as long as there is one, and everything else is none of its business.
 */
export type RequestKind = 'asset' | 'page' | 'file' | 'other';

type RequestFacts = Pick<Request, 'method' | 'mode' | 'url'>;

/** Calls, sign-in redirects, downloads and the developers' pages; none of them is ever kept. */
const notOurs = /^\/(api|dev|healthz|readyz|metrics)(\/|$)/;

/** `files`: what besides assets belongs to the page, as paths. */
export function requestKind(
  { method, mode, url }: RequestFacts,
  origin: string,
  files: readonly string[],
): RequestKind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || notOurs.test(pathname)) return 'other';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (mode === 'navigate') return 'page';
  return files.includes(pathname) ? 'file' : 'other';
}
