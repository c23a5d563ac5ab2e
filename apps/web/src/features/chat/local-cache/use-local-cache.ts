import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetLocalCache } from './forget-local-cache.ts';
import type { OpenLocalCache } from './open-local-cache.ts';

/** Loads the code of the cache. */
export const loadLocalCache = () => import('./open-local-cache.ts');

/**
 * Shows a person's recent conversations and the open one from this device until the server has answered, then keeps what is
 * read. `userId` is the owner: null for nobody, undefined until it is known. Guests do not load the cache's code. When nobody
 * is here, nothing stays on this device. Returns whether kept lists are on screen.
 */
export function useLocalCache(userId: string | null | undefined, conversationId: number | null): boolean {
  const queries = useQueryClient();
  const [cache, setCache] = useState<OpenLocalCache | null>(null);

  useEffect(() => {
    if (userId === null) forgetLocalCache();
    if (!userId) return;
    let opened: OpenLocalCache | undefined;
    let left = false;
    loadLocalCache()
      .then(async ({ openLocalCache }) => {
        if (left) return;
        opened = openLocalCache(queries, userId);
        await opened.ready;
        if (!left) setCache(opened);
      })
      // Without its code there is no cache: the page works as it does in a new browser.
      .catch(() => {});
    return () => {
      left = true;
      opened?.close();
      setCache(null);
    };
  }, [userId, queries]);

  useEffect(() => {
    if (conversationId !== null) void cache?.show(conversationId);
  }, [cache, conversationId]);

  return cache !== null;
}
