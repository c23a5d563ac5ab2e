/** The states of a fading word, from its first; `::highlight(answer-fade-0)` and so on in word-fade.css give each its colour. */
const steps = 6;
/** How long a state lasts, in milliseconds. A growing text is painted every 50 ms, and the next state comes with that paint. */
const stepMs = 70;
/** In characters. More at once is text that was missed, not text that is being written. */
const mostAtOnce = 600;

/** Text that appeared together. */
type Batch = { ranges: StaticRange[]; step: number };
/** What the page showed: its last block, and the length of that block's text. */
type Seen = { block: Element; length: number };

const batches = new Set<Batch>();
let timer: ReturnType<typeof setTimeout> | undefined;

const highlightOf = (step: number): Highlight => {
  const name = `answer-fade-${step}`;
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
};

function put(batch: Batch, range: StaticRange): void {
  batch.ranges.push(range);
  highlightOf(batch.step).add(range);
}

/** Takes every batch one step further, now and until all words have appeared. */
function advance(): void {
  clearTimeout(timer);
  for (const batch of batches) {
    for (const range of batch.ranges) highlightOf(batch.step).delete(range);
    batch.step += 1;
    if (batch.step === steps) batches.delete(batch);
    else for (const range of batch.ranges) highlightOf(batch.step).add(range);
  }
  if (batches.size > 0) timer = setTimeout(advance, stepMs);
}

/** Whether words can fade in: the browser can colour ranges of text, and the reader does not prefer reduced motion. */
export const canFade = (): boolean =>
  typeof Highlight === 'function' &&
  CSS.highlights !== undefined &&
  window.matchMedia('(prefers-reduced-motion: no-preference)').matches;

/**
 * Fades in the words that a growing text shows for the first time. It colours ranges of the text (CSS Custom Highlight API), so no
 * element is added, nothing is laid out again, and assistive technology sees only the text.
 */
export class WordFade {
  #seen: Seen | null = null;
  #last: Batch | null = null;

  /** Call after each change of the text. The first call only notes what is there, which is not new to the reader. */
  update(root: Element): void {
    const before = this.#seen;
    const block = root.lastElementChild;
    this.#seen = block && { block, length: block.textContent.length };
    if (!before || !this.#seen || before.block.parentElement !== root) return;
    const fresh = freshRanges(root, before);
    if (!fresh) return;
    advance();
    const batch: Batch = { ranges: [], step: 0 };
    for (const [index, range] of fresh.entries()) {
      const rest = index === 0 ? restOfWord(range) : 0;
      const { startContainer: node, startOffset, endOffset } = range;
      // The rest of a word that has begun to appear goes with its beginning.
      if (rest > 0 && this.#last && batches.has(this.#last))
        put(this.#last, staticRange(node, startOffset, startOffset + rest));
      if (startOffset + rest < endOffset) put(batch, staticRange(node, startOffset + rest, endOffset));
    }
    if (batch.ranges.length === 0) return;
    batches.add(batch);
    this.#last = batch;
    clearTimeout(timer);
    timer = setTimeout(advance, stepMs);
  }
}

const staticRange = (node: Node, start: number, end: number): StaticRange =>
  new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end });

/** How many characters at the start of a range belong to a word that begins before it. */
function restOfWord({ startContainer, startOffset, endOffset }: StaticRange): number {
  const text = (startContainer as Text).data;
  if (startOffset === 0 || /\s/.test(text.charAt(startOffset - 1))) return 0;
  const space = text.slice(startOffset, endOffset).search(/\s/);
  return space < 0 ? endOffset - startOffset : space;
}

/** The text that was not there before, in order: what follows the last known block, and the end of that block. */
function freshRanges(root: Element, { block, length }: Seen): StaticRange[] | null {
  let left = Math.max(0, block.textContent.length - length);
  for (let next = block.nextElementSibling; next; next = next.nextElementSibling) left += next.textContent.length;
  if (left === 0 || left > mostAtOnce) return null;
  const ranges: StaticRange[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.lastChild());
  for (let node: Node | null = walker.currentNode; node && left > 0; node = walker.previousNode()) {
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const end = (node as Text).length;
    const start = Math.max(0, end - left);
    ranges.unshift(staticRange(node, start, end));
    left -= end - start;
  }
  return ranges;
}
