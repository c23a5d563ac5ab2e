import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HighlightReply, HighlightRequest } from './code-colours.ts';

/** A worker that never answers for code on which its grammar hangs. */
class FakeWorker {
  static started: FakeWorker[] = [];
  asked: HighlightRequest[] = [];
  isEnded = false;
  onmessage: ((event: { data: HighlightReply }) => void) | null = null;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(request: HighlightRequest) {
    this.asked.push(request);
    if (!request.code.includes('endless'))
      queueMicrotask(() => this.onmessage?.({ data: { id: request.id, runs: new Uint32Array([1, 0]) } }));
  }

  terminate() {
    this.isEnded = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('code on which a grammar hangs ends the worker, stays plain, and is not tried again', async () => {
  const { requestRuns } = await import('./code-highlighter.ts');
  const endless = requestRuns('endless', 'javascript');
  const [first] = FakeWorker.started;
  await vi.runAllTimersAsync();
  expect(await endless).toBeNull();
  expect(first?.isEnded).toBe(true);

  expect(await requestRuns('let a', 'javascript')).not.toBeNull();
  expect(FakeWorker.started).toHaveLength(2);
  expect(await requestRuns('endless', 'javascript')).toBeNull();
  expect(FakeWorker.started).toHaveLength(2);
  expect(FakeWorker.started[1]?.asked.map(({ code }) => code)).toEqual(['let a']);
});

test('code with too many characters or lines is not highlighted', async () => {
  const { requestRuns } = await import('./code-highlighter.ts');
  const before = FakeWorker.started.flatMap(({ asked }) => asked).length;
  expect(await requestRuns('a'.repeat(20_001), 'javascript')).toBeNull();
  expect(await requestRuns('a\n'.repeat(601), 'javascript')).toBeNull();
  expect(FakeWorker.started.flatMap(({ asked }) => asked)).toHaveLength(before);
});
