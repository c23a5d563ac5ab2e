import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';

/** How often the status is read again where it is watched, in milliseconds. */
export const statusRefreshMs = 10_000;

/** The subscription of the signed-in user. `watched`: it is read again every 10 seconds. */
export function useSubscription({ watched = false } = {}) {
  const { user, unreached } = useCurrentUser();
  return trpc.subscription.status.useQuery(undefined, {
    // Enabled without a connection, too, so that it fails with a message.
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    refetchInterval: watched ? statusRefreshMs : false,
  });
}
