import { type PointerEvent, useEffect, useRef } from 'react';
import { loadThread } from '../../conversation/load-thread.ts';
import { useSession } from '../../session/session.ts';

/** A pointer or the focus that stays on a link for this long may open it, in milliseconds. On its way to others, it passes sooner. */
const restMs = 80;

/** Handlers for a link to a conversation, which read the conversation when it is about to be opened. */
export function usePrefetch(conversationId: number) {
  const { cache, isOffline } = useSession();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = () => {
    stop();
    if (isOffline) return;
    cache.prefetch(conversationId);
    void loadThread().catch(() => {});
  };
  const soon = () => {
    stop();
    timer.current = setTimeout(now, restMs);
  };
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') soon();
    },
    onPointerLeave: stop,
    onFocus: soon,
    onBlur: stop,
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) now();
    },
  };
}
