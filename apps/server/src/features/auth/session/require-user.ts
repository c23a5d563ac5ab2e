import type { Actor } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { requireScope } from './require-scope.ts';

/** A person, in a browser or by one of their API tokens. */
type Person = Extract<Actor, { user: object }>;
/** A person who has signed in with a browser. */
export type SignedIn = Extract<Actor, { sessionId: string }>;

/** The caller's account. Throws UNAUTHORIZED for guests. */
export function requireUser({ actor }: { actor: Actor }): Person {
  if ('user' in actor) return actor;
  throw signInFirst();
}

/** The caller's session, for what no token may do. Throws UNAUTHORIZED for guests and FORBIDDEN for tokens. */
export function requireSession(ctx: { actor: Actor }): SignedIn {
  requireScope(ctx, 'never');
  const person = requireUser(ctx);
  if ('sessionId' in person) return person;
  throw signInFirst();
}

export const signInFirst = () => new AppError('UNAUTHORIZED', 'Please sign in first.');
