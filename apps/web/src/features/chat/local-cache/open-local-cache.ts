import type { User } from '@noek/contract/auth';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { errorCode, isRefused } from '../../../api/base/error-text.ts';
import { currentUserKey } from '../../../api/trpc.ts';
import { registerShell } from '../../offline/register-shell.ts';
import { forgetReads } from '../../session/change-user.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import {
  conversationOf,
  isFromCache,
  isList,
  isOf,
  isShown,
  newsOf,
  showConversation,
  showLists,
  showMessages,
} from './cached-queries.ts';
import { forgetKeptView } from './forget-local-cache.ts';
import { indexedDbStorage } from './indexed-db.ts';
import { LocalCache } from './local-cache.ts';
import type { Storage } from './storage.ts';

/** Changes within this time are written together, in milliseconds. */
const writeAfterMs = 1_000;

export type OpenLocalCache = {
  /** Whether the kept lists are on screen. */
  ready: Promise<void>;
  /**
   * Shows the kept part of a conversation, unless newer data is there. `screen`: whether the screen has rendered, or will soon show
   * this conversation.
   */
  show(conversationId: number, screen?: 'rendered' | 'coming'): Promise<void>;
  /** Stops showing and keeping data. */
  close(): void;
};

/**
 * Shows a person's kept data until the server's data replaces it, and keeps that for the next visit. If the server says that a
 * different person or nobody is here, everything shown from the cache is removed immediately.
 */
export function openLocalCache(
  queries: QueryClient,
  userId: string,
  storage: Storage = indexedDbStorage(),
): OpenLocalCache {
  const cache = new LocalCache(storage, userId, () => storedUser()?.id === userId);
  const changed = new Set<Query>();
  /** The conversation that the first render will show. */
  let coming: number | null = null;
  const gone = new Set<number>();
  let open = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const here = () => queries.getQueryData<User | null>(currentUserKey);
  /** A person who is not confirmed yet counts too: that is when the cache is useful. */
  const mayShow = () => open && (here() === undefined || here()?.id === userId);

  async function write(): Promise<void> {
    timer = undefined;
    if (!open || here()?.id !== userId) return;
    // Another tab may have left the look of a conversation that is gone now.
    if (document.visibilityState === 'visible') forgetKeptView();
    const news = [...changed].flatMap((query) => newsOf(query) ?? []);
    const deleted = [...gone];
    changed.clear();
    gone.clear();
    // Single conversations come first: a row that left one list may have moved to the other.
    await cache.save(news.flatMap((item) => (item.kind === 'conversation' ? item.conversation : [])));
    for (const item of news) if (item.kind === 'list') await cache.sync(item.list);
    for (const item of news) if (item.kind === 'messages') await cache.saveMessages(item.conversationId, item.thread);
    if (deleted.length > 0) await cache.delete(deleted);
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => whenIdle(() => void write()), writeAfterMs);
  };
  const writeNow = () => {
    if (document.visibilityState !== 'hidden' || timer === undefined) return;
    clearTimeout(timer);
    void write();
  };

  const userHash = hashKey(currentUserKey);
  const stopFollowing = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (query.queryHash === userHash) {
      if (action.type === 'success') onUser();
    } else if (action.type === 'success' && !isFromCache(query)) {
      changed.add(query);
      writeSoon();
    } else if (action.type === 'error' && errorCode(action.error) === 'NOT_FOUND') {
      const id = conversationOf(query);
      if (id === null) return;
      gone.add(id);
      writeSoon();
    }
  });
  document.addEventListener('visibilitychange', writeNow);

  function onUser(): void {
    if (!open) return;
    if (here()?.id !== userId) {
      forgetReads(queries);
      close();
      return;
    }
    void cache.clearOthers();
    registerShell();
    dropUnread();
    // Reads that failed while the server could not be reached are repeated now.
    void queries.refetchQueries(
      {
        type: 'active',
        predicate: ({ state, queryHash }) =>
          queryHash !== userHash && state.status === 'error' && !isRefused(state.error),
      },
      { cancelRefetch: false },
    );
  }
  /** Removes data that nothing shows, because later changes would make it look fresh. What the screen is about to show stays. */
  function dropUnread(): void {
    queries.removeQueries({
      predicate: (query) =>
        isFromCache(query) && query.getObserversCount() === 0 && !isList(query) && !isOf(query, coming),
    });
  }
  function close(): void {
    open = false;
    clearTimeout(timer);
    stopFollowing();
    document.removeEventListener('visibilitychange', writeNow);
    cache.close();
  }

  if (here()?.id === userId) onUser();
  const kept = cache.conversations();
  return {
    ready: kept.then((conversations) => {
      if (mayShow()) showLists(queries, conversations);
      if (here()) dropUnread();
    }),
    async show(conversationId, screen = 'rendered') {
      coming = screen === 'coming' ? conversationId : null;
      if (isShown(queries, conversationId)) return;
      const [conversations, thread] = await Promise.all([kept, cache.messages(conversationId)]);
      if (!mayShow()) return;
      const conversation = conversations.find(({ id }) => id === conversationId);
      if (conversation) showConversation(queries, conversation);
      if (thread) showMessages(queries, conversationId, thread);
    },
    close,
  };
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 0);
}
