import type { User } from '@noek/contract/auth';
import { useEffect } from 'react';
import { isSessionIgnored } from '../../../api/base/session-fetch.ts';
import { trpc } from '../../../api/trpc.ts';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { Answers } from '../streaming/answers.ts';

/**
 * Keeps this page up to date with the person's chats through one live stream that all their tabs share. Signed-in people join
 * it as soon as the server has confirmed who they are. Guests join it while a conversation is open or a message is being sent.
 */
export function useLive(options: {
  user: User | null;
  /** A known guest has a conversation open or is sending a message. */
  guestIsActive: boolean;
  answers: Answers;
  cache: ChatCache;
  /** Whether this page is sending a message. */
  isOwn: (clientMessageId: string) => boolean;
}): void {
  const { user, guestIsActive, answers, cache, isOwn } = options;
  const utils = trpc.useUtils();
  const name = user ? `noek-live:${user.id}` : guestIsActive ? 'noek-live:guest' : null;

  useEffect(() => {
    if (name === null) return;
    let leave: (() => void) | undefined;
    let present = true;
    const join = async () => {
      const { joinLive } = await keepTrying(() => import('./join-live.ts'));
      if (!present) return;
      leave?.();
      leave = joinLive({
        name,
        subscribe(handlers) {
          if (!isSessionIgnored()) return utils.client.chat.live.subscribe(undefined, handlers);
          // The stream would belong to the person who left.
          queueMicrotask(handlers.onComplete);
          return { unsubscribe() {} };
        },
        targets: { answers, cache, isOwn },
        // Even a refused read makes this page find out who is here.
        onRefused: () => cache.refreshAllowance(),
      });
    };
    // A page in the browser's back/forward cache must not keep the others waiting for the stream.
    const onHide = () => leave?.();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      cache.reloadAll();
      void join();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    void join();
    return () => {
      present = false;
      leave?.();
      answers.setReconnecting(false);
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  }, [name, utils, answers, cache, isOwn]);
}
