import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (the library's default): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A hash in PHC form; about 20 ms of work off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Is this the password of that hash? Without a hash (an unknown user) the same work is done and the answer is no, so that the
 * time an answer takes says nothing.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? unmatchedHash, password);
  return matches && passwordHash != null;
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
const unmatchedHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
