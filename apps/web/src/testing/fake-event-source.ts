import type { LiveEvent } from '@noek/contract/chat/stream';

/** Replaces the browser's EventSource; a test sends its events. Stub the global with it. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** Every connection that was made, oldest first. */
  static made: FakeEventSource[] = [];
  readonly CLOSED = 2;
  readyState = 1;
  /** The requested URL. */
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    FakeEventSource.made.push(this);
  }

  send(events: readonly LiveEvent[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(events) }));
  }

  close(): void {
    this.readyState = 2;
  }
}
