import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

/** What a sealed text begins with. Mails of versions that sealed nothing begin otherwise. */
const prefix = 'sealed:1:';
const ivBytes = 12;
const tagBytes = 16;

/**
 * A text of the mail `id` as the outbox keeps it until it is sent: AES-256-GCM under a key derived from APP_SECRET, bound to
 * its mail. The links in it work, and a database, its log and its backups are read by more people than a mailbox.
 */
export function sealText({ secret }: Pick<Config, 'secret'>, id: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return prefix + sealed.toString('base64url');
}

/** The text that was sealed; one that never was comes back as it is. Throws when it was sealed for another mail or with another secret. */
export function openText({ secret }: Pick<Config, 'secret'>, id: string, kept: string): string {
  if (!kept.startsWith(prefix)) return kept;
  const sealed = Buffer.from(kept.slice(prefix.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'noek mail outbox', 32));
