import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../settings/config.ts';

/** Where the page of a person's link is, on the chat's host. */
export const unsubscribePath = '/unsubscribe';

/** The field of a one-click request, which a header of each mail names (RFC 8058). */
export const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/** The address with which a person unsubscribes without signing in. It does not expire. */
export const unsubscribeUrl = (config: Pick<Config, 'secret' | 'origins'>, userId: string): string =>
  `${config.origins.chat}${unsubscribePath}?token=${unsubscribeToken(config, userId)}`;

/** A signed account id that only serves to change whether the account gets these emails. */
const unsubscribeToken = (config: Pick<Config, 'secret'>, userId: string): string => {
  const name = Buffer.from(userId).toString('base64url');
  return `${name}.${signatureOf(config, name).toString('base64url')}`;
};

/** The id of the account that a token names; null if it was not signed here. */
export function readUnsubscribeToken(config: Pick<Config, 'secret'>, token: string): string | null {
  const [name = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(config, name);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return Buffer.from(name, 'base64url').toString();
}

const signatureOf = ({ secret }: Pick<Config, 'secret'>, name: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'noek unsubscribe', 32)))
    .update(name)
    .digest();
