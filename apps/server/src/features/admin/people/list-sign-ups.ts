import type { PendingSignUps } from '@noek/contract/admin/schemas';
import { and, desc, eq, gt, isNotNull, isNull, notExists, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { signUpLifetimeMs } from '../../auth/sign-up/sign-up-link.ts';

/** How many sign-ups are read at most, so that a flood of them stays bounded. */
const mostRead = 500;

/**
 * The people who signed up within the last 30 days and never verified their address, the latest first, each address once. They have no
 * account yet. Throws UNAUTHORIZED and FORBIDDEN.
 */
export async function listSignUps(ctx: Ctx): Promise<PendingSignUps> {
  requireAdministrator(ctx);
  const { orm, tables } = ctx.db;
  const { emailTokens, users } = tables;
  const owned = or(
    and(eq(users.email, emailTokens.email), isNotNull(users.emailVerifiedAt)),
    eq(users.previousEmail, emailTokens.email),
  );
  const rows = await orm
    .select({ name: emailTokens.name, email: emailTokens.email, createdAt: emailTokens.createdAt })
    .from(emailTokens)
    .where(
      and(
        isNull(emailTokens.userId),
        eq(emailTokens.purpose, 'sign-up'),
        isNull(emailTokens.consumedAt),
        gt(emailTokens.createdAt, new Date(ctx.now().getTime() - signUpLifetimeMs)),
        notExists(orm.select({ id: users.id }).from(users).where(owned)),
      ),
    )
    .orderBy(desc(emailTokens.createdAt))
    .limit(mostRead);
  const latest = new Map<string, PendingSignUps['signUps'][number]>();
  for (const { name, email, createdAt } of rows)
    if (!latest.has(email)) latest.set(email, { name: name ?? '', email, createdAt: createdAt.toISOString() });
  return { signUps: [...latest.values()] };
}
