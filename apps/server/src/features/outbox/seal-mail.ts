import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../settings/config.ts';

/** The prefix of an encrypted text. Mails of versions that did not encrypt them lack it. */
const prefix = 'sealed:1:';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text of the mail `id` for the outbox: AES-256-GCM with a key derived from APP_SECRET, bound to its mail. The text
 * contains working links, and more people can read a database, its log and its backups than a mailbox.
 */
export function sealText({ secret }: Pick<Config, 'secret'>, id: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return prefix + sealed.toString('base64url');
}

/**
 * Decrypts such a text; returns an unencrypted one unchanged. Throws if it was encrypted for another mail or with another
 * secret.
 */
export function openText({ secret }: Pick<Config, 'secret'>, id: string, stored: string): string {
  if (!stored.startsWith(prefix)) return stored;
  const sealed = Buffer.from(stored.slice(prefix.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'noek mail outbox', 32));
