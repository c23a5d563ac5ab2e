import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type OpenLocalCache, readyEarly, takeEarly } from './early-cache.ts';
import { forgetLocalCache } from './forget-local-cache.ts';

/** Loads the code of the cache. */
export const loadLocalCache = () => import('./open-local-cache.ts');

/**
 * Shows a person's recent conversations and the open one from this device until the server has answered, then keeps what is
 * read. `userId` is the owner: null for a guest, undefined until it is known. Guests do not load the cache's code, and for them
 * nothing stays on this device. Returns whether kept lists are on screen.
 */
export function useLocalCache(userId: string | null | undefined, conversationId: number | null): boolean {
  const queries = useQueryClient();
  const [cache, setCache] = useState<OpenLocalCache | null>(() => readyEarly(userId));

  useEffect(() => {
    if (userId === undefined) return;
    const taken = takeEarly(userId);
    if (userId === null) return forgetLocalCache();
    let opened = taken?.cache;
    let left = false;
    const open = async () => {
      if (!opened) {
        const { openLocalCache } = await loadLocalCache();
        if (left) return;
        opened = openLocalCache(queries, userId);
      }
      await opened.ready;
      if (!left) setCache(opened);
    };
    if (taken?.ready) setCache(taken.cache);
    // Without its code there is no cache: the page works as it does in a new browser.
    else open().catch(() => {});
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
