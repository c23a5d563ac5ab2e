// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('a failed import is retried until it succeeds', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError())
    .mockRejectedValueOnce(new TypeError())
    .mockResolvedValue('code');
  const loaded = keepTrying(load);
  await vi.advanceTimersByTimeAsync(500);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a failed import is retried immediately when the connection is back', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue('code');
  const loaded = keepTrying(load);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});

describe('code that never loads', () => {
  const page = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`;

  /** Opens a page that is `seconds` old, while the server's page now loads `entry`. Counts reloads. */
  function open(entry: string, { seconds = 60, status = 200 } = {}) {
    // happy-dom would run a script.
    const own = document.createElement('div');
    vi.spyOn(document, 'querySelector').mockReturnValue(own);
    own.setAttribute('src', '/assets/chat-old.js');
    vi.spyOn(performance, 'now').mockReturnValue(seconds * 1_000);
    const asked = vi.fn(async () => new Response(page(entry), { status }));
    vi.stubGlobal('fetch', asked);
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    void keepTrying(() => Promise.reject(new TypeError()));
    return { reload, asked };
  }

  test('from a build that is gone: the page reloads, once', async () => {
    const { reload, asked } = open('/assets/chat-new.js');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(asked).toHaveBeenCalledWith('/', { cache: 'no-store', credentials: 'omit' });
  });

  test.each([
    ['of the build that the server has', '/assets/chat-old.js', {}],
    ['of a page that has just been opened', '/assets/chat-new.js', { seconds: 5 }],
    ['while the server cannot say', '/assets/chat-new.js', { status: 502 }],
  ])('%s: it is asked for again and again', async (_, entry, options) => {
    const { reload } = open(entry, options);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
  });
});
