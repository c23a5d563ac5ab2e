import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';

export const appNotFound = () => notFound('App not found.');

/** Disconnects one of the caller's apps and ends its open streams. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND. */
export async function disconnectApp(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireSession(ctx);
  if (!(await disconnect(ctx, { id, userId: user.id }))) throw appNotFound();
  return { message: 'App disconnected.' };
}

/** Disconnects an app because it asked for it. */
export async function disconnectItself(ctx: Ctx, id: string): Promise<void> {
  await disconnect(ctx, { id });
}

/** Disconnects an app because its code or its token was copied. */
export async function disconnectCopied(ctx: Ctx, id: string): Promise<void> {
  await disconnect(ctx, { id, reason: 'a code or token of it was used twice' });
}

type Which = { id: string; userId?: string; reason?: string };

/** Returns false if there is no such app. Its tokens go with its row. */
async function disconnect(ctx: Ctx, { id, userId, reason }: Which): Promise<boolean> {
  const { connectedApps: c } = ctx.db.tables;
  const isIt = and(eq(c.id, id), userId === undefined ? undefined : eq(c.userId, userId));
  const [app] = await ctx.db.orm.select({ userId: c.userId, name: c.name }).from(c).where(isIt);
  if (!app) return false;
  const detail = reason === undefined ? app.name : `${app.name}: ${reason}`;
  try {
    await ctx.db.atomic((step) => {
      step.must(step.orm.delete(c).where(isIt).returning({ id: c.id }), () => new AlreadyGone());
      step.add(securityEvent(ctx, step.orm, { userId: app.userId, kind: 'app-disconnected', detail }));
    });
  } catch (error) {
    if (error instanceof AlreadyGone) return false;
    throw error;
  }
  announceEndedSessions(ctx, app.userId);
  return true;
}

class AlreadyGone extends Error {}
