import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { currentUserKey } from '../../api/trpc.ts';
import { changeUser } from './change-user.ts';
import { mira } from './testing/mira.ts';

test('a change that two parts of a page notice keeps what was read after the first', async () => {
  const queries = new QueryClient();
  queries.setQueryData(currentUserKey, mira);
  queries.setQueryData(['chats'], ['of Mira']);
  const first = changeUser(queries, null);
  const second = changeUser(queries, null);
  await first;
  expect(queries.getQueryData(['chats'])).toBeUndefined();
  const shown = vi.fn();
  const stop = new QueryObserver(queries, { queryKey: ['guest'], queryFn: async () => '10 messages left' }).subscribe(
    shown,
  );
  await second;
  await changeUser(queries, null);
  await vi.waitFor(() => expect(shown).toHaveBeenLastCalledWith(expect.objectContaining({ data: '10 messages left' })));
  expect(queries.getQueryData(['guest'])).toBe('10 messages left');
  stop();
});
