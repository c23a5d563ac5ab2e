import { insertUser, type UserRow } from '@noek/db/factories';
import { hashPassword } from '../features/auth/password/password.ts';
import { createSession, readSession } from '../features/auth/session/session.ts';
import type { TestCtx } from './create-test-ctx.ts';

/** The password of everybody these helpers make. */
export const password = 'lantern-42-quay';
let passwordHash: string | undefined;

/** Somebody with an address, a password and nothing else. */
export async function insertPerson(ctx: TestCtx, given: Partial<UserRow> = {}): Promise<UserRow> {
  passwordHash ??= await hashPassword(password);
  return insertUser(ctx.db, { name: 'Ada', passwordHash, ...given });
}

/** A context of that person, with a real session: a login of its own, or one more host of an earlier one. */
export async function signedInAs(
  ctx: TestCtx,
  userId: string,
  { userAgent = 'test', ...options }: { familyId?: string; userAgent?: string } = {},
): Promise<TestCtx> {
  const { token } = await createSession(ctx.as({ kind: 'guest', guestId: null }, { userAgent }), userId, options);
  const session = await readSession(ctx, token);
  if (!session) throw new Error('The session was not made.');
  return ctx.as({ kind: session.user.accessLevel === 'admin' ? 'admin' : 'user', ...session });
}

/** Does the session of a context still last? */
export async function lasts(ctx: TestCtx): Promise<boolean> {
  if (!('sessionId' in ctx.actor)) return false;
  const { sessionId } = ctx.actor;
  const { sessions } = ctx.db.tables;
  return (await ctx.db.orm.select({ id: sessions.id }).from(sessions)).some(({ id }) => id === sessionId);
}
