import { expect, test, vi } from 'vitest';
import { sendFailure, sendOnce } from './sending.ts';

const refusal = (httpStatus: number, code = 'X') => Object.assign(new Error('No.'), { data: { httpStatus, code } });

test.each([
  ['no answer', new TypeError('Failed to fetch'), 'lost'],
  ['an answer that does not come from the server', Object.assign(new Error('502: '), { data: undefined }), 'lost'],
  ['a server that is busy', refusal(503), 'unavailable'],
  ['a request that took too long', refusal(408), 'unavailable'],
  ['a guest who has just been signed in', refusal(409, 'GUEST_SIGNED_IN'), 'signed-in'],
  ['any other conflict', refusal(409, 'CONFLICT'), 'refused'],
  ['a used-up allowance', refusal(429, 'MESSAGE_LIMIT_REACHED'), 'refused'],
])('%s', (_, error, failure) => {
  expect(sendFailure(error)).toBe(failure);
});

test('a send whose response was lost is repeated once, a refused one is not', async () => {
  const send = vi.fn<() => Promise<string>>();
  send.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce('taken');
  expect(await sendOnce(send)).toBe('taken');
  send.mockRejectedValue(refusal(429));
  await expect(sendOnce(send)).rejects.toThrow('No.');
  expect(send).toHaveBeenCalledTimes(3);
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(sendOnce(send)).rejects.toThrow('Failed to fetch');
  expect(send).toHaveBeenCalledTimes(5);
});
