/** The address without the `www.` of its host; null if there is none. */
export function bareAddress(address: string): string | null {
  const url = new URL(address);
  if (!url.hostname.startsWith('www.')) return null;
  url.hostname = url.hostname.slice('www.'.length);
  return url.href;
}

/** Redirects from a `www.` host to the bare host, with path, query and hash. Returns whether it does. */
export function redirectToBareHost(): boolean {
  const bare = bareAddress(window.location.href);
  if (bare) window.location.replace(bare);
  return bare !== null;
}
