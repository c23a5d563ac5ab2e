/** The rows of the list settle within this time after their width has changed, in milliseconds. */
const settledMs = 400;
/** A width that is not in place by then never comes, unless the border is being dragged. */
const longestMs = 10_000;
/** How far below the top of the view the line is that stays, as a share of its height. */
const readingLine = 0.25;

/** The lists that stay where they are, each with how often it is held. */
const held = new Map<Element, number>();

/** Whether a list stays where its reader is, so that it does not follow its end. */
export const isHeld = (scroller: Element): boolean => held.has(scroller);

/**
 * Keeps what is read at the same height while the width of the conversation changes: `before`, if it is in view, otherwise the
 * line near the top of the view. Returns a function to call when the new width is in place; the list is held a moment longer, because it
 * measures its rows late.
 */
export function holdReading(scroller: HTMLElement, before: Element | null): () => void {
  const anchor = anchorOf(scroller, before);
  held.set(scroller, (held.get(scroller) ?? 0) + 1);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  const keep = () => {
    if (!anchor?.isConnected) return;
    const moved = anchor.getBoundingClientRect().top - top;
    if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
  };
  const sizes = new ResizeObserver(keep);
  // The list moves by itself when it has measured its rows: before the next frame is painted, and after the sizes are observed.
  const moves = new MutationObserver(keep);
  const content = scroller.firstElementChild;
  if (content) {
    sizes.observe(content);
    moves.observe(content, { subtree: true, childList: true, attributeFilter: ['style'] });
  }
  /** The reader moves on. */
  const touches = new AbortController();
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(timer);
    touches.abort();
    sizes.disconnect();
    moves.disconnect();
    const count = (held.get(scroller) ?? 1) - 1;
    if (count > 0) held.set(scroller, count);
    else held.delete(scroller);
  };
  // React may have measured for a render that it has dropped.
  let timer = setTimeout(release, longestMs);
  return () => {
    if (isReleased) return;
    keep();
    clearTimeout(timer);
    timer = setTimeout(release, settledMs);
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      scroller.addEventListener(type, release, { passive: true, once: true, signal: touches.signal });
  };
}

function anchorOf(scroller: HTMLElement, before: Element | null): Element | null {
  const { top, bottom, left, width, height } = scroller.getBoundingClientRect();
  if (height === 0) return null;
  if (before && scroller.contains(before)) {
    const box = before.getBoundingClientRect();
    if (box.bottom > top && box.top < bottom) return before;
  }
  const there = document.elementFromPoint(left + width / 2, top + height * readingLine);
  if (there && there !== scroller && scroller.contains(there) && !there.querySelector('[data-message]')) return there;
  for (const row of scroller.querySelectorAll('[data-message]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom > top && box.top < bottom) return row;
  }
  return null;
}
