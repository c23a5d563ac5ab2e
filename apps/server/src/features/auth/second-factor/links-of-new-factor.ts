import type { Orm, Statement } from '@noek/db/database';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { provenEmail, type UserRow } from '../auth.queries.ts';
import { emailToken } from '../secrets/email-token.ts';
import { authenticatorAddedMail } from '../security.mails.ts';
import { signInFirst } from '../session/require-user.ts';

/**
 * What a new second factor does to links in mails: older ones that lead to a new password or begin to remove a factor become void, as does
 * the one that ends the login in which the factor was set up. The mail about the factor has a new one for that login. Links about other
 * logins, and those of an address that the account no longer has, stay: they take the account back from an intruder, whose factor must not
 * void them. None of them removes a factor. Throws UNAUTHORIZED if the session has ended. Call `announceMail` after the commit.
 */
export async function linksOfNewFactor(ctx: Ctx, user: UserRow, sessionId: string): Promise<(orm: Orm) => Statement[]> {
  const { emailTokens: t, sessions } = ctx.db.tables;
  const [login] = await ctx.db.orm
    .select({ familyId: sessions.familyId, createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id)));
  if (!login) throw signInFirst();
  const email = provenEmail(user);
  const ofLogin = and(eq(t.purpose, 'not-me'), eq(t.familyId, login.familyId), eq(t.email, email));
  return (orm) => {
    const { token, statement } = emailToken(ctx, orm, { purpose: 'not-me', userId: user.id, email, ...login });
    const content = authenticatorAddedMail(ctx.config, { name: user.name, token });
    return [
      orm
        .delete(t)
        .where(and(eq(t.userId, user.id), or(inArray(t.purpose, ['reset-password', 'begin-factor-reset']), ofLogin))),
      statement,
      mailStatement(ctx, orm, { kind: 'authenticator-added', to: email, userId: user.id, ...content }),
    ];
  };
}
