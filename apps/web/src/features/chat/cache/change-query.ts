import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** By its hash: looking through all queries would cost thousands of news as much for each as there are of them. */
const queryOf = (queries: QueryClient, queryKey: QueryKey) => queries.getQueryCache().get(hashKey(queryKey));

/**
 * Changes what a query holds. A read that is on its way may have been answered before the change, so it is made again in
 * what that brings; `change` must lead to the same when it is made twice.
 */
export function changeQuery<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (data: Data | undefined) => Data | undefined,
): void {
  const make = () => queries.setQueryData<Data>(queryKey, change);
  const query = queryOf(queries, queryKey);
  make();
  // A read that fails or is called off leaves what was changed.
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(make, () => {});
}

/** Forgets what a query holds. Where it is on the screen it is read anew. */
export function forgetQuery(queries: QueryClient, queryKey: QueryKey): void {
  const query = queryOf(queries, queryKey);
  if (!query) return;
  if (query.getObserversCount() > 0) void queries.resetQueries({ queryKey, exact: true });
  else queries.getQueryCache().remove(query);
}
