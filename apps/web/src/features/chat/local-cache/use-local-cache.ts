import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { forgetLocalCache } from './forget-local-cache.ts';
import type { OpenLocalCache } from './open-local-cache.ts';

type Early = { userId: string; opened: Promise<OpenLocalCache>; ready: OpenLocalCache | null };

/** The cache that was opened before the first render, until the screen takes it. */
let early: Early | null = null;

/**
 * Opens the cache of the last person on this device before the first render, and shows what is kept of the conversation that the
 * page opens with. Resolves when it is in the queries; never rejects.
 */
export async function openLocalCacheEarly(
  queries: QueryClient,
  userId: string,
  conversationId: number | null,
): Promise<void> {
  const opened = import('./open-local-cache.ts').then(({ openLocalCache }) => openLocalCache(queries, userId));
  const entry: Early = { userId, opened, ready: null };
  early = entry;
  try {
    const cache = await opened;
    await Promise.all([cache.ready, conversationId === null ? null : cache.show(conversationId, 'coming')]);
    entry.ready = cache;
  } catch {
    // Without its code there is no cache: the page works as it does in a new browser.
    if (early === entry) early = null;
  }
}

/** The cache that was opened early, if it is this person's. Another person's is closed. */
function takeEarly(userId: string | null): Early | null {
  const taken = early;
  early = null;
  if (taken?.userId === userId) return taken;
  void taken?.opened.then((cache) => cache.close()).catch(() => {});
  return null;
}

/**
 * Shows a person's recent conversations and the open one from this device until the server has answered, then keeps what is
 * read. `userId` is the owner: null for nobody, undefined until it is known. Guests do not load the cache's code. When nobody
 * is here, nothing stays on this device. Returns whether kept lists are on screen.
 */
export function useLocalCache(userId: string | null | undefined, conversationId: number | null): boolean {
  const queries = useQueryClient();
  const [cache, setCache] = useState<OpenLocalCache | null>(() =>
    early !== null && early.userId === userId ? early.ready : null,
  );

  useEffect(() => {
    if (userId === undefined) return;
    const taken = takeEarly(userId);
    if (userId === null) return forgetLocalCache();
    let opened = taken?.ready ?? undefined;
    let left = false;
    if (opened) setCache(opened);
    else
      Promise.resolve(
        taken?.opened ?? import('./open-local-cache.ts').then(({ openLocalCache }) => openLocalCache(queries, userId)),
      )
        .then(async (cache) => {
          if (left) return cache.close();
          opened = cache;
          await cache.ready;
          if (!left) setCache(cache);
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
