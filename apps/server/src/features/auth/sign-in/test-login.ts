import type { SignedInUser } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { isLoopback } from '../../../ip-address.ts';
import { findUserByEmail, toUser } from '../auth.queries.ts';
import { createSession } from '../session/session.ts';

const demo = { id: 'demo-user', name: 'Demo User', email: 'demo@noek.example' };

/** Signs in the demo user, creating it if needed. Throws NOT_FOUND if test login is off or the caller is on another machine. */
export async function testLogin(ctx: Ctx): Promise<SignedInUser> {
  if (!ctx.config.testLogin || !isLoopback(ctx.request.ip)) throw notFound();
  const now = ctx.now();
  await ctx.db.write((orm) =>
    orm
      .insert(ctx.db.tables.users)
      .values({ ...demo, emailVerifiedAt: now, specialFeatures: [], createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
  );
  const user = await findUserByEmail(ctx.db, demo.email);
  if (!user) throw notFound();
  const { movedConversations } = await createSession(ctx, user.id, { method: 'demo' });
  return { ...toUser(user, ctx.now()), movedConversations };
}
