import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance the list counts as being at its end, in pixels. */
const nearEndPx = 16;
/**
 * A scroll so soon after somebody touched the list is theirs. So soon after a change of size it may be nobody's: a list of
 * which only a part is in the page corrects its place when it has measured what came, on a busy machine late.
 */
const userScrollMs = 1_000;
const resizeScrollMs = 2_000;
const touches = ['pointerdown', 'touchmove', 'keydown', 'wheel'] as const;
/** Farther from the end than this, the way back is offered. */
const offerJumpPx = 120;

/**
 * Keeps a scrolling list at its end while it grows, unless the reader scrolled up. Until they are back at the end nothing
 * moves, and `away` says that the way back should be offered. While `isWhole` is false the end of what is loaded is not
 * the end, and is not followed. `toEnd` goes there whatever was touched before; `stay` keeps the list where it is, as if the
 * reader had scrolled up.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isWhole: boolean,
): { away: boolean; toEnd: () => void; stay: () => void } {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const whole = useRef(isWhole);
  whole.current = isWhole;
  const last = useRef({ top: 0, height: 0 });
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = whole.current;
    element.scrollTop = element.scrollHeight;
    last.current = { top: element.scrollTop, height: element.scrollHeight };
    setAway(false);
  }, [scroller]);

  const toEnd = useCallback(() => {
    touchedAt.current = Number.NEGATIVE_INFINITY;
    follow();
  }, [follow]);

  const stay = useCallback(() => {
    following.current = false;
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (!element || !inside) return;
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    let resizedAt = Number.NEGATIVE_INFINITY;
    const onTouch = () => {
      touchedAt.current = performance.now();
    };
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height } = element;
      const now = performance.now();
      const isTheirs = now - touchedAt.current < userScrollMs || now - resizedAt > resizeScrollMs;
      // A list that became shorter moves up without anybody's doing.
      const up = isTheirs && top < last.current.top && height >= last.current.height;
      last.current = { top, height };
      if (up) following.current = false;
      else if (distance() <= nearEndPx) following.current = whole.current;
      setAway(!following.current && distance() > offerJumpPx);
    };
    // Before the first pixel has moved, or the next words would pull the reader back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) following.current = false;
    };
    const onGrowth = () => {
      resizedAt = performance.now();
      if (following.current) follow();
      else setAway(distance() > offerJumpPx);
    };
    const sizes = new ResizeObserver(onGrowth);
    sizes.observe(element);
    sizes.observe(inside);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: true });
    for (const type of touches) element.addEventListener(type, onTouch, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
      for (const type of touches) element.removeEventListener(type, onTouch);
    };
  }, [scroller, content, follow]);

  return { away: away || !isWhole, toEnd, stay };
}
