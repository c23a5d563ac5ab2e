import { useIsMutating } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';

/** The interval between refetches of a visible list, in milliseconds. */
const refetchMs = 30_000;

/** The mutation key of every change of memories. */
export const memoryChangeKey = ['memory-change'] as const;

/**
 * The memories of the signed-in user: read when shown and then every 30 seconds, but not during a change.
 */
export function useMemories() {
  const { user, unreached } = useCurrentUser();
  const changing = useIsMutating({ mutationKey: memoryChangeKey }) > 0;
  return trpc.memory.list.useQuery(undefined, {
    // Enabled without a connection, too, so that it fails with a message.
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    refetchInterval: changing ? false : refetchMs,
  });
}
