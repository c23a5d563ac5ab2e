import type { User } from '@noek/contract/auth';
import { useEffect, useRef } from 'react';
import { isSessionIgnored } from '../../../api/session-fetch.ts';
import { trpc } from '../../../api/trpc.ts';
import { keepTrying } from '../../../components/keep-trying.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { Answers } from '../streaming/answers.ts';

/**
 * Keeps this page up to date with everything that happens in the person's chats, through the one live stream of all their
 * tabs. Signed-in people have it as soon as the server has said who they are; guests while there is something to follow.
 */
export function useLive(options: {
  user: User | null;
  /** A guest who is known has a conversation open, or sends a message. */
  guestIsActive: boolean;
  answers: Answers;
  cache: ChatCache;
  /** Is a message on its way from this page? */
  isOwn: (clientMessageId: string) => boolean;
}): void {
  const { user, guestIsActive, answers } = options;
  const utils = trpc.useUtils();
  const latest = useRef(options);
  latest.current = options;
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
          // The stream would be that of the person who left.
          queueMicrotask(handlers.onComplete);
          return { unsubscribe() {} };
        },
        takers: () => {
          const { cache, isOwn } = latest.current;
          return { answers, cache, isOwn };
        },
        // A read that is refused, too, is what makes this page find out who is here.
        onRefused: () => latest.current.cache.refreshAllowance(),
      });
    };
    // A page that the browser keeps for the way back must not keep the others waiting for the stream.
    const onHide = () => leave?.();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      latest.current.cache.reloadAll();
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
  }, [name, utils, answers]);
}
