import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Answers every call with null, and notes what was asked. */
function stubServer() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://page.test').pathname;
    asked.push(path);
    return Response.json(path.split(',').map(() => ({ result: { data: null } })));
  });
  return asked;
}

test('calls wait for the session check, except those of auth', async () => {
  const asked = stubServer();
  const check = Promise.withResolvers<void>();
  const client = createTrpcClient(() => check.promise);
  const read = client.chat.conversations.query({});
  await client.auth.user.query();
  expect(asked).toEqual(['/api/trpc/auth.user']);
  check.resolve();
  await read;
  expect(asked).toEqual(['/api/trpc/auth.user', '/api/trpc/chat.conversations']);
});

test('a call and a stream fail with the error of the session check, and nothing is sent', async () => {
  const asked = stubServer();
  const lost = new TypeError('Failed to fetch');
  const client = createTrpcClient(() => Promise.reject(lost));
  await expect(client.chat.createConversation.mutate({})).rejects.toMatchObject({ cause: lost });
  const onError = vi.fn();
  client.chat.live.subscribe(undefined, { onError });
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cause: lost })));
  expect(asked).toEqual([]);
});
