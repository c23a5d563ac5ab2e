import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from './one-time-token.ts';

const HOUR = 60 * 60_000;

/** How long the links in mails are valid, in milliseconds. */
export const linkLifetimesMs = {
  'sign-up': 24 * HOUR,
  'verify-email': 24 * HOUR,
  'reset-password': HOUR,
  'undo-email-change': 7 * 24 * HOUR,
  'not-me': 7 * 24 * HOUR,
  'begin-factor-reset': HOUR,
  'stop-factor-reset': 7 * 24 * HOUR,
} as const;

type NewEmailToken = {
  purpose: keyof typeof linkLifetimesMs;
  /** The address that the link is sent to. */
  email: string;
  userId?: string;
  name?: string;
  passwordHash?: string | null;
  /** The login that the link ends. */
  familyId?: string;
  /** What the link is about began then. By default, now. */
  createdAt?: Date;
};

/** A token for a link in a mail, and the statement that stores its hash. */
export function emailToken(
  ctx: Pick<Ctx, 'db' | 'now'>,
  orm: Orm,
  given: NewEmailToken,
): { token: string; statement: Statement } {
  const token = newToken();
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + linkLifetimesMs[given.purpose]);
  const statement = orm
    .insert(ctx.db.tables.emailTokens)
    .values({ id: hashToken(token), createdAt: now, expiresAt, ...given });
  return { token, statement };
}

/** Writes a token for an address that gets no link, so that response times reveal nothing. It names no account and gives no access. */
export const dummyLinkStatement = (ctx: Ctx, orm: Orm): Statement =>
  emailToken(ctx, orm, { purpose: 'reset-password', email: '' }).statement;
