import { glideFrom } from '../../../components/page/motion.ts';
import { isHeld } from '../documents/place/hold-reading.ts';
import { turnSelector } from './turn-mark.ts';

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
/** The same while an answer is read from its top. Less is the space below it. */
const offerMorePx = 64;
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

/** A list that is followed while it grows. */
export type Followed = {
  scroller: HTMLElement;
  content: HTMLElement;
  /** While false, the loaded part ends early and is not followed. */
  isWhole: () => boolean;
  /** What is shown without messages begins at its top. */
  isEmpty: () => boolean;
  onBelow: (below: Below) => void;
};

/**
 * How a list is followed while it grows. `turn`: until the question that was sent last is at the top of the view; its answer is read from
 * there. `end`: to its end. `not`: the reader has scrolled away.
 */
type Following = 'turn' | 'end' | 'not';

/**
 * Keeps a scrolling list at its end while it grows, unless the reader has scrolled up. After `sent`, the view stays where the question is at
 * its top; the answer grows beyond it. `onBelow` learns whether a way to the end should be offered.
 */
export class FollowEnd {
  readonly #followed: Followed;
  #following: Following = 'end';
  #last = { top: 0, height: 0, view: 0 };
  #touchedAt = Number.NEGATIVE_INFINITY;
  #resizedAt = Number.NEGATIVE_INFINITY;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** The question that is at the top, and whether one that was sent here is still to come. */
  #turn: string | null = null;
  #expectsTurn = false;
  readonly #sizes = new ResizeObserver(() => this.#onGrowth());
  readonly #listeners = new AbortController();

  constructor(followed: Followed) {
    this.#followed = followed;
    const { scroller, content } = followed;
    this.#sizes.observe(scroller);
    this.#sizes.observe(content);
    const options = { passive: true, signal: this.#listeners.signal };
    scroller.addEventListener('scroll', () => this.#onScroll(), options);
    scroller.addEventListener('wheel', (event) => this.#onWheel(event), options);
    const onTouch = () => {
      this.#touchedAt = performance.now();
    };
    for (const type of touches) scroller.addEventListener(type, onTouch, options);
  }

  close(): void {
    this.#sizes.disconnect();
    this.#listeners.abort();
  }

  /** Goes to the end and follows it. */
  toEnd(): void {
    this.#touchedAt = Number.NEGATIVE_INFINITY;
    this.#follow('end');
  }

  /** Glides to the question that was sent when the next frame has it. */
  sent(): void {
    this.#sentAt = performance.now();
    this.#expectsTurn = true;
    requestAnimationFrame(() => {
      this.#touchedAt = Number.NEGATIVE_INFINITY;
      this.#follow('turn');
    });
  }

  /** Keeps the scroll position. */
  stay(): void {
    this.#following = 'not';
  }

  #distance(): number {
    const { scroller } = this.#followed;
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  }

  #look(): void {
    const { isEmpty, onBelow } = this.#followed;
    const distance = this.#distance();
    let below: Below = null;
    if (this.#following === 'turn' && distance > offerMorePx) below = 'answer';
    if (this.#following === 'not' && distance > offerJumpPx) below = 'other';
    onBelow(isEmpty() ? null : below);
  }

  #follow(how: Following): void {
    const { scroller, content, isWhole, isEmpty } = this.#followed;
    this.#following = isWhole() ? how : 'not';
    const before = scroller.scrollTop;
    if (isEmpty()) scroller.scrollTop = 0;
    else if (how === 'turn')
      scroller.scrollTop = Math.max(before, Math.min(topOfTurn(scroller), scroller.scrollHeight));
    else scroller.scrollTop = scroller.scrollHeight;
    const moved = scroller.scrollTop - before;
    if (moved > 1 && performance.now() - this.#sentAt < sentMs) glide(content, moved);
    this.#last = { top: scroller.scrollTop, height: scroller.scrollHeight, view: scroller.clientHeight };
    this.#look();
  }

  #onScroll(): void {
    const { scroller, isWhole, isEmpty } = this.#followed;
    if (isEmpty()) return;
    const { scrollTop: top, scrollHeight: height, clientHeight: view } = scroller;
    const now = performance.now();
    const isTheirs = now - this.#touchedAt < userScrollMs || now - this.#resizedAt > resizeScrollMs;
    // A list that has become shorter, and one whose view has become higher, move up without any input.
    const isAsHigh = height >= this.#last.height && view === this.#last.view;
    const up = isTheirs && top < this.#last.top && isAsHigh;
    const down = isTheirs && top > this.#last.top;
    this.#last = { top, height, view };
    const isAtEnd = this.#distance() <= nearEndPx;
    if (up || (down && !isAtEnd)) this.#following = 'not';
    // An answer that still fits on the screen keeps its question at the top when it becomes longer.
    else if (isAtEnd && (this.#following === 'not' || down)) this.#following = isWhole() ? 'end' : 'not';
    this.#look();
  }

  /** Before the first pixel has moved: otherwise the next words would pull the reader back. */
  #onWheel({ deltaY }: WheelEvent): void {
    const { scroller, isEmpty } = this.#followed;
    if (deltaY < 0 && scroller.scrollTop > 0 && !isEmpty()) this.#following = 'not';
  }

  /** Whether the last question was not sent now: the server has sent it from the queue, or another page. What is read stays where it is. */
  #isOthersTurn(): boolean {
    const turn = this.#followed.scroller.querySelector<HTMLElement>(turnSelector)?.dataset.row;
    if (turn === undefined || turn === this.#turn) return false;
    const isOthers = this.#turn !== null && !this.#expectsTurn;
    this.#turn = turn;
    this.#expectsTurn = false;
    return isOthers;
  }

  #onGrowth(): void {
    this.#resizedAt = performance.now();
    if (this.#followed.isEmpty()) return;
    if (this.#following === 'turn' && this.#isOthersTurn()) this.#following = 'not';
    if (this.#following === 'not' || isHeld(this.#followed.scroller)) this.#look();
    else this.#follow(this.#following);
  }
}

/** The scroll position at which the question that was sent last is at the top of the view, and at least a part of its answer below it. */
function topOfTurn(element: HTMLElement): number {
  // With the day above it, if it begins one.
  const question = element.querySelector(turnSelector)?.parentElement;
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
