/** The same address without www. in front of its host; null where there is none. */
export function bareAddress(address: string): string | null {
  const url = new URL(address);
  if (!url.hostname.startsWith('www.')) return null;
  url.hostname = url.hostname.slice('www.'.length);
  return url.href;
}

/** Leaves a www. host for the bare one, with path, query and hash; true when the page is about to be left. */
export function redirectToBareHost(): boolean {
  const bare = bareAddress(window.location.href);
  if (bare) window.location.replace(bare);
  return bare !== null;
}
