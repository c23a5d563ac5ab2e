import { hash } from '@node-rs/argon2';

/**
 * A password hash for accounts that a test inserts. Checking it takes no noticeable time, because a hash names its own cost. The
 * product's cost of about 20 ms is tested in `features/auth/secrets`.
 */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
