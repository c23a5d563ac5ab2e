// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../api/client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { mira } from '../session/testing/mira.ts';
import { accountChanges } from './account-events.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A page of Mira, and the reads of her account that the server has not answered yet. */
function setUp() {
  const reads: ((user: User) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        reads.push((data) => resolve(Response.json([{ result: { data } }])));
      }),
  );
  const queries = createQueryClient();
  queries.setQueryData(currentUserKey, mira);
  const account = accountChanges(createTrpcClient(), queries);
  const answer = async (user: User) => {
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    reads.shift()?.(user);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { account, answer, reads, known: () => queries.getQueryData(currentUserKey) };
}

test('a new stream reads the account again', async () => {
  const { account, answer, reads, known } = setUp();
  account.apply([{ type: 'hello' }]);
  await answer({ ...mira, name: 'Mira N.' });
  expect(known()).toEqual({ ...mira, name: 'Mira N.' });
  expect(reads).toEqual([]);
});

test('a change that overtakes the response to a read is not undone by it', async () => {
  const { account, answer, reads, known } = setUp();
  account.apply([{ type: 'hello' }]);
  const changed = { ...mira, allowModelTraining: false };
  account.apply([{ type: 'account', user: changed }]);
  await answer(mira);
  expect(known()).toEqual(changed);
  await answer({ ...changed, name: 'Mira N.' });
  expect(known()).toEqual({ ...changed, name: 'Mira N.' });
  expect(reads).toEqual([]);
});
