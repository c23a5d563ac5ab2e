import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createRecordingTransport, createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { allMails, mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { claimDueMail, deliverMail } from '../../outbox/due-mail.ts';
import { changeEmail } from '../email/change-email.ts';
import { changePassword } from '../password/change-password.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { login } from '../sign-in/login.ts';
import { resendVerification } from '../sign-up/resend-verification.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { takeMailQuota } from './auth-limits.ts';

const email = 'ada@people.example';
const MINUTE = 60_000;
/** A caller that has not reached any other limit. */
const caller = (ctx: TestCtx, n: number) => ctx.as({ kind: 'guest', guestId: null }, { ip: `198.51.100.${n}` });
const kindsTo = async (ctx: TestCtx, address: string) => (await mailsTo(ctx.db, address)).map(({ kind }) => kind);

describeOnEngines('mails to one mailbox', (open) => {
  test.each([
    ['forgot-password', forgotPassword, 'reset-password', true],
    ['sign-up with a taken address', signUpAs, 'account-exists', true],
    ['sign-up with a free address', signUpAs, 'verify-email', false],
  ] as const)(
    '%s: three mails of a kind in any hour, and always the same response',
    async (_, call, kind, hasAccount) => {
      const ctx = createTestCtx({ db: await open() });
      if (hasAccount) await insertPerson(ctx, { email });
      const answers = new Set<string>();
      for (let i = 0; i < 12; i++) answers.add(JSON.stringify(await call(caller(ctx, i), { email })));
      expect(answers.size).toBe(1);
      expect(await kindsTo(ctx, email)).toEqual([kind, kind, kind]);
      ctx.clock.advance(59 * MINUTE);
      await call(caller(ctx, 20), { email });
      expect(await kindsTo(ctx, email)).toHaveLength(3);
      ctx.clock.advance(MINUTE);
      for (let i = 30; i < 40; i++) await call(caller(ctx, i), { email });
      expect(await kindsTo(ctx, email)).toHaveLength(6);
    },
  );

  test('parallel calls do not get more', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    await Promise.all(Array.from({ length: 20 }, (_, i) => forgotPassword(caller(ctx, i), { email })));
    expect(await kindsTo(ctx, email)).toHaveLength(3);
  });

  test('the quota of one kind does not affect other kinds or other mailboxes', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 3; i++) expect(await takeMailQuota(ctx, 'reset-password', email)).toBe(true);
    expect(await takeMailQuota(ctx, 'reset-password', email)).toBe(false);
    expect(await takeMailQuota(ctx, 'verify-email', email)).toBe(true);
    expect(await takeMailQuota(ctx, 'reset-password', 'grace@people.example')).toBe(true);
    expect(await takeMailQuota(ctx, 'reset-password', null)).toBe(false);
  });

  test('earlier links still work, so requests by strangers do not prevent a reset', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    for (let i = 0; i < 12; i++) await forgotPassword(caller(ctx, i), { email });
    const [mail] = await mailsTo(ctx.db, email);
    await resetPassword(caller(ctx, 50), { token: tokenIn(mail), newPassword: 'another one' });
    expect(await login(caller(ctx, 50), { email, password: 'another one' })).toMatchObject({ email });
  });

  test('a sign-up without a mail is pending like any other, and its link can be sent later', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 4; i++) await signUpAs(caller(ctx, i), { email });
    await expect(login(caller(ctx, 9), { email, password })).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    ctx.clock.advance(60 * MINUTE);
    await resendVerification(caller(ctx, 10), { email });
    expect(await kindsTo(ctx, email)).toHaveLength(4);
  });

  test('a change of address over the quota is refused with a message; a change of password always succeeds', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    for (let i = 0; i < 3; i++) await takeMailQuota(ctx, 'verify-email', 'grace@people.example');
    await expect(changeEmail(me, { newEmail: 'grace@people.example', password })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many emails were sent to grace@people.example. Please try again in an hour.',
      headers: { 'Retry-After': '3600' },
    });
    let current = password;
    for (let i = 0; i < 5; i++) {
      const newPassword = `password ${i}`;
      await changePassword(me, { currentPassword: current, newPassword });
      current = newPassword;
    }
    expect(await kindsTo(ctx, email)).toEqual(['password-changed', 'password-changed', 'password-changed']);
  });

  test('dummy mail is deleted and never sent', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    await forgotPassword(caller(ctx, 1), { email: 'nobody@people.example' });
    expect(await allMails(ctx.db)).toMatchObject([{ kind: 'none', recipient: '', status: 'pending' }]);
    for (const row of await claimDueMail(ctx, 10)) await deliverMail(ctx, row);
    expect(mail.sent).toEqual([]);
    expect(await allMails(ctx.db)).toEqual([]);
  });
});

function signUpAs(ctx: TestCtx, { email: address }: { email: string }) {
  return signUp(ctx, { name: 'Mallory', email: address, password });
}
