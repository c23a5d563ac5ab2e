import { useIsMutating } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';

/** So often the list is read again while it is shown, in milliseconds. */
const refetchMs = 30_000;

/** Names every change of memories that is under way. */
export const memoryChangeKey = ['memory-change'] as const;

/**
 * What is remembered of the signed-in person: read when it is shown, and again every 30 seconds, but not in the middle of
 * a change.
 */
export function useMemories() {
  const { user, unreached } = useCurrentUser();
  const changing = useIsMutating({ mutationKey: memoryChangeKey }) > 0;
  return trpc.memory.list.useQuery(undefined, {
    // Without a connection it fails in words.
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    refetchInterval: changing ? false : refetchMs,
  });
}
