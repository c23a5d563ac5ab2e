import { useEffect, useEffectEvent, useRef } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { chatTexts } from '../../texts.ts';
import { sidebarTexts } from '../texts.ts';

export function LoadingRows() {
  return (
    <div className="grid gap-1 px-2 pt-3" role="status" aria-label={sidebarTexts.list.loading}>
      {['w-[72%]', 'w-[54%]', 'w-[63%]'].map((width) => (
        <div key={width} className="flex h-10 items-center px-2.5" data-testid="placeholder-row">
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

type PagedQuery = {
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** Follows the last loaded row: loads the next page before it comes into view, and offers to try again if that fails. */
export function ListEnd({ query, more = query.hasNextPage }: { query: PagedQuery; more?: boolean }) {
  const waiting = more && !query.isFetchingNextPage && !query.isFetchNextPageError;
  const end = useNextPage(waiting, query.data, query.fetchNextPage);
  if (!more) return null;
  return (
    <div ref={end} className="px-2.5 py-3 text-text-muted text-xs">
      {query.isFetchNextPageError ? (
        <TextButton onClick={() => void query.fetchNextPage()}>{chatTexts.tryAgain}</TextButton>
      ) : (
        sidebarTexts.list.loadingMore
      )}
    </div>
  );
}

/**
 * Loads the next page of a list before its end comes into view. Attach the returned ref to the element at the end. `version`
 * must change when a page has loaded: an end that is still in view is then observed again.
 */
function useNextPage(more: boolean, version: unknown, load: () => unknown) {
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
