import { navigate as navigateTo } from 'wouter/use-browser-location';

/**
 * Opens an address of this host without a full page load. `replace`: in place of the current one in the history, which the current
 * address always is: as with any link, following it again adds nothing that Back would have to undo.
 */
export function navigate(to: string | URL, options?: { replace?: boolean }): void {
  const { href } = new URL(to, window.location.href);
  navigateTo(href, { replace: options?.replace || href === window.location.href });
}
