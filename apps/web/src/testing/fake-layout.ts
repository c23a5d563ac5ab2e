import { vi } from 'vitest';

const rowHeight = 41;

/**
 * Gives elements a size, because the test DOM has no layout: list rows 41 px, everything else `height`. Long lists then render what is
 * in view. Lasts until `vi.restoreAllMocks`.
 */
export function fakeLayout(height = 800): void {
  class FakeResizeObserver {
    readonly #onResize: ResizeObserverCallback;
    #observed: Element[] = [];
    constructor(onResize: ResizeObserverCallback) {
      this.#onResize = onResize;
    }
    /** As in a browser, all elements that are observed at once are reported together. */
    observe(target: Element): void {
      if (this.#observed.push(target) === 1) queueMicrotask(() => this.#onResize(this.#takeEntries(), this));
    }
    #takeEntries(): ResizeObserverEntry[] {
      return this.#observed.splice(0).map((target) => {
        const contentRect = { width: 272, height: target.matches('li') ? rowHeight : height };
        return { target, contentRect } as unknown as ResizeObserverEntry;
      });
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.spyOn(document.defaultView as Window & typeof globalThis, 'ResizeObserver').mockImplementation(
    FakeResizeObserver as unknown as typeof ResizeObserver,
  );
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
}
