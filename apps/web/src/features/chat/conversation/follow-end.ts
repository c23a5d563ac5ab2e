import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance, the list counts as being at its end. In pixels. */
const nearEndPx = 16;
/**
 * A scroll within this time after user input counts as the reader's, in milliseconds. Other scrolls have other causes: a virtual list
 * corrects its position when it has measured new rows, which can be late on a busy machine.
 */
const userScrollMs = 1_000;
const resizeScrollMs = 2_000;
const touches = ['pointerdown', 'touchmove', 'keydown', 'wheel'] as const;
/** Farther from the end than this, a button leads back to it. In pixels. */
const offerJumpPx = 120;

/**
 * Keeps a scrolling list at its end while it grows, unless the reader has scrolled up. Until they are back at the end, nothing
 * moves, and `away` says that a way back should be offered. While `isWhole` is false, the end of the loaded part is not the
 * real end and is not followed. `isEmpty`: there is no message yet; what is shown instead begins at its top. `toEnd` goes to the
 * end in any case; `stay` keeps the scroll position, as if the reader had scrolled up.
 */
export function useFollowEnd(options: {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  isWhole: boolean;
  isEmpty: boolean;
}): { away: boolean; toEnd: () => void; stay: () => void } {
  const { scroller, content, isWhole, isEmpty } = options;
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const whole = useRef(isWhole);
  whole.current = isWhole;
  const empty = useRef(isEmpty);
  empty.current = isEmpty;
  const last = useRef({ top: 0, height: 0 });
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = whole.current;
    element.scrollTop = empty.current ? 0 : element.scrollHeight;
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
      if (empty.current) return;
      const { scrollTop: top, scrollHeight: height } = element;
      const now = performance.now();
      const isTheirs = now - touchedAt.current < userScrollMs || now - resizedAt > resizeScrollMs;
      // A list that has become shorter moves up without any input.
      const up = isTheirs && top < last.current.top && height >= last.current.height;
      last.current = { top, height };
      if (up) following.current = false;
      else if (distance() <= nearEndPx) following.current = whole.current;
      setAway(!following.current && distance() > offerJumpPx);
    };
    // Before the first pixel has moved: otherwise the next words would pull the reader back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0 && !empty.current) following.current = false;
    };
    const onGrowth = () => {
      resizedAt = performance.now();
      if (empty.current) return;
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
