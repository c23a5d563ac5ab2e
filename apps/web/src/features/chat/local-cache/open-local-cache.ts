import type { User } from '@noek/contract/auth/schemas';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { errorCode, isRefused } from '../../../api/base/error-text.ts';
import { currentUserKey } from '../../../api/trpc.ts';
import { formattedDates } from '../../../components/dates/date-labels.ts';
import { registerShell } from '../../offline/register-shell.ts';
import { forgetReads } from '../../session/change-user.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import { waitingChanges } from '../../session/waiting-changes/waiting-change.ts';
import {
  conversationOf,
  isHeldBack,
  isList,
  isOf,
  isShown,
  newsOf,
  showConversation,
  showLists,
  showMessages,
} from './cached-queries.ts';
import { type EarlyCache, giveEarly, type OpenLocalCache } from './early-cache.ts';
import { forgetKeptView } from './forget-local-cache.ts';
import { indexedDbStorage } from './indexed-db.ts';
import { bringBackDates, keepDates } from './kept-dates.ts';
import { LocalCache } from './local-cache.ts';
import type { Storage } from './storage.ts';
import { withWaitingChanges } from './with-waiting-changes.ts';

/** Changes within this time are written together, in milliseconds. */
const writeAfterMs = 1_000;

/**
 * How long the first render waits for what is kept on this device, in milliseconds. Until then the shell is on screen. It comes from
 * the disk, so only a new browser or a disk that is busy takes longer, and then the page renders without it.
 */
const waitMs = 250;
/** The same while the kept view of the conversation is on screen: see `useKeptView`. */
const waitWithViewMs = 2_000;

/**
 * Shows a person's kept data until the server's data replaces it, and keeps that for the next visit. If the server says that a
 * different person or none is signed in, everything shown from the cache is removed immediately.
 */
export function openLocalCache(
  queries: QueryClient,
  userId: string,
  storage: Storage = indexedDbStorage(),
): OpenLocalCache {
  const cache = new LocalCache(storage, userId, () => storedUser()?.id === userId);
  const changed = new Set<Query>();
  /** The queries that show what is kept, unchanged. */
  const unread = new WeakSet<Query>();
  let isShowing = false;
  const showKept = (show: () => void) => {
    isShowing = true;
    show();
    isShowing = false;
  };
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
    // Another tab may have kept the view of a conversation that no longer exists.
    if (document.visibilityState === 'visible') forgetKeptView();
    const held = [...changed].filter((query) => isHeldBack(queries, query));
    const news = [...changed].flatMap((query) => (held.includes(query) ? [] : (newsOf(query) ?? [])));
    const deleted = [...gone];
    changed.clear();
    // They are kept once it is known that their chat is not temporary, or when the person keeps it.
    for (const query of held) changed.add(query);
    gone.clear();
    // Single conversations come first: a row that left one list may have moved to the other.
    await cache.save(news.flatMap((item) => (item.kind === 'conversation' ? item.conversation : [])));
    for (const item of news) if (item.kind === 'list') await cache.sync(item.list);
    for (const item of news) if (item.kind === 'pinned') await cache.syncPinned(item.conversations);
    for (const item of news) if (item.kind === 'projects') await cache.syncProjects(item.projects);
    for (const item of news) if (item.kind === 'messages') await cache.saveMessages(item.conversationId, item.thread);
    if (deleted.length > 0) await cache.delete(deleted);
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => whenIdle(() => void write()), writeAfterMs);
  };
  const writeNow = () => {
    if (document.visibilityState !== 'hidden') return;
    if (open && here()?.id === userId && storedUser()?.id === userId) keepDates(userId);
    if (timer === undefined) return;
    clearTimeout(timer);
    void write();
  };

  const userHash = hashKey(currentUserKey);
  const stopFollowing = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (query.queryHash === userHash) {
      if (action.type === 'success') onUser();
    } else if (action.type === 'success' && isShowing) unread.add(query);
    else if (action.type === 'success') {
      unread.delete(query);
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
      formattedDates.clear();
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
        unread.has(query) && query.getObserversCount() === 0 && !isList(query) && !isOf(query, coming),
    });
  }
  function close(): void {
    open = false;
    clearTimeout(timer);
    stopFollowing();
    document.removeEventListener('visibilitychange', writeNow);
    cache.close();
  }

  bringBackDates(userId);
  if (here()?.id === userId) onUser();
  const kept = Promise.all([cache.conversations(), cache.projects()]).then(([conversations, projects]) =>
    withWaitingChanges(
      { conversations, projects },
      waitingChanges.get().filter(({ ownerId }) => ownerId === userId),
    ),
  );
  return {
    ready: kept.then(({ conversations, projects }) => {
      if (mayShow()) showKept(() => showLists(queries, conversations, projects));
      if (here()) dropUnread();
    }),
    async show(conversationId, screen = 'rendered') {
      coming = screen === 'coming' ? conversationId : null;
      if (isShown(queries, conversationId)) return;
      const [{ conversations }, thread] = await Promise.all([kept, cache.messages(conversationId)]);
      if (!mayShow()) return;
      const conversation = conversations.find(({ id }) => id === conversationId);
      showKept(() => {
        if (conversation) showConversation(queries, conversation);
        if (thread) showMessages(queries, conversationId, thread);
      });
    },
    close,
  };
}

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 0);
}

/**
 * Opens the cache of the last person here before the first render, and puts what it keeps of the page into the queries, so that the
 * first render shows it. Resolves when that is done and `code` has loaded, or when it takes too long. Never rejects.
 */
export async function openKept(
  queries: QueryClient,
  userId: string,
  conversationId: number | null,
  code: Promise<unknown> | null,
): Promise<void> {
  const early: EarlyCache = { userId, cache: openLocalCache(queries, userId), ready: false };
  giveEarly(early);
  const { ready, show } = early.cache;
  const shown = Promise.all([ready, conversationId === null ? null : show(conversationId, 'coming')]);
  const isReady = shown.then(() => {
    early.ready = true;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 'kept' in document.documentElement.dataset ? waitWithViewMs : waitMs);
  });
  await Promise.race([Promise.all([isReady, code]), tooLate]);
  clearTimeout(timer);
}
