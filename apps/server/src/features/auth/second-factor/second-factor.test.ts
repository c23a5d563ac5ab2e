import { accountSecurity } from '@noek/contract/auth/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { rememberDevice } from '../limits/known-device.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { prove } from '../proof/prove.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { login } from '../sign-in/login.ts';
import { confirmAuthenticator, removeAuthenticator, renewRecoveryCodes, startAuthenticator } from './authenticator.ts';

const email = 'ada@people.example';
const wrong = { code: 'BAD_REQUEST', flags: { wrongCode: true } };
const guestOf = (ctx: TestCtx, deviceCookie: string | null = null) =>
  ctx.as({ kind: 'guest', guestId: null }, { deviceCookie });

/** A person with an authenticator app; the step in which it was set up has passed. */
async function withApp(ctx: TestCtx) {
  const { id } = await insertPerson(ctx, { email });
  const me = await signedInAs(ctx, id);
  const { secret } = await startAuthenticator(me);
  const { recoveryCodes } = await confirmAuthenticator(me, { code: codeAt(secret, ctx.now()) });
  ctx.clock.advance(60_000);
  const code = (steps = 0) => codeAt(secret, ctx.now(), steps);
  return { id, me, secret, recoveryCodes, code };
}

/** Signs in with the password alone, and returns the challenge for the second step. */
async function challenged(ctx: TestCtx, given = password): Promise<string> {
  try {
    await login(ctx, { email, password: given });
  } catch (error) {
    if (error instanceof AppError && error.code === 'SECOND_FACTOR_REQUIRED') return String(error.flags.challenge);
    throw error;
  }
  throw new Error('No second factor was asked for.');
}

describeOnEngines('the authenticator app', (open) => {
  test('is set up with a right code only; then a sign-in needs both steps', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    const { secret, uri } = await startAuthenticator(me);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Noek:ada%40people\.example\?.*secret=[A-Z2-7]{32}/);
    const stored = await ctx.db.orm.select().from(ctx.db.tables.authenticators);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const right = codeAt(secret, ctx.now());
    const other = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    await expect(confirmAuthenticator(me, { code: other })).rejects.toMatchObject(wrong);
    await login(guestOf(ctx), { email, password });
    const { recoveryCodes } = await confirmAuthenticator(me, { code: right });
    expect(new Set(recoveryCodes).size).toBe(accountSecurity.recoveryCodes);
    await expect(startAuthenticator(me)).rejects.toMatchObject({ code: 'CONFLICT' });

    ctx.clock.advance(60_000);
    const guest = guestOf(ctx);
    const challenge = await challenged(guest);
    expect(guest.cookies.session).toBeUndefined();
    const user = await finishSignIn(guest, { challenge, code: codeAt(secret, ctx.now()) });
    expect(user).toMatchObject({ id, email });
    expect(guest.cookies.session).toBeTruthy();
    expect((await mailsTo(ctx.db, email)).map(({ kind }) => kind)).toContain('authenticator-added');
  });

  test('a wrong password does not reveal the second step', async () => {
    const ctx = createTestCtx({ db: await open() });
    await withApp(ctx);
    await expect(challenged(guestOf(ctx), 'wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('a code of one step earlier or later works, one of two steps does not', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { code } = await withApp(ctx);
    for (const steps of [-2, 2])
      await expect(
        finishSignIn(guestOf(ctx), { challenge: await challenged(guestOf(ctx)), code: code(steps) }),
      ).rejects.toMatchObject(wrong);
    for (const steps of [-1, 1])
      await finishSignIn(guestOf(ctx), { challenge: await challenged(guestOf(ctx)), code: code(steps) });
  });

  test('each step works once: of 50 sign-ins with one code at the same time, one succeeds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { code } = await withApp(ctx);
    const challenges: string[] = [];
    for (let i = 0; i < 5; i++) challenges.push(await challenged(guestOf(ctx)));
    const tries = Array.from({ length: 50 }, (_, i) => {
      const by = ctx.as({ kind: 'guest', guestId: null }, { ip: `203.0.113.${i}` });
      return finishSignIn(by, { challenge: challenges[i % 5] ?? '', code: code() });
    });
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a challenge works once, and not after ten minutes or a new password', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { code } = await withApp(ctx);
    const expired = { code: 'UNAUTHORIZED' };
    const used = await challenged(guestOf(ctx));
    await finishSignIn(guestOf(ctx), { challenge: used, code: code() });
    ctx.clock.advance(60_000);
    await expect(finishSignIn(guestOf(ctx), { challenge: used, code: code() })).rejects.toMatchObject(expired);
    const late = await challenged(guestOf(ctx));
    ctx.clock.advance(accountSecurity.secondFactorMinutes * 60_000);
    await expect(finishSignIn(guestOf(ctx), { challenge: late, code: code() })).rejects.toMatchObject(expired);
    const before = await challenged(guestOf(ctx));
    await forgotPassword(ctx, { email });
    const reset = (await mailsTo(ctx.db, email)).findLast(({ kind }) => kind === 'reset-password');
    await resetPassword(ctx, { token: tokenIn(reset), newPassword: 'harbour-77-fox' });
    await expect(finishSignIn(guestOf(ctx), { challenge: before, code: code() })).rejects.toMatchObject(expired);
    // The reset has not removed the second factor.
    const after = await challenged(guestOf(ctx), 'harbour-77-fox');
    await finishSignIn(guestOf(ctx), { challenge: after, code: code() });
  });

  test('wrong codes are limited per account and address; a known device is not locked out', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, code } = await withApp(ctx);
    const challenge = await challenged(guestOf(ctx));
    const guess = (by: TestCtx) => finishSignIn(by, { challenge, code: code(9) });
    for (let i = 0; i < 10; i++) await expect(guess(guestOf(ctx))).rejects.toMatchObject(wrong);
    await expect(guess(guestOf(ctx))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (let i = 0; i < 40; i++)
      await guess(ctx.as({ kind: 'guest', guestId: null }, { ip: `203.0.113.${i}` })).catch(() => {});
    const elsewhere = ctx.as({ kind: 'guest', guestId: null }, { ip: '203.0.113.99' });
    await expect(guess(elsewhere)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const device = me.cookies.device ?? (await deviceOf(ctx));
    await finishSignIn(guestOf(ctx, device), { challenge, code: code() });
  });

  test('removing it ends the second step and the recovery codes', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await withApp(ctx);
    await removeAuthenticator(me);
    await login(guestOf(ctx), { email, password });
    expect(await ctx.db.orm.select().from(ctx.db.tables.recoveryCodes)).toEqual([]);
    await expect(removeAuthenticator(me)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(renewRecoveryCodes(me)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('as fresh proof, its code counts and the password alone does not', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, code } = await withApp(ctx);
    const me = await signedInAs(ctx, id);
    await expect(prove(me, { password })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const right = code();
    expect(await prove(me, { code: right })).toMatchObject({ message: 'Thank you.' });
    await expect(prove(me, { code: right })).rejects.toMatchObject(wrong);
  });
});

async function deviceOf(ctx: TestCtx): Promise<string> {
  const guest = guestOf(ctx);
  const { users } = ctx.db.tables;
  const [user] = await ctx.db.orm.select().from(users);
  rememberDevice(guest, user?.id ?? '');
  return String(guest.cookies.device);
}

describeOnEngines('recovery codes', (open) => {
  test('each signs in once, however it is typed, and the owner is mailed', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, recoveryCodes } = await withApp(ctx);
    const [first = '', second = ''] = recoveryCodes;
    const stored = JSON.stringify(await ctx.db.orm.select().from(ctx.db.tables.recoveryCodes));
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    const use = async (recoveryCode: string) =>
      finishSignIn(guestOf(ctx), { challenge: await challenged(guestOf(ctx)), recoveryCode });
    expect(await use(first)).toMatchObject({ id });
    await expect(use(first)).rejects.toMatchObject(wrong);
    ctx.clock.advance(1000);
    expect(await use(` ${second.toUpperCase().replace('-', ' ')}`)).toMatchObject({ id });
    const told = (await mailsTo(ctx.db, email)).filter(({ kind }) => kind === 'recovery-code-used');
    expect(told.map(({ text }) => /(\d+) recovery codes are left/.exec(text)?.[1])).toEqual(['9', '8']);
  });

  test('of 50 uses of one code at the same time, one signs in', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { recoveryCodes } = await withApp(ctx);
    const challenges: string[] = [];
    for (let i = 0; i < 5; i++) challenges.push(await challenged(guestOf(ctx)));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        finishSignIn(ctx.as({ kind: 'guest', guestId: null }, { ip: `203.0.113.${i}` }), {
          challenge: challenges[i % 5] ?? '',
          recoveryCode: recoveryCodes[0],
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('new ones replace the old ones', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, recoveryCodes } = await withApp(ctx);
    const fresh = await renewRecoveryCodes(me);
    const use = async (recoveryCode: string) =>
      finishSignIn(guestOf(ctx), { challenge: await challenged(guestOf(ctx)), recoveryCode });
    await expect(use(recoveryCodes[0] ?? '')).rejects.toMatchObject(wrong);
    await use(fresh.recoveryCodes[0] ?? '');
    expect(await ctx.db.orm.select().from(ctx.db.tables.recoveryCodes)).toHaveLength(accountSecurity.recoveryCodes);
  });
});
