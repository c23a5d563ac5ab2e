import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as at the end, in pixels. */
const nearEndPx = 16;
/** Farther from the end than this, the way back is offered. */
const offerJumpPx = 120;

/**
 * Keeps a scrolling list at its end while it grows, unless the reader scrolled up. Until they are back at the end nothing
 * moves, and `away` says that the way back should be offered.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { away: boolean; toEnd: () => void } {
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const last = useRef({ top: 0, height: 0 });

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = true;
    element.scrollTop = element.scrollHeight;
    last.current = { top: element.scrollTop, height: element.scrollHeight };
    setAway(false);
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (!element || !inside) return;
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    const onScroll = () => {
      const { scrollTop: top, scrollHeight: height } = element;
      // A list that became shorter moves up without anybody's doing.
      const up = top < last.current.top && height >= last.current.height;
      last.current = { top, height };
      if (up) following.current = false;
      else if (distance() <= nearEndPx) following.current = true;
      setAway(!following.current && distance() > offerJumpPx);
    };
    // Before the first pixel has moved, or the next words would pull the reader back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0) following.current = false;
    };
    const onGrowth = () => {
      if (following.current) toEnd();
      else setAway(distance() > offerJumpPx);
    };
    const sizes = new ResizeObserver(onGrowth);
    sizes.observe(element);
    sizes.observe(inside);
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', onWheel);
    };
  }, [scroller, content, toEnd]);

  return { away, toEnd };
}
