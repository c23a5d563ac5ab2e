import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Loads the next page of a list before its end comes into view. Attach the returned ref to the element at the end. `version`
 * must change when a page has loaded: an end that is still in view is then observed again.
 */
export function useNextPage(more: boolean, version: unknown, load: () => unknown) {
  const end = useRef<HTMLDivElement>(null);
  const loadNext = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `version`
  useEffect(() => {
    if (!more || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadNext(), {
      root: end.current.parentElement,
      rootMargin: '0px 0px 800px 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, version]);
  return end;
}
