import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  onlineManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { isRefused } from './base/error-text.ts';
import { tellFailed } from './failed.ts';

const MINUTE_MS = 60_000;

/** A query client whose invalidation also covers reads in progress: they may have been answered before it, so they are repeated. */
class FollowingQueryClient extends QueryClient {
  /** The repetitions that have been asked for, by the read they follow. */
  readonly #followed = new WeakMap<Promise<unknown>, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .map((query) => ({ query, read: query.promise }));
    const settled = [super.invalidateQueries(filters, options)];
    for (const { query, read } of running) {
      const { queryKey, promise } = query;
      // A read of known data that is on screen has just been replaced by a new one.
      if (!read || promise !== read) continue;
      const again = () => this.invalidateQueries({ ...filters, queryKey, exact: true } as typeof filters, options);
      const followed = this.#followed.get(read) ?? read.then(again, () => {});
      this.#followed.set(read, followed);
      settled.push(followed);
    }
    await Promise.all(settled);
  }
}

/**
 * Reads are fresh for 5 minutes, kept for 30, not repeated on focus, and retried up to twice, one second apart, unless the server
 * refused permanently (such as 401). Writes are never retried. Offline, both fail immediately instead of waiting silently (changes
 * that wait are in waiting-changes), and what could not be read is read again when the connection returns. A toast tells the failure of a
 * write whose `meta` says how.
 */
export function createQueryClient(): QueryClient {
  // TanStack Query assumes a connection until an event says otherwise. It would miss the return of a connection that was lost before the
  // page opened.
  onlineManager.setOnline(navigator.onLine);
  return new FollowingQueryClient({
    mutationCache: new MutationCache({
      onError(error, variables, _, { meta }) {
        if (meta?.failed) tellFailed(meta.failed, error, variables);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE_MS,
        gcTime: 30 * MINUTE_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && navigator.onLine && !isRefused(error),
        retryDelay: 1_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
