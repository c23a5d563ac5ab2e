/** Within this time after a key, a person who types has not moved on to the frame with the pointer, in milliseconds. */
const afterKey = 400;
const afterTab = 300;
/** On a screen without a pointer, a tap into the frame is only known by what the browser counts as an action of the person. */
const afterKeyOnTouch = 1_000;
/** A page may set the focus a few times while it begins. */
const mostTaken = 8;

/**
 * Gives the focus back to where it was when a document takes it by itself, such as from the message box while a person types. A person who
 * clicks into the frame or comes to it with Tab keeps it there.
 */
export class FocusKeeper {
  readonly #frame: HTMLIFrameElement;
  readonly #onThief: () => void;
  readonly #ending = new AbortController();
  /** What had the focus last, outside of the frame. */
  #last: HTMLElement | null = null;
  #keyAt = Number.NEGATIVE_INFINITY;
  #tabAt = Number.NEGATIVE_INFINITY;
  #pointerAt = Number.NEGATIVE_INFINITY;
  #isOver = false;
  /** How often the focus was taken. */
  #taken = 0;

  /** `onThief`: the frame takes the focus again and again. Each time, a key may be lost to it. */
  constructor(frame: HTMLIFrameElement, onThief: () => void) {
    this.#frame = frame;
    this.#onThief = onThief;
    const { signal } = this.#ending;
    const options = { capture: true, signal };
    this.#last = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    document.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === 'Tab') this.#tabAt = timeStamp;
        else this.#keyAt = timeStamp;
      },
      options,
    );
    document.addEventListener('pointerdown', ({ timeStamp }) => (this.#pointerAt = timeStamp), options);
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target !== frame && target instanceof HTMLElement) this.#last = target;
      },
      options,
    );
    frame.addEventListener('pointerenter', () => (this.#isOver = true), { signal });
    frame.addEventListener('pointerleave', () => (this.#isOver = false), { signal });
    // Later: a browser that is in the middle of moving the focus would send the next keys to the frame.
    window.addEventListener('blur', () => setTimeout(() => this.#check()), { signal });
    frame.addEventListener('focus', () => setTimeout(() => this.#check()), { signal });
  }

  end(): void {
    this.#ending.abort();
  }

  #check(): void {
    if (document.activeElement !== this.#frame || this.#isByPerson(performance.now())) return;
    this.#taken += 1;
    if (this.#taken > mostTaken) this.#onThief();
    const back = this.#last?.isConnected ? this.#last : null;
    if (back && back !== document.body) back.focus({ preventScroll: true });
    else this.#frame.blur();
  }

  #isByPerson(now: number): boolean {
    if (now - this.#tabAt < afterTab) return true;
    if (this.#isOver) return now - this.#keyAt > afterKey;
    const isTouch = !window.matchMedia('(any-hover: hover)').matches;
    const isActive = navigator.userActivation?.isActive ?? false;
    return isTouch && isActive && now - Math.max(this.#keyAt, this.#pointerAt) > afterKeyOnTouch;
  }
}
