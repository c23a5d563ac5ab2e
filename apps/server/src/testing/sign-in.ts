import { type CreateTokenInput, createTokenInputSchema } from '@noek/contract/auth/tokens';
import { insertUser, type UserRow } from '@noek/db/testing/factories';
import { createSession, readSession } from '../features/auth/session/session.ts';
import { createToken } from '../features/auth/tokens/create-token.ts';
import { cheapHash } from './cheap-hash.ts';
import type { TestCtx } from './create-test-ctx.ts';

/** The password of everyone created here. */
export const password = 'lantern-42-quay';
let passwordHash: string | undefined;

/** A person with only an address and a password. */
export async function insertPerson(ctx: TestCtx, given: Partial<UserRow> = {}): Promise<UserRow> {
  passwordHash ??= await cheapHash(password);
  return insertUser(ctx.db, { name: 'Ada', passwordHash, ...given });
}

/** A context of that person with a real session: a new login, or another host of an existing login. */
export async function signedInAs(
  ctx: TestCtx,
  userId: string,
  { userAgent = 'test', ...options }: { familyId?: string; userAgent?: string } = {},
): Promise<TestCtx> {
  const { token } = await createSession(ctx.as({ kind: 'guest', guestId: null }, { userAgent }), userId, options);
  const session = await readSession(ctx, token);
  if (!session) throw new Error('The session was not created.');
  return ctx.as({ kind: session.user.accessLevel === 'admin' ? 'admin' : 'user', ...session });
}

/** Whether the session of a context is still valid. */
export async function lasts(ctx: TestCtx): Promise<boolean> {
  if (!('sessionId' in ctx.actor)) return false;
  const { sessionId } = ctx.actor;
  const { sessions } = ctx.db.tables;
  return (await ctx.db.orm.select({ id: sessions.id }).from(sessions)).some(({ id }) => id === sessionId);
}

/** A new personal API token of that person, which chats unless `given` says otherwise. */
export async function tokenOf(ctx: TestCtx, userId: string, given: Partial<CreateTokenInput> = {}): Promise<string> {
  const input = createTokenInputSchema.parse({ name: 'A script', ...given });
  return (await createToken(await signedInAs(ctx, userId), input)).token;
}
