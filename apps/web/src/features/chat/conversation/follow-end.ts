import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { glideFrom } from '../../../components/page/motion.ts';
import { turnSelector } from '../thread/turn-mark.ts';

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
/** How far it glides at most, in pixels: the list renders no more than this above the view. */
const longestGlidePx = 400;
/** The space above a question at the top of the view, in pixels: the same as above the first message. */
const turnTopPx = 28;
/** How much of the view a long question takes at most. */
const questionShare = 0.6;
/** The list has grown and moved within this time after a message was sent, in milliseconds. */
const sentMs = 300;

/** What is below the view: more of the answer to what was just sent, or anything else. Null: nothing, or nothing worth a button. */
export type Below = 'answer' | 'other' | null;

/**
 * How a list is followed while it grows. `turn`: until the question that was sent last is at the top of the view; its answer is read from
 * there. `end`: to its end. `not`: the reader has scrolled away.
 */
type Following = 'turn' | 'end' | 'not';

/**
 * Keeps a scrolling list at its end while it grows, unless the reader has scrolled up. After `sent`, the view stays where the question is at
 * its top; the answer grows beyond it. `below` says that a way to the end should be offered. While `isWhole` is false, the loaded part ends
 * early and is not followed. `isEmpty`: what is shown without messages begins at its top. `toEnd` goes to the end in any case and follows it,
 * `sent` glides to the question when the next frame has it, and `stay` keeps the scroll position.
 */
export function useFollowEnd(options: {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  isWhole: boolean;
  isEmpty: boolean;
}): { below: Below; toEnd: () => void; sent: () => void; stay: () => void } {
  const { scroller, content, isWhole, isEmpty } = options;
  const [below, setBelow] = useState<Below>(null);
  const following = useRef<Following>('end');
  const whole = useRef(isWhole);
  whole.current = isWhole;
  const empty = useRef(isEmpty);
  empty.current = isEmpty;
  const last = useRef({ top: 0, height: 0, view: 0 });
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || empty.current) return setBelow(null);
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (following.current === 'turn') setBelow(distance > nearEndPx ? 'answer' : null);
    else setBelow(following.current === 'not' && distance > offerJumpPx ? 'other' : null);
  }, [scroller]);

  const follow = useCallback(
    (how: Following) => {
      const element = scroller.current;
      if (!element) return;
      following.current = whole.current ? how : 'not';
      const before = element.scrollTop;
      if (empty.current) element.scrollTop = 0;
      else if (how === 'turn') element.scrollTop = Math.max(before, Math.min(topOfTurn(element), element.scrollHeight));
      else element.scrollTop = element.scrollHeight;
      const moved = element.scrollTop - before;
      if (moved > 1 && performance.now() - sentAt.current < sentMs) glide(content.current, moved);
      last.current = { top: element.scrollTop, height: element.scrollHeight, view: element.clientHeight };
      look();
    },
    [scroller, content, look],
  );

  const toEnd = useCallback(() => {
    touchedAt.current = Number.NEGATIVE_INFINITY;
    follow('end');
  }, [follow]);

  const sent = useCallback(() => {
    sentAt.current = performance.now();
    requestAnimationFrame(() => {
      touchedAt.current = Number.NEGATIVE_INFINITY;
      follow('turn');
    });
  }, [follow]);

  const stay = useCallback(() => {
    following.current = 'not';
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
      const down = isTheirs && top > last.current.top;
      last.current = { top, height, view };
      const isAtEnd = distance() <= nearEndPx;
      if (up || (down && !isAtEnd)) following.current = 'not';
      // An answer that still fits on the screen keeps its question at the top when it becomes longer.
      else if (isAtEnd && (following.current === 'not' || down)) following.current = whole.current ? 'end' : 'not';
      look();
    };
    // Before the first pixel has moved: otherwise the next words would pull the reader back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && element.scrollTop > 0 && !empty.current) following.current = 'not';
    };
    const onGrowth = () => {
      resizedAt = performance.now();
      if (empty.current) return;
      if (following.current === 'not') look();
      else follow(following.current);
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
  }, [scroller, content, follow, look]);

  return { below: below ?? (isWhole ? null : 'other'), toEnd, sent, stay };
}

/** The scroll position at which the question that was sent last is at the top of the view, and at least a part of its answer below it. */
function topOfTurn(element: HTMLElement): number {
  const question = element.querySelector(turnSelector);
  if (!question) return Number.POSITIVE_INFINITY;
  const { top, bottom } = question.getBoundingClientRect();
  const shown = Math.max(top - turnTopPx, bottom - element.clientHeight * questionShare);
  return element.scrollTop + shown - element.getBoundingClientRect().top;
}

/** Shows a list that has moved up by `moved` pixels where it was, and lets it glide to its place. Its scroll position is final at once. */
function glide(list: HTMLElement | null, moved: number): void {
  if (!list) return;
  // It may still glide, because what was sent is measured in steps.
  const left = list.getAnimations().length > 0 ? new DOMMatrix(getComputedStyle(list).transform).m42 : 0;
  glideFrom(list, Math.min(moved + left, longestGlidePx));
}
