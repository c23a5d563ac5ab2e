import { and, eq, isNull, notExists } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { isIn } from '../../../settings/passkey-host.ts';

/**
 * Whether the page that the person has come to should offer a passkey: once per account, on the chat host, to people who have none. After
 * one true, it is false: the offer is made once.
 */
export async function offersPasskey(ctx: Ctx, userId: string): Promise<boolean> {
  const { companySignIn, passkeyHost, origins } = ctx.config;
  const { origin } = ctx.request;
  // Where people sign in with their company only, a passkey does not sign in.
  if (
    companySignIn.only ||
    passkeyHost === null ||
    origin !== origins.chat ||
    !isIn(new URL(origin).hostname, passkeyHost)
  )
    return false;
  const { passkeys, users } = ctx.db.tables;
  const isUnasked = and(
    eq(users.id, userId),
    isNull(users.passkeyOfferedAt),
    notExists(ctx.db.orm.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))),
  );
  if ((await ctx.db.orm.select({ id: users.id }).from(users).where(isUnasked)).length === 0) return false;
  const asked = await ctx.db.write((orm) =>
    orm.update(users).set({ passkeyOfferedAt: ctx.now() }).where(isUnasked).returning({ id: users.id }),
  );
  return asked.length > 0;
}
