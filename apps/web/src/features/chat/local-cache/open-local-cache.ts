import type { User } from '@noek/contract/auth';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { errorCode, isRefused } from '../../../api/base/error-text.ts';
import { currentUserKey } from '../../../api/trpc.ts';
import { registerShell } from '../../offline/register-shell.ts';
import { forgetReads } from '../../session/change-user.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import { conversationOf, isFromCache, newsOf, showConversation, showLists, showMessages } from './cached-queries.ts';
import { indexedDbStorage } from './indexed-db.ts';
import { LocalCache } from './local-cache.ts';
import type { Storage } from './storage.ts';

/** News of this time is written together. */
const writeAfterMs = 1_000;

export type OpenLocalCache = {
  /** The lists that were kept are on the screen. */
  ready: Promise<void>;
  /** Puts what was kept of a conversation on the screen, unless something newer is there. */
  show(conversationId: number): Promise<void>;
  /** From now on nothing is shown or kept. */
  close(): void;
};

/**
 * Shows what this device has kept for a person until the server's truth takes its place, and keeps that for the next
 * time. If the server says that somebody else is here, or nobody, all that was shown is gone at once.
 */
export function openLocalCache(
  queries: QueryClient,
  userId: string,
  storage: Storage = indexedDbStorage(),
): OpenLocalCache {
  const cache = new LocalCache(storage, userId, () => storedUser()?.id === userId);
  const changed = new Set<Query>();
  const gone = new Set<number>();
  let open = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const here = () => queries.getQueryData<User | null>(currentUserKey);
  /** Not yet confirmed counts, too: that is when the cache is of use. */
  const mayShow = () => open && (here() === undefined || here()?.id === userId);

  async function write(): Promise<void> {
    timer = undefined;
    if (!open || here()?.id !== userId) return;
    const news = [...changed].flatMap((query) => newsOf(query) ?? []);
    const deleted = [...gone];
    changed.clear();
    gone.clear();
    // What is known of single conversations first: a row that left one list may have moved to the other.
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
    // What failed while the server could not be reached is read now.
    void queries.refetchQueries(
      {
        type: 'active',
        predicate: ({ state, queryHash }) =>
          queryHash !== userHash && state.status === 'error' && !isRefused(state.error),
      },
      { cancelRefetch: false },
    );
  }
  /** What nobody looks at is not read anew now, and later changes would make it look new: it goes. */
  function dropUnread(): void {
    queries.removeQueries({ predicate: (query) => isFromCache(query) && query.getObserversCount() === 0 });
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
    async show(conversationId) {
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
