// @vitest-environment happy-dom
import { type MutationMeta, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../components/base/toasts/toast.ts';
import { Refusal } from '../testing/refusal.ts';
import { reasonOr, unlessGone } from './failed.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** When each attempt of a failing read started, in milliseconds after the first. */
async function attempts(error: Error): Promise<number[]> {
  const started: number[] = [];
  const reader = new QueryObserver(createQueryClient(), {
    queryKey: ['read'],
    queryFn: async () => {
      started.push(Date.now());
      throw error;
    },
  });
  const stop = reader.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reader.getCurrentResult().error).toBe(error);
  stop();
  return started.map((at) => at - (started[0] ?? 0));
}

test('[7.06] [9.22] reads are retried twice, one second apart', async () => {
  expect(await attempts(new Error('connection lost'))).toEqual([0, 1_000, 2_000]);
});

test('[7.06] [9.22] and never after a 401', async () => {
  expect(await attempts(new Refusal('UNAUTHORIZED', 401, 'Sign in first.'))).toEqual([0]);
  expect(await attempts(new Error('401: Unauthorized'))).toEqual([0]);
});

test('[7.06] writes are never retried', async () => {
  const client = createQueryClient();
  const mutationFn = vi.fn().mockRejectedValue(new Error('connection lost'));
  const mutation = client.getMutationCache().build(client, { mutationFn });
  const answer = mutation.execute(undefined).catch((failure: Error) => failure);
  await vi.runAllTimersAsync();
  await answer;
  expect(mutationFn).toHaveBeenCalledTimes(1);
});

test('a toast tells the failure of a write as its meta says', async () => {
  const client = createQueryClient();
  const gone = new Refusal('NOT_FOUND', 404, 'It is gone.');
  const told = async (error: Error, meta?: MutationMeta) => {
    currentToast.set(null);
    const mutation = client.getMutationCache().build<void, Error, readonly number[], unknown>(client, {
      mutationFn: () => Promise.reject(error),
      ...(meta && { meta }),
    });
    await mutation.execute([1, 2]).catch(() => {});
    return currentToast.get();
  };

  const asTitle = await told(gone, { failed: 'Failed to save.' });
  expect(asTitle).toMatchObject({ title: 'Failed to save.', description: 'It is gone.', variant: 'destructive' });
  expect(await told(gone, { failed: reasonOr('Failed.') })).toMatchObject({ title: 'It is gone.' });
  expect(await told(new Error('Unexpected'), { failed: reasonOr('Failed.') })).toMatchObject({ title: 'Failed.' });
  const failed = (_: unknown, ids: readonly number[]) => ({ title: `Failed for ${ids.length}.` });
  expect(await told(gone, { failed })).toMatchObject({ title: 'Failed for 2.' });
  expect(await told(gone, { failed: unlessGone(reasonOr('Failed.')) })).toBeNull();
  expect(await told(gone)).toBeNull();
});

test('[9.19] [9.20] [9.21] fresh for 5 minutes, dropped after 30, no polling, no refetch on focus', () => {
  const { queries } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 1_800_000, refetchOnWindowFocus: false });
  expect(queries?.refetchInterval).toBeUndefined();
});

test('without a connection, a read fails at once, and is repeated when the connection returns', async () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const client = createQueryClient();
  client.mount();
  const queryFn = vi.fn(async () => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    return 'tea';
  });
  const reader = new QueryObserver(client, { queryKey: ['read'], queryFn });
  const stop = reader.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(reader.getCurrentResult().isError).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledOnce();

  connection.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reader.getCurrentResult().data).toBe('tea');
  stop();
  client.unmount();
});

/** A query whose answers are given by the test. `answers[n]` answers the n-th read. */
function heldReads() {
  const client = createQueryClient();
  const answers: ((answer: string) => void)[] = [];
  const options = { queryKey: ['read'], queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)) };
  const answer = async (n: number, data: string) => {
    answers[n]?.(data);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { client, answers, options, answer };
}

test('a first read that was invalidated before its answer is followed by one more', async () => {
  const { client, answers, options, answer } = heldReads();
  const reader = new QueryObserver(client, options);
  const stop = reader.subscribe(() => {});
  let settled = false;
  void client.invalidateQueries({ queryKey: ['read'] });
  void client.invalidateQueries().then(() => (settled = true));
  await answer(0, 'before');
  expect([reader.getCurrentResult().data, answers.length, settled]).toEqual(['before', 2, false]);
  await answer(1, 'after');
  expect([reader.getCurrentResult().data, answers.length, settled]).toEqual(['after', 2, true]);
  stop();
});

test('a read of known data starts again when it is invalidated, and is not followed by another one', async () => {
  const { client, answers, options, answer } = heldReads();
  client.setQueryData(['read'], 'known');
  const reader = new QueryObserver(client, { ...options, staleTime: 0 });
  const stop = reader.subscribe(() => {});
  expect(answers).toHaveLength(1);
  void client.invalidateQueries();
  await answer(0, 'before');
  expect(reader.getCurrentResult().data).toBe('known');
  await answer(1, 'after');
  expect([reader.getCurrentResult().data, answers.length]).toEqual(['after', 2]);
  stop();
});

test('a read ahead that was invalidated before its answer is repeated when its data is shown', async () => {
  const { client, answers, options, answer } = heldReads();
  void client.prefetchQuery(options);
  void client.invalidateQueries();
  await answer(0, 'before');
  expect(answers).toHaveLength(1);
  const reader = new QueryObserver(client, options);
  const stop = reader.subscribe(() => {});
  await answer(1, 'after');
  expect([reader.getCurrentResult().data, answers.length]).toEqual(['after', 2]);
  stop();
});
