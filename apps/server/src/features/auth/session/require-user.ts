import type { Actor } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';

export type SignedIn = Extract<Actor, { sessionId: string }>;

/** The signed-in caller. Throws UNAUTHORIZED for guests. */
export function requireUser(ctx: { actor: Actor }): SignedIn {
  const { actor } = ctx;
  if (actor.kind === 'user' || actor.kind === 'admin') return actor;
  throw new AppError('UNAUTHORIZED', 'Please sign in first.');
}
