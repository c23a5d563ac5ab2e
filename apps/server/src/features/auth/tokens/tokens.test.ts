import { apiTokenLimit, expiredTokenDays } from '@noek/contract/auth/limits';
import { type CreateTokenInput, createTokenInputSchema } from '@noek/contract/auth/tokens';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs, tokenOf } from '../../../testing/sign-in.ts';
import { deleteAccount } from '../account/delete-account.ts';
import { changeEmail } from '../email/change-email.ts';
import { undoEmailChange } from '../email/undo-email-change.ts';
import { changePassword } from '../password/change-password.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { purgeAuthRows } from '../purge-auth-rows.ts';
import { logout } from '../session/logout.ts';
import { endOtherSessions } from '../session/own-sessions.ts';
import { watchSession } from '../session/watch-session.ts';
import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import { bearerOf, readToken } from './read-token.ts';
import { revokeToken } from './revoke-token.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const email = 'ada@people.example';
const unknown = { code: 'UNAUTHORIZED', message: expect.stringContaining('unknown or was revoked') };

const create = (me: TestCtx, given: Partial<CreateTokenInput> = {}) =>
  createToken(me, createTokenInputSchema.parse({ name: 'A script', ...given }));

const inDays = (ctx: TestCtx, days: number) => new Date(ctx.now().getTime() + days * DAY).toISOString();

async function person(ctx: TestCtx) {
  const { id } = await insertPerson(ctx, { email });
  return { id, me: await signedInAs(ctx, id) };
}

/** A context whose caller is the owner of this token. */
async function byToken(ctx: TestCtx, token: string): Promise<TestCtx> {
  const { user, ...rest } = await readToken(ctx, token);
  return ctx.as({ kind: 'user', user, token: rest });
}

const works = (ctx: TestCtx, token: string) =>
  readToken(ctx, token).then(
    () => true,
    () => false,
  );

describeOnEngines('personal API tokens', (open) => {
  test('a token is shown once, is recognizable, and only its hash is stored', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await person(ctx);
    const { token, ...made } = await create(me, {
      name: ' Backup ',
      scopes: ['read', 'read'],
      expiresAt: inDays(ctx, 30),
    });
    expect(token).toMatch(/^noek_[\w-]{43}$/);
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Backup',
      scopes: ['read'],
      createdAt: ctx.now().toISOString(),
      expiresAt: inDays(ctx, 30),
      lastUsedAt: null,
      messagesToday: 0,
    });
    expect(await listTokens(me)).toEqual([made]);
    const rows = await ctx.db.orm.select().from(ctx.db.tables.apiTokens);
    expect(JSON.stringify(rows)).not.toContain(token.slice('noek_'.length));
    expect(await readToken(ctx, token)).toMatchObject({ user: { id }, id: made.id, scopes: ['read'] });
  });

  test('without a scope and an expiry, it chats and does not expire; the newest is listed first', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    const first = await create(me, { name: 'One' });
    expect(first).toMatchObject({ scopes: ['chat'], expiresAt: null });
    ctx.clock.advance(1);
    await create(me, { name: 'Two', expiresAt: null });
    expect((await listTokens(me)).map(({ name }) => name)).toEqual(['Two', 'One']);
    ctx.clock.advance(3_650 * DAY);
    expect(await works(ctx, first.token)).toBe(true);
  });

  test('its last use is noted, at most every five minutes', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    const { token } = await create(me);
    const lastUsed = async () => (await listTokens(me))[0]?.lastUsedAt;
    await readToken(ctx, token);
    const first = ctx.now().toISOString();
    expect(await lastUsed()).toBe(first);
    ctx.clock.advance(5 * MINUTE - 1);
    await readToken(ctx, token);
    expect(await lastUsed()).toBe(first);
    ctx.clock.advance(1);
    await readToken(ctx, token);
    expect(await lastUsed()).toBe(ctx.now().toISOString());
  });

  test('one that is unknown, malformed, revoked or expired is refused with a sentence', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    const { token, id } = await create(me, { expiresAt: inDays(ctx, 1) });
    const { token: revoked, id: revokedId } = await create(me);
    expect(await revokeToken(me, { id: revokedId })).toEqual({ message: 'Token revoked.' });
    const [row] = await ctx.db.orm.select().from(ctx.db.tables.apiTokens);
    for (const wrong of [
      revoked,
      `noek_${'x'.repeat(43)}`,
      '',
      'noek_',
      row?.tokenHash ?? '',
      token.slice(5),
      `${token}x`,
    ])
      await expect(readToken(ctx, wrong)).rejects.toMatchObject(unknown);
    ctx.clock.advance(DAY - 1);
    expect(await works(ctx, token)).toBe(true);
    ctx.clock.advance(1);
    await expect(readToken(ctx, token)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'This token has expired. Create a new one on your account page.',
    });
    expect(await listTokens(me)).toMatchObject([{ id }]);
    await purgeAuthRows(ctx);
    expect(await listTokens(me)).toHaveLength(1);
    ctx.clock.advance(expiredTokenDays * DAY);
    await purgeAuthRows(ctx);
    expect(await listTokens(me)).toEqual([]);
  });

  test('an expiry in the past is refused', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    await expect(create(me, { expiresAt: inDays(ctx, 0) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The expiry must be in the future.',
    });
    expect(await listTokens(me)).toEqual([]);
  });

  test('a person has a limited number, even when they are created at the same time; expired ones do not count', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    await create(me, { expiresAt: inDays(ctx, 1) });
    ctx.clock.advance(DAY);
    for (let made = 1; made < apiTokenLimit; made++) await create(me);
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => create(me)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({
      reason: { code: 'CONFLICT', message: `You have ${apiTokenLimit} tokens, which is the limit. Revoke one first.` },
    });
    expect(await listTokens(me)).toHaveLength(apiTokenLimit + 1);
  });

  test('another person’s token is not found', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    const { id, token } = await create(me);
    const stranger = await signedInAs(ctx, (await insertPerson(ctx)).id);
    expect(await listTokens(stranger)).toEqual([]);
    for (const wrong of [id, 'unknown'])
      await expect(revokeToken(stranger, { id: wrong })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Token not found.',
      });
    expect(await works(ctx, token)).toBe(true);
  });

  test('guests and tokens cannot create, list or revoke tokens', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await person(ctx);
    const { token, id } = await create(me, { scopes: ['all'] });
    const mine = await byToken(ctx, token);
    for (const [caller, code] of [
      [ctx, 'UNAUTHORIZED'],
      [mine, 'FORBIDDEN'],
    ] as const)
      for (const act of [() => create(caller), () => listTokens(caller), () => revokeToken(caller, { id })])
        await expect(act()).rejects.toMatchObject({ code });
    expect(await listTokens(me)).toHaveLength(1);
  });

  test('a token of an administrator is not an administrator’s', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { accessLevel: 'admin' });
    expect((await byToken(ctx, await tokenOf(ctx, id, { scopes: ['all'] }))).actor.kind).toBe('user');
  });

  const revoking: [string, (ctx: TestCtx, me: TestCtx) => Promise<unknown>][] = [
    [
      'a change of the password',
      (_, me) => changePassword(me, { currentPassword: password, newPassword: 'another one' }),
    ],
    [
      'a reset of the password by mail',
      async (ctx) => {
        await forgotPassword(ctx, { email });
        const token = tokenIn((await mailsTo(ctx.db, email)).at(-1));
        await resetPassword(ctx, { token, newPassword: 'another one' });
      },
    ],
    [
      'an undone change of the address',
      async (ctx, me) => {
        await changeEmail(me, { newEmail: 'new@people.example', password });
        await undoEmailChange(ctx, { token: tokenIn((await mailsTo(ctx.db, email)).at(-1)) });
      },
    ],
    ['the deletion of the account', (_, me) => deleteAccount(me)],
    [
      'revoking one after the other',
      async (_, me) => {
        for (const { id } of await listTokens(me)) await revokeToken(me, { id });
      },
    ],
  ];

  test.each(revoking)('%s revokes every token of the person and ends its streams', async (_, act) => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await person(ctx);
    const token = await tokenOf(ctx, id);
    const others = await tokenOf(ctx, (await insertPerson(ctx)).id);
    // The repeated check is only for lost notifications. Streams must end without it.
    vi.spyOn(ctx.background, 'every').mockReturnValue(() => {});
    const { signal } = watchSession(await byToken(ctx, token));
    await act(ctx, me);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ code: 'UNAUTHORIZED', message: 'This token has expired or was revoked.' });
    await expect(readToken(ctx, token)).rejects.toMatchObject(unknown);
    expect(await works(ctx, others)).toBe(true);
  });

  test('signing out, even everywhere, leaves tokens alone', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await person(ctx);
    const token = await tokenOf(ctx, id);
    await endOtherSessions(me);
    await logout(me);
    expect(await works(ctx, token)).toBe(true);
  });

  test('a session that has ended meanwhile creates no token', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await person(ctx);
    const tries = await Promise.allSettled([
      create(me),
      changePassword(await signedInAs(ctx, id), { currentPassword: password, newPassword: 'another one' }),
    ]);
    expect(tries[1]?.status).toBe('fulfilled');
    await expect(create(me)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ctx.db.orm.select().from(ctx.db.tables.apiTokens)).toEqual([]);
  });
});

test.each([
  ['Bearer noek_abc', 'noek_abc'],
  ['bearer   noek_abc ', 'noek_abc'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearer a b', 'a b'],
  ['Basic dXNlcjpwYXNz', null],
  ['Bearers noek_abc', null],
  ['', null],
  [undefined, null],
])('the token of the header %j is %j', (header, token) => {
  expect(bearerOf(header)).toBe(token);
});
