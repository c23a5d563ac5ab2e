import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './settings/config.ts';

/** The prefix of an encrypted text. */
const prefix = 'sealed:1:';
const ivBytes = 12;
const tagBytes = 16;

/** What a text is for. Each purpose has a key of its own. */
export type SealPurpose =
  | 'noek mail outbox'
  | 'noek authenticator'
  | 'noek company sign-in'
  | 'noek repeatable request'
  | 'noek webhook';

/**
 * Encrypts a text for the row `id`: AES-256-GCM with a key derived from APP_SECRET, bound to its purpose and its row, because more people
 * can read a database, its log and its backups than may know the text.
 */
export function sealText({ secret }: Pick<Config, 'secret'>, purpose: SealPurpose, id: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return prefix + sealed.toString('base64url');
}

/** Whether a stored text is encrypted. */
export const isSealed = (stored: string): boolean => stored.startsWith(prefix);

/** Decrypts such a text. Throws if it was encrypted for another purpose or row, or with another secret. */
export function openText({ secret }: Pick<Config, 'secret'>, purpose: SealPurpose, id: string, stored: string): string {
  const sealed = Buffer.from(stored.slice(prefix.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

const keyOf = (secret: string, purpose: SealPurpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
