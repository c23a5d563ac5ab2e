import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../context.ts';
import { mailStatement } from '../outbox/enqueue-mail.ts';
import { verificationMail } from './auth.mails.ts';
import { hashToken, newToken } from './one-time-token.ts';

const lifetimeMs = 24 * 60 * 60_000;

type Recipient = { id: string; name: string; email: string };

/** The statements that make a verification link for an account and mail it; links sent earlier stay good. */
export function verificationStatements(
  ctx: Ctx,
  orm: Orm,
  user: Recipient,
  { again }: { again: boolean },
): Statement[] {
  const token = newToken();
  const createdAt = ctx.now();
  return [
    orm.insert(ctx.db.tables.emailTokens).values({
      id: hashToken(token),
      userId: user.id,
      purpose: 'verify-email',
      email: user.email,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    }),
    mailStatement(ctx, orm, {
      kind: 'verify-email',
      to: user.email,
      ...verificationMail(ctx.config, { name: user.name, token, again }),
    }),
  ];
}
