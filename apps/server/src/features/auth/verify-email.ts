import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { callerOf, limit } from './auth-limits.ts';
import { hashToken } from './one-time-token.ts';

type Verified = { verified: true; message: string; user: { name: string } };

/**
 * Verifies the address a link was mailed to; the owner of ADMIN_EMAIL becomes administrator by it. A link works once. Asked
 * again while it is valid (a double click, a page that loads twice), it answers as the first time and changes nothing.
 * Makes no session. Throws BAD_REQUEST with `verified: false`, and RATE_LIMITED.
 */
export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<Verified> {
  if (!token) throw refusal('No verification token found in the URL');
  await limit(ctx, 'verifyIp', callerOf(ctx));
  const id = hashToken(token);
  const found = await findLink(ctx, id);
  if (!found) throw refusal('This verification link is invalid or has expired. Please ask for a new one.');
  if (!found.consumedAt) await consume(ctx, id, found);
  return { verified: true, message: 'Email Verified Successfully!', user: { name: found.name } };
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** A link that is still good, or was when it was used: not expired, and the account still has the address it was sent to. */
async function findLink({ db, now }: Ctx, id: string) {
  const { emailTokens, users } = db.tables;
  const [row] = await db.orm
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      consumedAt: emailTokens.consumedAt,
    })
    .from(emailTokens)
    .innerJoin(users, and(eq(users.id, emailTokens.userId), eq(users.email, emailTokens.email)))
    .where(and(eq(emailTokens.id, id), eq(emailTokens.purpose, 'verify-email'), gt(emailTokens.expiresAt, now())));
  return row;
}

/** Uses the link up and verifies the account. When a parallel call was faster, it has done the same and nothing is left to do. */
async function consume(ctx: Ctx, id: string, link: Link): Promise<void> {
  const { emailTokens } = ctx.db.tables;
  const now = ctx.now();
  await ctx.db
    .atomic(
      (orm) => [
        orm
          .update(emailTokens)
          .set({ consumedAt: now })
          .where(and(eq(emailTokens.id, id), isNull(emailTokens.consumedAt), gt(emailTokens.expiresAt, now)))
          .returning({ id: emailTokens.id }),
        ...(link.verifiedAt ? [] : verifyStatements(ctx, orm, link)),
      ],
      ([consumed]) => {
        if ((consumed as unknown[]).length === 0) throw new AlreadyUsed();
      },
    )
    .catch((error) => {
      if (!(error instanceof AlreadyUsed)) throw error;
    });
}

class AlreadyUsed extends Error {}

function verifyStatements({ config, db, now }: Ctx, orm: Orm, { userId, email }: Link): Statement[] {
  const { auditLog, users } = db.tables;
  const at = now();
  const becomesAdmin = email === config.adminEmail;
  const verify = orm
    .update(users)
    .set({ emailVerifiedAt: at, updatedAt: at, ...(becomesAdmin ? { accessLevel: 'admin' as const } : {}) })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)));
  if (!becomesAdmin) return [verify];
  const audit = { action: 'user.made-admin', targetUserId: userId, detail: { by: 'ADMIN_EMAIL' }, createdAt: at };
  return [verify, orm.insert(auditLog).values({ id: randomUUID(), ...audit })];
}

const refusal = (message: string) => new AppError('BAD_REQUEST', message, { flags: { verified: false } });
