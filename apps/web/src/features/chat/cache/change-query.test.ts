import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeQuery, forgetQuery } from './change-query.ts';

const queryKey = ['rows'];
const withRow = (row: string) => (rows: string[] | undefined) => rows && [...new Set([row, ...rows])];

/** A read that is answered when the test says so. */
function slowRead(queries: QueryClient) {
  let answer: (rows: string[]) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const read = queries.fetchQuery<string[]>({
    queryKey,
    queryFn: () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        fail = reject;
      }),
    retry: false,
  });
  return { read, answer: (rows: string[]) => answer(rows), fail: (error: Error) => fail(error) };
}

test('known data changes immediately', () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, ['tea']);
  changeQuery(queries, queryKey, withRow('coffee'));
  expect(queries.getQueryData(queryKey)).toEqual(['coffee', 'tea']);
});

test('a change is not a read: what is due to be read again stays so', () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, ['tea'], { updatedAt: 1_000 });
  const query = queries.getQueryCache().find({ queryKey });
  changeQuery(queries, queryKey, withRow('coffee'));
  expect(query?.state).toMatchObject({ data: ['coffee', 'tea'], dataUpdatedAt: 1_000, isInvalidated: false });
  query?.invalidate();
  changeQuery(queries, queryKey, withRow('milk'));
  expect(query?.state).toMatchObject({ data: ['milk', 'coffee', 'tea'], isInvalidated: true });
});

test('a read that began before the change does not undo it, with or without known data', async () => {
  for (const known of [undefined, ['tea']]) {
    const queries = new QueryClient();
    if (known) queries.setQueryData(queryKey, known);
    const { read, answer } = slowRead(queries);
    await Promise.resolve();
    changeQuery(queries, queryKey, withRow('coffee'));
    answer(['tea']);
    await read;
    expect(queries.getQueryData(queryKey)).toEqual(['coffee', 'tea']);
  }
});

test('a failed read keeps the change', async () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, ['tea']);
  const { read, fail } = slowRead(queries);
  await Promise.resolve();
  changeQuery(queries, queryKey, withRow('coffee'));
  fail(new Error('no answer'));
  await expect(read).rejects.toThrow('no answer');
  expect(queries.getQueryData(queryKey)).toEqual(['coffee', 'tea']);
});

test('hidden data is removed and visible data is read again', async () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, ['tea']);
  queries.setQueryData(['rows', 'others'], ['kept']);
  forgetQuery(queries, queryKey);
  expect(queries.getQueryData(queryKey)).toBeUndefined();
  expect(queries.getQueryData(['rows', 'others'])).toEqual(['kept']);

  queries.setQueryData(queryKey, ['tea']);
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => ['coffee'],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  forgetQuery(queries, queryKey);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['coffee']);
  stop();
});
