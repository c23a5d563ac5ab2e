import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isRefused } from './base/error-text.ts';

const MINUTE_MS = 60_000;

/**
 * Reads are fresh for 5 minutes, kept for 30, not repeated on focus, and retried up to twice, one second apart, unless the server
 * refused permanently (such as 401). Writes are never retried. Offline, both fail immediately instead of waiting silently, and what
 * could not be read is read again when the connection returns.
 */
export function createQueryClient(): QueryClient {
  // It assumes a connection until it hears of a change, and would miss the return of one that was lost before the page opened.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
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
