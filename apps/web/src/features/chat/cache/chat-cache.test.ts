// @vitest-environment happy-dom
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../../api/client.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { mira } from '../../session/testing/mira.ts';
import { createChatCache } from './chat-cache.ts';

afterEach(() => void vi.unstubAllGlobals());

const allowance = { remainingMessages: 9, messageLimit: 10, resetAt: null, windows: [] };

test.each([
  ['a guest', null, 'guestStatus'],
  ['somebody signed in', mira, 'allowance'],
] as const)(
  'a read that began before a charge does not restore the number of messages left before it, for %s',
  async (_, user, procedure) => {
    const read = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => read.promise);
    const queries = createQueryClient();
    queries.setQueryData(currentUserKey, user);
    const client = createTrpcClient();
    const cache = createChatCache(client, queries);
    const reading = createTRPCQueryUtils({ client, queryClient: queries }).chat[procedure].fetch();
    cache.putAllowance({ ...allowance, remainingMessages: 8 });
    read.resolve(Response.json([{ result: { data: { ...allowance, messageCount: 1, hasReachedLimit: false } } }]));
    await reading;
    const known = () => queries.getQueryData(getQueryKey(trpc.chat[procedure], undefined, 'query'));
    await vi.waitFor(() => expect(known()).toMatchObject({ remainingMessages: 8 }));
  },
);
