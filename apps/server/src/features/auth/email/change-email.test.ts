import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { findUserByEmail } from '../auth.queries.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { purgeAuthRows } from '../purge-auth-rows.ts';
import { confirmAuthenticator, startAuthenticator } from '../second-factor/authenticator.ts';
import { login } from '../sign-in/login.ts';
import { resendVerification } from '../sign-up/resend-verification.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { verifyEmail } from '../sign-up/verify-email.ts';
import { changeEmail } from './change-email.ts';
import { undoEmailChange } from './undo-email-change.ts';

const email = 'ada@people.example';
const newEmail = 'lovelace@people.example';
const DAY = 24 * 60 * 60_000;

async function changed(ctx: TestCtx) {
  const { id } = await insertPerson(ctx, { email });
  const me = await signedInAs(ctx, id);
  ctx.clock.advance(1000);
  const answer = await changeEmail(me, { newEmail, password });
  return { id, me, answer };
}

const visitor = (ctx: TestCtx) => ctx.as({ kind: 'guest', guestId: null });
const newest = async (ctx: TestCtx, address: string) => (await mailsTo(ctx.db, address)).at(-1);

describeOnEngines('changeEmail', (open) => {
  test('[7.20] [8.19] takes effect immediately, unverified, and mails both addresses; sessions stay', async () => {
    const ctx = createTestCtx({ db: await open(), request: { origin: 'http://evil.example' } });
    const { id, me, answer } = await changed(ctx);
    expect(answer).toEqual({
      message: 'Email Updated',
      user: expect.objectContaining({ id, email: newEmail, emailVerified: false }),
    });
    expect(await lasts(me)).toBe(true);
    const [notice] = await mailsTo(ctx.db, email);
    const [verification] = await mailsTo(ctx.db, newEmail);
    expect(notice?.text).toContain(`http://auth.noek.localhost:5000/undo-email-change?token=${tokenIn(notice)}`);
    expect(notice?.text).toContain(newEmail);
    expect(verification?.text).toContain(`http://auth.noek.localhost:5000/verify-email?token=${tokenIn(verification)}`);
    expect(`${notice?.html}${verification?.html}`).not.toContain('evil');
  });

  test('the new address works for sign-in once it is verified; the old one no longer does', async () => {
    const ctx = createTestCtx({ db: await open() });
    await changed(ctx);
    await expect(login(visitor(ctx), { email, password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(login(visitor(ctx), { email: newEmail, password })).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    });
    await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
    expect(await login(visitor(ctx), { email: newEmail, password })).toMatchObject({
      email: newEmail,
      emailVerified: true,
    });
  });

  test('the verification can be sent again', async () => {
    const ctx = createTestCtx({ db: await open() });
    await changed(ctx);
    ctx.clock.advance(1000);
    await resendVerification(ctx, { email: newEmail });
    await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
    expect(await findUserByEmail(ctx.db, newEmail)).toMatchObject({ emailVerifiedAt: ctx.now(), previousEmail: null });
  });

  test('a wrong password, an address in use and the current address are refused and change nothing', async () => {
    const ctx = createTestCtx({ db: await open() });
    const before = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, before.id);
    await insertUser(ctx.db, { email: newEmail });
    await expect(changeEmail(me, { newEmail: 'free@people.example', password: 'wrong' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      flags: { wrongPassword: true },
    });
    await expect(changeEmail(me, { newEmail, password })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(changeEmail(me, { newEmail: email, password })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(changeEmail(ctx, { newEmail, password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({
      id: before.id,
      emailVerifiedAt: before.emailVerifiedAt,
    });
    expect(await ctx.db.orm.select().from(ctx.db.tables.outbox)).toEqual([]);
  });

  test('one of several parallel changes to the same address succeeds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const people = await Promise.all([1, 2, 3].map(() => insertPerson(ctx)));
    const sessions = await Promise.all(people.map(({ id }) => signedInAs(ctx, id)));
    const results = await Promise.allSettled(sessions.map((me) => changeEmail(me, { newEmail, password })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
  });

  test('the previous address stays reserved until the new one is verified', async () => {
    const ctx = createTestCtx({ db: await open() });
    await changed(ctx);
    const other = await signedInAs(ctx, (await insertPerson(ctx)).id);
    await expect(changeEmail(other, { newEmail: email, password })).rejects.toMatchObject({ code: 'CONFLICT' });
    await signUp(ctx, { name: 'Mallory', email, password: 'another one' });
    expect((await mailsTo(ctx.db, email)).map(({ kind }) => kind).toSorted()).toEqual([
      'account-exists',
      'email-changed',
    ]);
    await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
    await changeEmail(other, { newEmail: email, password });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({ emailVerifiedAt: null });
  });

  test('changing back to the previous address keeps it verified', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await changed(ctx);
    expect((await changeEmail(me, { newEmail: email, password })).user).toMatchObject({ email, emailVerified: true });
  });

  test('a person who proves that they own the address gets it, with a new account', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await changed(ctx);
    await signUp(ctx, { name: 'Grace', email: newEmail, password: 'another one' });
    const links = (await mailsTo(ctx.db, newEmail)).filter(({ subject }) => subject.startsWith('Verify your email'));
    await verifyEmail(ctx, { token: tokenIn(links[0]) });
    const grace = await login(visitor(ctx), { email: newEmail, password: 'another one' });
    expect(grace).toMatchObject({ name: 'Grace' });
    expect(grace.id).not.toBe(id);
    expect(await lasts(me)).toBe(true);
    expect(await login(visitor(ctx), { email, password })).toMatchObject({ id, emailVerified: true });
  });

  test('a forgotten password is reset at the verified address, which is restored with it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await changed(ctx);
    ctx.clock.advance(1000);
    await forgotPassword(ctx, { email: newEmail });
    expect((await newest(ctx, newEmail))?.kind).toBe('verify-email');
    const mail = await newest(ctx, email);
    expect(mail?.kind).toBe('reset-password');
    await resetPassword(ctx, { token: tokenIn(mail), newPassword: 'another one' });
    expect(await login(visitor(ctx), { email, password: 'another one' })).toMatchObject({ id, emailVerified: true });
  });
});

describeOnEngines('undoEmailChange', (open) => {
  const undo = async (ctx: TestCtx) =>
    tokenIn((await mailsTo(ctx.db, email)).find(({ kind }) => kind === 'email-changed'));

  test.each([
    ['before', false],
    ['after', true],
  ])(
    'restores the old address %s the new one was verified, ends all sessions and voids the password',
    async (_, verified) => {
      const ctx = createTestCtx({ db: await open() });
      const { id, me } = await changed(ctx);
      if (verified) await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
      ctx.clock.advance(6 * DAY);
      await undoEmailChange(ctx, { token: await undo(ctx) });
      expect(await lasts(me)).toBe(false);
      expect(await findUserByEmail(ctx.db, email)).toMatchObject({
        id,
        previousEmail: null,
        emailVerifiedAt: ctx.now(),
      });
      expect(await findUserByEmail(ctx.db, newEmail)).toBeNull();
      await expect(login(visitor(ctx), { email, password })).rejects.toMatchObject({ code: 'PASSWORD_RESET_REQUIRED' });
      const reset = await newest(ctx, email);
      await resetPassword(ctx, { token: tokenIn(reset), newPassword: 'another one' });
      expect(await login(visitor(ctx), { email, password: 'another one' })).toMatchObject({ id });
    },
  );

  test('[8.06] sign-in asks for a new password without speaking of a system update, however late', async () => {
    const ctx = createTestCtx({ db: await open() });
    await changed(ctx);
    await undoEmailChange(ctx, { token: await undo(ctx) });
    for (const days of [0, 40]) {
      ctx.clock.advance(days * DAY);
      await purgeAuthRows(ctx);
      await expect(login(visitor(ctx), { email, password })).rejects.toMatchObject({
        code: 'PASSWORD_RESET_REQUIRED',
        message: "Your account needs a new password. Please use 'Forgot Password' below to set one.",
        flags: { needsPasswordReset: true },
      });
    }
    const { emailTokens, users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ needsPasswordReset: false }));
    await purgeAuthRows(ctx);
    expect(await ctx.db.orm.select().from(emailTokens)).toEqual([]);
  });

  test('leaves the person who made the change no way to sign in', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me } = await changed(ctx);
    await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
    const { identities } = ctx.db.tables;
    await ctx.db.write((orm) =>
      orm.insert(identities).values({ issuer: 'i', subject: 'before', userId: id, createdAt: new Date(0) }),
    );
    await ctx.db.write((orm) =>
      orm.insert(identities).values({ issuer: 'i', subject: 'after', userId: id, createdAt: ctx.now() }),
    );
    const { secret } = await startAuthenticator(me);
    await confirmAuthenticator(me, { code: codeAt(secret, ctx.now()) });
    ctx.clock.advance(1000);
    await changeEmail(me, { newEmail: 'third@people.example', password });
    const theirUndo = tokenIn(await newest(ctx, newEmail));
    ctx.clock.advance(1000);
    await forgotPassword(ctx, { email: 'third@people.example' });
    const theirReset = tokenIn(await newest(ctx, newEmail));

    await undoEmailChange(ctx, { token: await undo(ctx) });
    await expect(undoEmailChange(ctx, { token: theirUndo })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(resetPassword(ctx, { token: theirReset, newPassword: 'theirs again' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await ctx.db.orm.select().from(identities)).toMatchObject([{ subject: 'before' }]);
    // Only its own codes and the 72 hours remove an authenticator app, never a mail alone.
    expect(await ctx.db.orm.select().from(ctx.db.tables.authenticators)).toHaveLength(1);
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({ id });
  });

  test('works once, even in parallel, and for seven days', async () => {
    const ctx = createTestCtx({ db: await open() });
    await changed(ctx);
    const token = await undo(ctx);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => undoEmailChange(ctx, { token })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = createTestCtx({ db: await open() });
    await changed(other);
    const late = await undo(other);
    other.clock.advance(7 * DAY);
    await expect(undoEmailChange(other, { token: late })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('does not take the address from another account that uses it now', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await changed(ctx);
    await verifyEmail(ctx, { token: tokenIn(await newest(ctx, newEmail)) });
    const token = await undo(ctx);
    const holder = await insertUser(ctx.db, { email });
    await expect(undoEmailChange(ctx, { token })).rejects.toMatchObject({
      message: 'This email address now belongs to another account.',
    });
    expect(await findUserByEmail(ctx.db, email)).toEqual(holder);
    expect(await findUserByEmail(ctx.db, newEmail)).toMatchObject({ id });
  });
});
