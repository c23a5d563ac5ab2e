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
/** How long the list glides when a message was sent, in milliseconds. */
const glideMs = 180;
/** How far it glides at most, in pixels: the list renders no more than this above the view. */
const longestGlidePx = 400;
/** The list has grown and moved within this time after a message was sent, in milliseconds. */
const sentMs = 300;

/**
 * Keeps a scrolling list at its end while it grows, unless the reader has scrolled up; `away` then says that a way back should be offered.
 * While `isWhole` is false, the loaded part ends early and is not followed. `isEmpty`: what is shown without messages begins at its top.
 * `toEnd` goes to the end in any case, `sent` glides there when the next frame has what was sent, and `stay` keeps the scroll position.
 */
export function useFollowEnd(options: {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  isWhole: boolean;
  isEmpty: boolean;
}): { away: boolean; toEnd: () => void; sent: () => void; stay: () => void } {
  const { scroller, content, isWhole, isEmpty } = options;
  const [away, setAway] = useState(false);
  const following = useRef(true);
  const whole = useRef(isWhole);
  whole.current = isWhole;
  const empty = useRef(isEmpty);
  empty.current = isEmpty;
  const last = useRef({ top: 0, height: 0, view: 0 });
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);

  const follow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    following.current = whole.current;
    const before = element.scrollTop;
    element.scrollTop = empty.current ? 0 : element.scrollHeight;
    const moved = element.scrollTop - before;
    if (moved > 1 && performance.now() - sentAt.current < sentMs) glide(content.current, moved);
    last.current = { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
    setAway(false);
  }, [scroller, content]);

  const toEnd = useCallback(() => {
    touchedAt.current = Number.NEGATIVE_INFINITY;
    follow();
  }, [follow]);

  const sent = useCallback(() => {
    sentAt.current = performance.now();
    requestAnimationFrame(toEnd);
  }, [toEnd]);

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
      const { scrollTop: top, scrollHeight: height, clientHeight: view } = element;
      const now = performance.now();
      const isTheirs = now - touchedAt.current < userScrollMs || now - resizedAt > resizeScrollMs;
      // A list that has become shorter, and one whose view has become higher, move up without any input.
      const isAsHigh = height >= last.current.height && view === last.current.view;
      const up = isTheirs && top < last.current.top && isAsHigh;
      last.current = { top, height, view };
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

  return { away: away || !isWhole, toEnd, sent, stay };
}

/** Shows a list that has moved up by `moved` pixels where it was, and lets it glide to its place. Its scroll position is final at once. */
function glide(list: HTMLElement | null, moved: number): void {
  if (!list || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // It may still glide, because what was sent is measured in steps.
  const left = list.getAnimations().length > 0 ? new DOMMatrix(getComputedStyle(list).transform).m42 : 0;
  const from = Math.min(moved + left, longestGlidePx);
  list.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'ease-out',
  });
}
