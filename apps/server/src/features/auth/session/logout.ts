import type { Ctx } from '../../../context.ts';
import { endFamily } from './session.ts';

/** Ends this login on every host and deletes the cookie. Also succeeds for people who are signed out. */
export async function logout(ctx: Ctx): Promise<{ message: string }> {
  if ('sessionId' in ctx.actor) await endFamily(ctx, ctx.actor.sessionId);
  ctx.cookies.set('session', null);
  return { message: 'You are signed out.' };
}
