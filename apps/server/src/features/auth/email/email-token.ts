import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../cross-domain/one-time-token.ts';

const HOUR = 60 * 60_000;

/** How long links in mails work, in milliseconds. */
const lifetimes = {
  'sign-up': 24 * HOUR,
  'verify-email': 24 * HOUR,
  'reset-password': HOUR,
  'undo-email-change': 7 * 24 * HOUR,
} as const;

type NewEmailToken = {
  purpose: keyof typeof lifetimes;
  /** The address the link goes to. */
  email: string;
  userId?: string;
  name?: string;
  passwordHash?: string | null;
};

/** A token for a link in a mail, and the statement that makes it good; only its hash is stored. */
export function emailToken(ctx: Ctx, orm: Orm, given: NewEmailToken): { token: string; statement: Statement } {
  const token = newToken();
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimes[given.purpose]);
  const statement = orm
    .insert(ctx.db.tables.emailTokens)
    .values({ id: hashToken(token), createdAt, expiresAt, ...given });
  return { token, statement };
}

/** The write of a link for an address that gets none, so that the time an answer takes says nothing. It names nobody and opens nothing. */
export const noLinkStatement = (ctx: Ctx, orm: Orm): Statement =>
  emailToken(ctx, orm, { purpose: 'reset-password', email: '' }).statement;
