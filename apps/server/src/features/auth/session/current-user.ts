import type { User } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../../context.ts';

/** The signed-in person, or null. */
export function currentUser(ctx: Pick<Ctx, 'actor'>): User | null {
  return 'user' in ctx.actor ? ctx.actor.user : null;
}
