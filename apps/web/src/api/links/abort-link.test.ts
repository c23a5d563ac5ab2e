import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Requests that never get an answer, each with its signal. */
function hangingServer() {
  const requests: { path: string; signal: AbortSignal | null }[] = [];
  vi.stubGlobal('fetch', (address: string, { signal = null }: RequestInit) => {
    requests.push({ path: new URL(address, 'http://page.test').pathname, signal });
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  return requests;
}

test('a call that is aborted ends with the reason, and its request ends, too', async () => {
  const requests = hangingServer();
  const client = createTrpcClient();
  const leaving = new AbortController();
  const making = client.chat.createConversation.mutate({}, { signal: leaving.signal });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  leaving.abort(new Error('left'));
  await expect(making).rejects.toThrow('left');
  expect(requests[0]?.signal?.aborted).toBe(true);
  await expect(client.chat.createConversation.mutate({}, { signal: leaving.signal })).rejects.toThrow('left');
});

test('a call that is aborted does not end the calls that share its request', async () => {
  const requests = hangingServer();
  const client = createTrpcClient(undefined, () => true);
  const [one, other] = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const ask = (name: string, { signal }: AbortController) =>
    void client.chat.conversation.query({ conversationId: 1 }, { signal }).catch(() => ended.push(name));
  ask('one', one);
  ask('other', other);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  one.abort();
  await vi.waitFor(() => expect(ended).toEqual(['one']));
  expect(requests[0]?.signal?.aborted).toBe(false);
  other.abort();
  await vi.waitFor(() => expect(ended).toEqual(['one', 'other']));
  expect(requests[0]?.signal?.aborted).toBe(true);
});

test('a call that waits for the session or for another call ends when it is aborted, and is never sent', async () => {
  const requests = hangingServer();
  const leaving = new AbortController();
  const client = createTrpcClient(() => new Promise(() => {}));
  const waiting = client.chat.createConversation.mutate({}, { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  expect(requests).toEqual([]);
});
