import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Looks up by hash: searching all queries for every one of thousands of changes would take quadratic time. */
const queryOf = (queries: QueryClient, queryKey: QueryKey) => queries.getQueryCache().get(hashKey(queryKey));

/**
 * Changes a query's data. A change is not a read: known data is read again as soon as it would be without it. A read in progress may have
 * been answered before the change, so the change is applied again to its result. `change` must be idempotent.
 */
export function changeQuery<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data | undefined) => Data | undefined,
): void {
  const query = queryOf(queries, queryKey);
  const make = () => {
    const { data, dataUpdatedAt, isInvalidated } = query?.state ?? {};
    queries.setQueryData<Data>(queryKey, change, data === undefined ? {} : { updatedAt: dataUpdatedAt });
    if (isInvalidated) query?.invalidate();
  };
  make();
  // A failed or canceled read keeps the change.
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(make, () => {});
}

/**
 * Removes a query's data. If the query is on screen, it is read again. With `isLeaving`, the page is about to leave it, so it is removed once it
 * is off screen and not read again.
 */
export function forgetQuery(queries: QueryClient, queryKey: QueryKey, isLeaving = false): void {
  const query = queryOf(queries, queryKey);
  if (!query) return;
  const cache = queries.getQueryCache();
  if (query.getObserversCount() > 0 && isLeaving) {
    const stop = cache.subscribe((event) => {
      if (event.query !== query || query.getObserversCount() > 0) return;
      stop();
      cache.remove(query);
    });
  } else if (query.getObserversCount() > 0) void queries.resetQueries({ queryKey, exact: true });
  else cache.remove(query);
}
