import type { Memory } from '@noek/contract/memory';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';

/**
 * Which of these memories the person still has. The list may have been read before one of them was saved, in another tab or chat, so it is
 * read again, once, when one is missing. `isSure`: what is missing is gone.
 */
export function useKnownMemories(ids: readonly string[]): { known: ReadonlyMap<string, Memory>; isSure: boolean } {
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt, isFetching, refetch } = trpc.memory.list.useQuery(undefined, {
    enabled: ids.length > 0,
  });
  const known = new Map(data?.memories.map((memory) => [memory.id, memory]));
  const isMissing = data !== undefined && !ids.every((id) => known.has(id));
  const mayBeOld = isMissing && dataUpdatedAt < openedAt;
  const isReadAgain = useRef(false);
  useEffect(() => {
    if (!mayBeOld || isReadAgain.current) return;
    isReadAgain.current = true;
    void refetch({ cancelRefetch: false });
  }, [mayBeOld, refetch]);
  return { known, isSure: data !== undefined && !mayBeOld && !isFetching };
}
