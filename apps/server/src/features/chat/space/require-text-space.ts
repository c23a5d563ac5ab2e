import type { Ctx } from '../../../context.ts';
import { userOf } from '../records/owner.ts';

/**
 * Refuses a message, answer or copy if the caller's account has no space for text left. Guests have so few messages that they need no
 * limit. Throws CONFLICT.
 */
export async function requireTextSpace(ctx: Ctx, text = ''): Promise<void> {
  const user = userOf(ctx.actor);
  if (user) await ctx.textSpaces.require(user, Buffer.byteLength(text));
}
