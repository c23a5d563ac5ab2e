type Request = { signal?: AbortSignal; steal?: boolean };
type Holder = { release: () => void; lose: (error: Error) => void };

/** Fakes the browser's Web Locks: one holder per name, the others queue, and stealing skips the queue. */
export class FakeLocks {
  readonly #holders = new Map<string, Holder>();
  readonly #lines = new Map<string, (() => void)[]>();

  request(name: string, { signal, steal }: Request, callback: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const hold = () => {
        if (signal?.aborted) return this.#next(name);
        let held = true;
        const over = (settle: () => void) => {
          if (!held) return;
          held = false;
          settle();
          this.#next(name);
        };
        this.#holders.set(name, {
          release: () => over(resolve),
          lose(error) {
            held = false;
            reject(error);
          },
        });
        void callback().then(() => over(resolve));
      };
      signal?.addEventListener('abort', () => reject(abortError()));
      const holder = this.#holders.get(name);
      if (steal) {
        holder?.lose(abortError());
        hold();
      } else if (holder) this.#lines.set(name, [...(this.#lines.get(name) ?? []), hold]);
      else hold();
    });
  }

  #next(name: string): void {
    const [first, ...rest] = this.#lines.get(name) ?? [];
    this.#lines.set(name, rest);
    this.#holders.delete(name);
    first?.();
  }
}

const abortError = () => new DOMException('The lock was taken.', 'AbortError');

/** Fakes the browser's BroadcastChannel: a message reaches all other channels of the same name. */
export class FakeChannel {
  static open = new Set<FakeChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(name: string) {
    this.name = name;
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data: structuredClone(data) });
  }

  close(): void {
    FakeChannel.open.delete(this);
  }
}
