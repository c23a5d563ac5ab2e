import { type ComponentType, lazy, type ReactElement, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { Switch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { FatalFallback } from '../components/base/fatal-fallback.tsx';
import { keepTrying } from '../components/base/keep-trying.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';

/** A page whose code loads when it is opened. */
export const later = (load: () => Promise<{ default: ComponentType<{ address: URL }> }>) =>
  lazy(() => keepTrying(load));

const currentHref = () => window.location.href;

/**
 * Shows the page of the address: the first of the routes that `children` returns (wouter's, each with a key) whose path matches. While
 * the code of the next page loads, the page before it stays, or the shell before the first one, because nothing above catches the wait.
 * A page that failed is rendered again at the next address.
 */
export function Pages({ children }: { children: (address: URL) => ReactElement[] }) {
  const href = useDeferredValue(useLocationProperty(currentHref));
  const address = useMemo(() => new URL(href), [href]);
  // The same elements while the next page waits for its code: React then skips all of the page before it.
  const routes = useMemo(() => children(address), [children, address]);
  useScrollToTop(address);
  return (
    <ErrorBoundary fallback={() => <FatalFallback />} resetKey={href}>
      <Switch location={address.pathname}>{routes}</Switch>
    </ErrorBoundary>
  );
}

/** Every address after the first starts at the top of its page. The browser, or the page, scrolls to what a hash names. */
function useScrollToTop(address: URL): void {
  const shown = useRef(address);
  useLayoutEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    if (!address.hash) window.scrollTo(0, 0);
  }, [address]);
}
