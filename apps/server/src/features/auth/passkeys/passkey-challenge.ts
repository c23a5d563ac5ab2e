import { accountSecurity } from '@noek/contract/auth/limits';
import { AppError } from '../../../errors.ts';

export const passkeyChallengeMs = accountSecurity.passkeyChallengeMinutes * 60_000;

/** The challenge that a passkey's answer names; null if the answer is not readable. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const named = data !== null && typeof data === 'object' && 'challenge' in data ? data.challenge : null;
    return typeof named === 'string' && /^[\w-]{1,512}$/.test(named) ? named : null;
  } catch {
    return null;
  }
}

export const passkeyExpired = () => new AppError('BAD_REQUEST', 'This took too long. Please try again.');
export const passkeyRefused = (cause?: unknown) =>
  new AppError('BAD_REQUEST', 'This passkey could not be used here. Please try again.', { cause });
export const noPasskeysHere = () =>
  new AppError('CONFLICT', 'Passkeys cannot be used at this address: it needs a name instead of an IP address.');
