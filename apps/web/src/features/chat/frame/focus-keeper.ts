/** How long after a Tab, or a press in the frame, the focus moves there, in milliseconds. */
const afterTab = 300;
const afterPress = 1_000;
/** The word of a press may come after the focus has moved. */
const waitForPress = 80;
/** A page may set the focus a few times while it begins. */
const mostTaken = 8;

/**
 * Gives the focus back to where it was when a document takes it unasked, for example from the message box while a person types. A person who
 * clicks into the frame or comes to it with Tab keeps it there.
 */
export class FocusKeeper {
  readonly #frame: HTMLIFrameElement;
  readonly #onThief: () => void;
  readonly #ending = new AbortController();
  /** What had the focus last, outside of the frame. */
  #last: HTMLElement | null = null;
  #tabAt = Number.NEGATIVE_INFINITY;
  #pressedAt = Number.NEGATIVE_INFINITY;
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
      },
      options,
    );
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target !== frame && target instanceof HTMLElement) this.#last = target;
      },
      options,
    );
    // The frame is the active element when this event has passed.
    window.addEventListener('blur', () => setTimeout(() => this.#check(), waitForPress), { signal });
  }

  /** The person has pressed in the frame. Only the frame's own script can say so. */
  pressed(): void {
    this.#pressedAt = performance.now();
    this.#taken = 0;
  }

  end(): void {
    this.#ending.abort();
  }

  #check(): void {
    if (this.#ending.signal.aborted || document.activeElement !== this.#frame) return;
    const now = performance.now();
    if (now - this.#tabAt < afterTab + waitForPress || now - this.#pressedAt < afterPress) return;
    this.#taken += 1;
    if (this.#taken > mostTaken) this.#onThief();
    const back = this.#last?.isConnected ? this.#last : null;
    if (back && back !== document.body) back.focus({ preventScroll: true });
    else this.#frame.blur();
  }
}
