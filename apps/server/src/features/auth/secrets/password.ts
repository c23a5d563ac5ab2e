import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

/** argon2id (the library's default): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A hash in PHC format. Takes about 20 ms, off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Whether the password matches the hash. Without a hash (an unknown user), does the same work and returns false, so that response
 * times reveal nothing.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? unmatchedHash, password);
  return matches && passwordHash != null;
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
const unmatchedHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
