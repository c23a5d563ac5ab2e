import { findMarks } from '@noek/contract/chat/search-marks';
import type { SearchQuery } from '@noek/contract/chat/search-terms';

/** The parts of a message that are searched, and the elements in them that are not text of the message. */
const texts = '.prose, [data-text]';
const notText = 'figcaption, button, .sr-only, .katex-mathml';
const blocks = 'p, li, h3, h4, h5, h6, th, td, pre, blockquote, div, section';
const mostMarks = 500;

/** The ranges of a message on the page whose text matches a query, in order. */
export function foundRanges(message: Element, query: SearchQuery): Range[] {
  const parts = [...message.querySelectorAll(texts)].filter((part) => !part.parentElement?.closest(texts));
  return parts.flatMap((part) => rangesIn(part, query));
}

function rangesIn(root: Element, query: SearchQuery): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(notText) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  let text = '';
  let block: Element | null = null;
  const starts: { node: Text; start: number }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement?.closest(blocks) ?? null;
    // No word continues in the next block.
    if (around !== block) text += '\n';
    block = around;
    starts.push({ node: node as Text, start: text.length });
    text += (node as Text).data;
  }
  const at = (offset: number) => starts.findLast(({ start }) => start <= offset);
  return findMarks(text, query, mostMarks).flatMap(([start, length]) => {
    const first = at(start);
    const last = at(start + length - 1);
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, Math.min(start + length - last.start, last.node.length));
    return [range];
  });
}

/** Marks ranges of the page, and one of them as the current one. Browsers without the Highlight API mark nothing. */
export function markRanges(ranges: readonly Range[], current: Range | undefined): void {
  if (typeof Highlight !== 'function' || CSS.highlights === undefined) return;
  CSS.highlights.set('search-hit', new Highlight(...ranges.filter((range) => range !== current)));
  if (current) CSS.highlights.set('search-hit-current', new Highlight(current));
  else CSS.highlights.delete('search-hit-current');
}

export function unmarkRanges(): void {
  if (typeof CSS === 'undefined' || CSS.highlights === undefined) return;
  CSS.highlights.delete('search-hit');
  CSS.highlights.delete('search-hit-current');
}

/** The minimum distance of a shown word from the edges of the conversation, in pixels. */
const edgePx = 72;

/**
 * Brings a range into view, in the conversation and in the table or code that it is in, and opens what is folded around it.
 * Returns true when it was in view already.
 */
export function showRange(range: Range, scroller: Element): boolean {
  const element = range.startContainer.parentElement;
  const folded = element?.closest('[data-folded]');
  if (folded) {
    folded.querySelector<HTMLElement>('[data-unfold]')?.click();
    return false;
  }
  const sideways = element?.closest('.scrolled > *');
  const word = range.getBoundingClientRect();
  let isShown = true;
  if (sideways) {
    const { left, right } = sideways.getBoundingClientRect();
    if (word.left < left || word.right > right) {
      sideways.scrollLeft += word.left - (left + right) / 2;
      isShown = false;
    }
  }
  const area = scroller.getBoundingClientRect();
  if (word.top >= area.top + edgePx && word.bottom <= area.bottom - edgePx) return isShown;
  const before = scroller.scrollTop;
  scroller.scrollTop += word.top - area.top - area.height / 3;
  return isShown && scroller.scrollTop === before;
}
