import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { type HashingTurn, hashingTurns } from './hashing-turns.ts';

/** argon2id (the library's default): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;

/** A hash in PHC format. Takes about 20 ms, off the main thread, once it is its turn. Throws UNAVAILABLE if too many wait. */
export function hashPassword(password: string, turn: HashingTurn): Promise<string> {
  return hashingTurns.take(turn, () => hash(password, cost));
}

/**
 * Whether the password matches the hash. Without a hash (an unknown user), does the same work and returns false, so that response
 * times reveal nothing. Throws UNAVAILABLE if too many wait.
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  turn: HashingTurn,
): Promise<boolean> {
  const matches = await hashingTurns.take(turn, () => verify(passwordHash ?? unmatchedHash, password));
  return matches && passwordHash != null;
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
const unmatchedHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`;
