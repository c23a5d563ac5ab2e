import type { GenerationEvent } from '@noek/contract/stream';

/** Stands in for the browser's EventSource: a test says what arrives. Stub the global with it. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** Every connection that was made, oldest first. */
  static made: FakeEventSource[] = [];
  readonly CLOSED = 2;
  readyState = 1;
  /** What was asked for. */
  readonly input: unknown;

  constructor(address: string) {
    super();
    this.input = JSON.parse(new URL(address, 'http://page.test').searchParams.get('input') ?? '{}');
    FakeEventSource.made.push(this);
  }

  send(event: GenerationEvent): void {
    const data = JSON.stringify(event);
    this.dispatchEvent(new MessageEvent('message', { data, lastEventId: String(event.sequence) }));
  }

  close(): void {
    this.readyState = 2;
  }
}
