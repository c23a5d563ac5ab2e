/**
 * What the service worker does with a request of this origin: `asset` (a file whose name changes with its content) comes
 * from the cache, `page` and `file` from the network if there is a connection; everything else is not handled.
 */
export type RequestKind = 'asset' | 'page' | 'file' | 'other';

type RequestFacts = Pick<Request, 'method' | 'mode' | 'url'>;

/** API calls, sign-in redirects, downloads and developer pages; none of them is ever cached. */
const notOurs = /^\/(api|dev|healthz|readyz|metrics)(\/|$)/;

/** `files`: the paths of the files other than assets that belong to the page. */
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
