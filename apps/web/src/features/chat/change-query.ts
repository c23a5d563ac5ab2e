import type { QueryClient, QueryKey } from '@tanstack/react-query';

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
  const query = queries.getQueryCache().find({ queryKey, exact: true });
  make();
  // A read that fails or is called off leaves what was changed.
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(make, () => {});
}
