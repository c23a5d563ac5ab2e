import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { changedStep } from '../../../testing/changed-step.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { findUserByEmail } from '../auth.queries.ts';
import { login } from '../sign-in/login.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { verifyEmail } from '../sign-up/verify-email.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { resetPassword } from './reset-password.ts';

const email = 'ada@people.example';
const newPassword = 'harbour-77-fox';
const HOUR = 60 * 60_000;
const invalid = {
  code: 'BAD_REQUEST',
  message: 'This reset link is invalid or has expired. Please request a new one.',
};
const sent = { message: 'Password reset instructions have been sent to your email' };

const canSignIn = (ctx: TestCtx, attempt: string) =>
  login(ctx.as({ kind: 'guest', guestId: null }), { email, password: attempt }).then(
    () => true,
    () => false,
  );

async function asked(ctx: TestCtx): Promise<string> {
  await forgotPassword(ctx, { email });
  return tokenIn((await mailsTo(ctx.db, email)).at(-1));
}

describeOnEngines('forgotPassword', (open) => {
  test('[7.09] [8.14] mails a link to the auth host, of which only the hash is stored', async () => {
    const ctx = createTestCtx({ db: await open(), request: { origin: 'http://evil.example' } });
    await insertPerson(ctx, { email, name: 'Ada Lovelace' });
    expect(await forgotPassword(ctx, { email })).toEqual(sent);
    const [mail] = await mailsTo(ctx.db, email);
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(`http://auth.noek.localhost:5000/reset-password?token=${tokenIn(mail)}`);
      expect(body).toContain('Hello Ada Lovelace,');
      expect(body).not.toContain('evil');
    }
    const rows = await ctx.db.orm.select().from(ctx.db.tables.emailTokens);
    expect(JSON.stringify(rows)).not.toContain(tokenIn(mail));
  });

  test('the response is the same for an unknown address, which gets no mail, and the same number of rows is written', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const { emailTokens, outbox, rateLimits } = ctx.db.tables;
    const written = () =>
      Promise.all(
        [emailTokens, outbox, rateLimits].map(
          async (table) => (await ctx.db.orm.select().from(table as typeof outbox)).length,
        ),
      );
    const statements: number[] = [];
    const { atomic } = ctx.db;
    ctx.db.atomic = (build) =>
      atomic((step) => {
        let added = 0;
        const result = build(
          changedStep(step, {
            change(statement) {
              added++;
              return statement;
            },
          }),
        );
        statements.push(added);
        return result;
      });
    // From now on, the limit of the caller's network has its row.
    await forgotPassword(ctx, { email: 'somebody@people.example' });
    const before = await written();
    expect(await forgotPassword(ctx, { email })).toEqual(sent);
    const known = await written();
    expect(await forgotPassword(ctx, { email: 'nobody@people.example' })).toEqual(sent);
    const unknown = await written();
    expect(unknown.map((n, i) => n - (known[i] ?? 0))).toEqual(known.map((n, i) => n - (before[i] ?? 0)));
    expect(statements[2]).toBe(statements[1]);
    expect(await mailsTo(ctx.db, 'nobody@people.example')).toEqual([]);
    expect(JSON.stringify(await ctx.db.orm.select().from(emailTokens))).not.toContain('nobody');
  });

  test('an address with a pending verification gets that link again', async () => {
    const ctx = createTestCtx({ db: await open() });
    await signUp(ctx, { name: 'Ada', email, password });
    ctx.clock.advance(1000);
    await forgotPassword(ctx, { email });
    const mails = await mailsTo(ctx.db, email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email', 'verify-email']);
    await verifyEmail(ctx, { token: tokenIn(mails[1]) });
    expect(await canSignIn(ctx, password)).toBe(true);
  });

  test('one stranger cannot keep the owner from asking; a mailbox cannot be flooded', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const stranger = ctx.as({ kind: 'guest', guestId: null }, { ip: '203.0.113.9' });
    for (let i = 0; i < 5; i++) await forgotPassword(stranger, { email });
    await expect(forgotPassword(stranger, { email })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await forgotPassword(ctx, { email })).toEqual(sent);
    expect(await mailsTo(ctx.db, email)).toHaveLength(3);
    for (let i = 1; i <= 8; i++) {
      const other = ctx.as({ kind: 'guest', guestId: null }, { ip: `198.51.100.${i}` });
      for (let n = 0; n < 5; n++) await forgotPassword(other, { email }).catch(() => {});
    }
    expect(await mailsTo(ctx.db, email)).toHaveLength(3);
  });
});

describeOnEngines('resetPassword', (open) => {
  test('[7.22] [4.46] sets the password, ends every session, and tells the owner', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email, needsPasswordReset: true });
    const sessions = [await signedInAs(ctx, id), await signedInAs(ctx, id)];
    const token = await asked(ctx);
    expect(await resetPassword(ctx, { token, newPassword })).toEqual({
      message: 'Your password was changed. You can now sign in with it.',
    });
    for (const session of sessions) expect(await lasts(session)).toBe(false);
    expect(await canSignIn(ctx, password)).toBe(false);
    expect(await canSignIn(ctx, newPassword)).toBe(true);
    expect(ctx.cookies.session).toBeUndefined();
    const mails = await mailsTo(ctx.db, email);
    expect(
      mails
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'new-device')
        .toSorted(),
    ).toEqual(['password-changed', 'reset-password']);
  });

  test('one of 50 parallel uses of a token succeeds', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const token = await asked(ctx);
    const uses = Array.from({ length: 50 }, (_, i) => resetPassword(ctx, { token, newPassword: `password ${i}` }));
    const results = await Promise.allSettled(uses);
    const winners = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(invalid);
    expect(await canSignIn(ctx, `password ${winners[0]}`)).toBe(true);
  });

  test('a used token and all earlier ones are invalid', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const earlier = await asked(ctx);
    ctx.clock.advance(1000);
    const token = await asked(ctx);
    await resetPassword(ctx, { token, newPassword });
    for (const old of [earlier, token])
      await expect(resetPassword(ctx, { token: old, newPassword: 'another one' })).rejects.toMatchObject(invalid);
    expect(await canSignIn(ctx, newPassword)).toBe(true);
  });

  test('a link expires after one hour', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const token = await asked(ctx);
    ctx.clock.advance(HOUR);
    await expect(resetPassword(ctx, { token, newPassword })).rejects.toMatchObject(invalid);
    expect(await canSignIn(ctx, password)).toBe(true);
  });

  test.each(['x', 'a'.repeat(43), "' or 1=1 --"])('token %j is refused', async (token) => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    await expect(resetPassword(ctx, { token, newPassword })).rejects.toMatchObject(invalid);
  });

  test('links for other purposes are refused', async () => {
    const ctx = createTestCtx({ db: await open() });
    await signUp(ctx, { name: 'Ada', email, password });
    const token = tokenIn((await mailsTo(ctx.db, email))[0]);
    await expect(resetPassword(ctx, { token, newPassword })).rejects.toMatchObject(invalid);
    await verifyEmail(ctx, { token });
    await expect(resetPassword(ctx, { token, newPassword })).rejects.toMatchObject(invalid);
  });

  test('the link proves the address that it was sent to', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email, emailVerifiedAt: null });
    await resetPassword(ctx, { token: await asked(ctx), newPassword });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({ emailVerifiedAt: ctx.now() });
  });

  test('a concurrent sign-in with the old password leaves no session behind', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let round = 0; round < 8; round++) {
      const address = `ada${round}@people.example`;
      const { id } = await insertPerson(ctx, { email: address });
      await forgotPassword(ctx, { email: address });
      const token = tokenIn((await mailsTo(ctx.db, address))[0]);
      const stale = { email: address, password };
      await Promise.allSettled([
        login(ctx.as({ kind: 'guest', guestId: null }), stale),
        resetPassword(ctx, { token, newPassword }),
        login(ctx.as({ kind: 'guest', guestId: null }), stale),
      ]);
      const { sessions } = ctx.db.tables;
      expect(await ctx.db.orm.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    }
  });
});

describeOnEngines('changePassword', (open) => {
  test('[7.19] [8.18] changes the password; this session stays, all others end, and the owner is told', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    const others = [await signedInAs(ctx, id), await signedInAs(ctx, id)];
    const resetLink = await asked(ctx);
    expect(await changePassword(me, { currentPassword: password, newPassword })).toEqual({
      message: 'Password Changed',
    });
    expect(await lasts(me)).toBe(true);
    for (const other of others) expect(await lasts(other)).toBe(false);
    expect(await canSignIn(ctx, password)).toBe(false);
    expect(await canSignIn(ctx, newPassword)).toBe(true);
    await expect(resetPassword(ctx, { token: resetLink, newPassword: 'a third one' })).rejects.toMatchObject(invalid);
    expect((await mailsTo(ctx.db, email)).map(({ kind }) => kind)).toContain('password-changed');
  });

  test('a wrong current password changes nothing, and guesses only limit the session that makes them', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const thief = await signedInAs(ctx, id);
    const owner = await signedInAs(ctx, id);
    for (let i = 0; i < 10; i++)
      await expect(changePassword(thief, { currentPassword: `guess ${i}`, newPassword })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'The current password is incorrect.',
        flags: { wrongPassword: true },
      });
    await expect(changePassword(thief, { currentPassword: password, newPassword })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await changePassword(owner, { currentPassword: password, newPassword });
    expect(await lasts(thief)).toBe(false);
  });

  test('at most one of several parallel changes of a password succeeds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    const results = await Promise.allSettled(
      [1, 2, 3].map((n) => changePassword(me, { currentPassword: password, newPassword: `password ${n}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an account without a password is told how to set one; guests get UNAUTHORIZED', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email, passwordHash: null });
    const me = await signedInAs(ctx, id);
    await expect(changePassword(me, { currentPassword: 'any', newPassword })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('no password yet'),
    });
    await expect(changePassword(ctx, { currentPassword: 'any', newPassword })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});
