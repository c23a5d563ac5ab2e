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
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = true;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
    setAway(false);
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (!element || !inside) return;
    const distance = () => element.scrollHeight - element.scrollTop - element.clientHeight;
    const onScroll = () => {
      const up = element.scrollTop < lastTop.current - 1;
      lastTop.current = element.scrollTop;
      if (distance() <= nearEndPx) following.current = true;
      else if (up) following.current = false;
      setAway(!following.current && distance() > offerJumpPx);
    };
    const onGrowth = () => {
      if (following.current) toEnd();
      else setAway(distance() > offerJumpPx);
    };
    const sizes = new ResizeObserver(onGrowth);
    sizes.observe(element);
    sizes.observe(inside);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content, toEnd]);

  return { away, toEnd };
}
