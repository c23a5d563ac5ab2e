import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';
import { onTestFinished } from 'vitest';

/**
 * Replaces @node-rs/argon2 in tests (see vitest.config.ts), because they hash and check thousands of passwords. `atRealCost` turns that off
 * for a test.
 */
const { hash: realHash, verify: realVerify } = createRequire(import.meta.url)(
  '@node-rs/argon2',
) as typeof import('@node-rs/argon2');

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 } satisfies Options;
const cheapInHash = `$m=${cheap.memoryCost},t=${cheap.timeCost},p=${cheap.parallelism}$`;
let isReal = false;

/** Hashes and checks at the cost that the product asks for, until the test ends. */
export function atRealCost(): void {
  isReal = true;
  onTestFinished(() => {
    isReal = false;
  });
}

/**
 * A PHC string of the password.
 *
 * @public the product imports it under the name of the package
 */
export const hash = (password: string, options?: Options): Promise<string> =>
  realHash(password, isReal ? options : { ...options, ...cheap });

/**
 * Whether the password matches the PHC string.
 *
 * @public the product imports it under the name of the package
 */
export const verify = (hashed: string, password: string): Promise<boolean> =>
  realVerify(isReal ? hashed : hashed.replace(/\$m=\d+,t=\d+,p=\d+\$/, cheapInHash), password);
