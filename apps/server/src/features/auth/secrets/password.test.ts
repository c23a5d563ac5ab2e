import { beforeEach, expect, test } from 'vitest';
import { atRealCost } from '../../../testing/cheap-argon2.ts';
import { hashPassword, verifyPassword } from './password.ts';

const turn = { rank: 'known', of: 'somebody' } as const;

// Other tests hash at next to no cost.
beforeEach(atRealCost);

test('hashes are argon2id in PHC format with the documented cost, and differ for the same password', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse', turn), hashPassword('correct horse', turn)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(first).not.toBe(second);
});

test('only the right password matches', async () => {
  const passwordHash = await hashPassword('correct horse', turn);
  expect(await verifyPassword(passwordHash, 'correct horse', turn)).toBe(true);
  expect(await verifyPassword(passwordHash, 'correct horsf', turn)).toBe(false);
});

test('without a hash the result is false, after the same work', async () => {
  expect(await verifyPassword(null, 'anything', turn)).toBe(false);
  expect(await verifyPassword(undefined, '', turn)).toBe(false);
});
