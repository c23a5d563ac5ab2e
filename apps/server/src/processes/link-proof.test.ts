import { expect, test } from 'vitest';
import { linkProofs } from './link-proof.ts';

const ends = { caller: 'a', called: 'b', version: '1' };
let time = 1_000_000;
const proofs = (secret: string) => linkProofs(secret, () => new Date(time));

test('the two ends of a link recognize each other by APP_SECRET alone', () => {
  const headers = proofs('the secret of this installation').headersOf(ends);
  expect(JSON.stringify(headers)).not.toContain('secret of');
  const call = proofs('the secret of this installation').take(headers);
  expect(call).toMatchObject(ends);
  expect(proofs('the secret of another one').take(headers)).toBeNull();
  const answer = proofs('the secret of this installation').answerTo({ ...ends, at: time });
  expect(proofs('the secret of this installation').isAnswer(answer, ends, time)).toBe(true);
  expect(proofs('the secret of another one').isAnswer(answer, ends, time)).toBe(false);
  // What the caller has sent is no answer.
  expect(proofs('the secret of this installation').isAnswer(headers['noek-proof'], ends, time)).toBe(false);
});

test('a call is good once, for one pair of processes, one version and one minute', () => {
  const { headersOf, take } = proofs('the secret of this installation');
  const headers = headersOf(ends);
  for (const changed of ['noek-caller', 'noek-called', 'noek-version'])
    expect(take({ ...headers, [changed]: 'other' })).toBeNull();
  expect(take({})).toBeNull();
  expect(take(headers)).toMatchObject(ends);
  expect(take(headers)).toBeNull();
  const later = headersOf({ ...ends, caller: 'c' });
  time += 61_000;
  expect(take(later)).toBeNull();
});
