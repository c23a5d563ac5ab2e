import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Config } from '../../../settings/config.ts';
import { provenEmail, type UserRow } from '../../auth/auth.queries.ts';

/** Where the page of a suspended account is, on the host of sign-in. */
export const suspendedPath = '/suspended';

const lifetimeMs = 90 * 24 * 60 * 60 * 1000;

/** The fields of a suspended account that its link depends on. */
type Suspended = Pick<UserRow, 'id' | 'email' | 'previousEmail'> & { suspendedAt: Date };

/**
 * The address with which a suspended person cancels the subscription and downloads the data without signing in. It is signed, good for this
 * suspension and this email address alone, and for 90 days.
 */
function suspendedUrl(config: Pick<Config, 'secret' | 'origins'>, user: Suspended, now: Date): string {
  const expires = String(now.getTime() + lifetimeMs);
  const name = Buffer.from(user.id).toString('base64url');
  const signature = signatureOf(config, user, expires).toString('base64url');
  return `${config.origins.auth}${suspendedPath}?token=${name}.${expires}.${signature}`;
}

/** The same for any account: null for one that is not suspended. */
export const suspendedLinkOf = (config: Pick<Config, 'secret' | 'origins'>, user: UserRow, now: Date): string | null =>
  user.suspendedAt && suspendedUrl(config, { ...user, suspendedAt: user.suspendedAt }, now);

/** The suspended account that a token was made for; null if it has expired, was not signed here, or the suspension was lifted. */
export async function readSuspendedToken(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  token: string,
): Promise<UserRow | null> {
  const [name = '', expires = '', signature = ''] = token.split('.');
  if (!/^\d{1,15}$/.test(expires) || Number(expires) <= now().getTime()) return null;
  const { users } = db.tables;
  const id = Buffer.from(name, 'base64url').toString();
  if (id === '' || id.includes('\0')) return null;
  const [user] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (!user?.suspendedAt) return null;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(config, { ...user, suspendedAt: user.suspendedAt }, expires);
  return given.length === right.length && timingSafeEqual(given, right) ? user : null;
}

const signatureOf = ({ secret }: Pick<Config, 'secret'>, user: Suspended, expires: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'noek suspended account', 32)))
    .update(JSON.stringify([user.id, provenEmail(user), user.suspendedAt.getTime(), expires]))
    .digest();
