import { vi } from 'vitest';

const rowHeight = 41;

/**
 * Gives elements a size, because the test DOM has no layout: list rows 41 px, everything else `height`. Long lists then render what is
 * in view. Lasts until `vi.restoreAllMocks`.
 */
export function fakeLayout(height = 800): void {
  class FakeResizeObserver {
    readonly #onResize: ResizeObserverCallback;
    constructor(onResize: ResizeObserverCallback) {
      this.#onResize = onResize;
    }
    observe(target: Element): void {
      const contentRect = { width: 272, height: target.matches('li') ? rowHeight : height };
      queueMicrotask(() => this.#onResize([{ target, contentRect } as unknown as ResizeObserverEntry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.spyOn(document.defaultView as Window & typeof globalThis, 'ResizeObserver').mockImplementation(
    FakeResizeObserver as unknown as typeof ResizeObserver,
  );
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body });
}
