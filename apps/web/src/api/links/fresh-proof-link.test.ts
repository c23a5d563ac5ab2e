import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { createTrpcClient } from '../client.ts';
import { refusal } from '../refusal.ts';

afterEach(() => void vi.unstubAllGlobals());

const needsProof = new Refusal('FRESH_PROOF_REQUIRED', 403, 'Prove who you are first.');

/** Answers each call with the next of these; an error is a refusal. Returns the requests, as their paths and bodies. */
function stubServer(...answers: unknown[]) {
  const requests: [path: string, body: unknown][] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const path = new URL(address, 'http://page.test').pathname.replace('/api/trpc/', '');
    requests.push([path, body]);
    const answer = answers.shift();
    if (!(answer instanceof Refusal)) return Response.json([{ result: { data: answer ?? null } }]);
    return Response.json([{ error: { message: answer.message, code: -32_000, data: answer.data } }]);
  });
  return requests;
}

const clientThat = (prove: () => Promise<unknown>) =>
  createTrpcClient(
    () => null,
    () => true,
    prove,
  );

test('a call that needs a fresh proof is sent again with the same input, once the person has given it', async () => {
  const requests = stubServer(needsProof, { message: 'Email changed' });
  const proof = Promise.withResolvers<void>();
  const { auth } = clientThat(() => proof.promise);
  const call = auth.changeEmail.mutate({ newEmail: 'new@people.example', password: 'x' });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  proof.resolve();
  expect(await call).toEqual({ message: 'Email changed' });
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
});

test('a call that is refused again is not sent a third time', async () => {
  const requests = stubServer(needsProof, needsProof);
  const prove = vi.fn(async () => {});
  await expect(clientThat(prove).auth.deleteAccount.mutate()).rejects.toThrow('Prove who you are first.');
  expect([requests.length, prove.mock.calls.length]).toEqual([2, 1]);
});

test('without a proof, the call fails with the reason and is not sent again', async () => {
  const requests = stubServer(needsProof);
  const { auth } = clientThat(() => Promise.reject(refusal('Nothing was changed.', { code: 'FRESH_PROOF_REQUIRED' })));
  await expect(auth.deleteAccount.mutate()).rejects.toMatchObject({
    message: 'Nothing was changed.',
    data: { code: 'FRESH_PROOF_REQUIRED' },
  });
  expect(requests).toHaveLength(1);
});

test('other refusals ask for no proof', async () => {
  stubServer(new Refusal('FORBIDDEN', 403, 'Not allowed.'));
  const prove = vi.fn(async () => {});
  await expect(clientThat(prove).auth.deleteAccount.mutate()).rejects.toThrow('Not allowed.');
  expect(prove).not.toHaveBeenCalled();
});

test('a call that was given up while the person was asked is not sent again', async () => {
  const requests = stubServer(needsProof, null);
  const proof = Promise.withResolvers<void>();
  const left = new AbortController();
  const call = clientThat(() => proof.promise).auth.deleteAccount.mutate(undefined, { signal: left.signal });
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  left.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
  proof.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests).toHaveLength(1);
});
