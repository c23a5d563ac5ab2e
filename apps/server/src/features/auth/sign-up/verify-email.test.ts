import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { findUserByEmail } from '../auth.queries.ts';
import { readSession } from '../session/session.ts';
import { resendVerification } from './resend-verification.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

const email = 'ada@people.example';
const HOUR = 60 * 60_000;
const invalid = {
  code: 'BAD_REQUEST',
  flags: { verified: false },
  message: expect.stringContaining('invalid or has expired'),
};

async function signedUp(ctx: TestCtx): Promise<string> {
  await signUp(ctx, { name: 'Ada', email, password: 'correct horse' });
  return tokenIn((await mailsTo(ctx.db, email)).at(-1));
}

describeOnEngines('verifyEmail', (open) => {
  test('[3.17] [1.02] creates the verified basic account and no session', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    expect(await verifyEmail(ctx, { token })).toEqual({
      verified: true,
      message: 'Email Verified Successfully!',
      user: { name: 'Ada' },
      email,
      signedIn: false,
    });
    expect(await findUserByEmail(ctx.db, email)).toMatchObject({
      name: 'Ada',
      accessLevel: 'basic',
      emailVerifiedAt: ctx.now(),
      allowModelTraining: true,
      memoryEnabled: true,
      specialFeatures: [],
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(ctx.cookies.session).toBeUndefined();
    expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toEqual([]);
  });

  test('signs in the browser that made the sign-up, once, and only if the page asks for it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const browser = (signUpCookie: string | null) => ctx.as({ kind: 'guest', guestId: null }, { signUpCookie });
    const other = browser(null);
    await signUp(other, { name: 'Eve', email: 'eve@people.example', password: 'correct horse' });
    const here = browser(null);
    const token = await signedUp(here);
    const cookie = String(here.cookies['sign-up']);
    expect(cookie).not.toBe(other.cookies['sign-up']);

    const signedIn = browser(cookie);
    expect(await verifyEmail(signedIn, { token, signIn: true })).toMatchObject({ email, signedIn: true });
    const session = await readSession(ctx, String(signedIn.cookies.session));
    expect(session?.user).toMatchObject({ email, emailVerified: true });
    expect(signedIn.cookies['sign-up']).toBeNull();
    const again = browser(cookie);
    expect(await verifyEmail(again, { token, signIn: true })).toMatchObject({ signedIn: false });
    expect(again.cookies.session).toBeUndefined();
  });

  test.each(['without the cookie', 'with that of another sign-up', 'over REST', 'signed in as somebody else'])(
    'creates no session %s',
    async (how) => {
      const ctx = createTestCtx({ db: await open() });
      const guest = { kind: 'guest', guestId: null } as const;
      const first = ctx.as(guest);
      await signUp(first, { name: 'Ada', email, password: 'another horse' });
      const second = ctx.as(guest);
      const token = await signedUp(second);
      const signUpCookie = { 'without the cookie': null, 'with that of another sign-up': first.cookies['sign-up'] };
      const facts = {
        signUpCookie: String((signUpCookie as Record<string, unknown>)[how] ?? second.cookies['sign-up']),
      };
      const { id } = await insertPerson(ctx, { email: 'eve@people.example' });
      const session = how === 'signed in as somebody else' ? (await signedInAs(ctx, id)).actor : guest;
      const opened = ctx.as(session, how === 'without the cookie' ? {} : facts);
      const input = how === 'over REST' ? { token } : { token, signIn: true };
      expect(await verifyEmail(opened, input)).toMatchObject({ verified: true, signedIn: false });
      expect(opened.cookies.session).toBeUndefined();
      expect(await findUserByEmail(ctx.db, email)).toMatchObject({ signedInAt: null });
    },
  );

  test('a link that was sent again signs in too, unless it carries no password', async () => {
    const ctx = createTestCtx({ db: await open() });
    const here = ctx.as({ kind: 'guest', guestId: null });
    await signedUp(here);
    await resendVerification(ctx, { email });
    const facts = { signUpCookie: String(here.cookies['sign-up']) };
    const token = tokenIn((await mailsTo(ctx.db, email)).at(-1));
    const opened = ctx.as({ kind: 'guest', guestId: null }, facts);
    expect(await verifyEmail(opened, { token, signIn: true })).toMatchObject({ signedIn: true });
  });

  test('the same link again, even in parallel, returns the same result and changes nothing', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    const answers = await Promise.all([1, 2, 3].map(() => verifyEmail(ctx, { token })));
    const after = await findUserByEmail(ctx.db, email);
    ctx.clock.advance(HOUR);
    answers.push(await verifyEmail(ctx, { token }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await findUserByEmail(ctx.db, email)).toEqual(after);
  });

  test('a used link does not verify an address again once its verification was revoked', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    await verifyEmail(ctx, { token });
    const { users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ emailVerifiedAt: null }).where(eq(users.email, email)));
    await verifyEmail(ctx, { token }).catch(() => {});
    expect((await findUserByEmail(ctx.db, email))?.emailVerifiedAt).toBeNull();
  });

  test.each(['x', 'a'.repeat(43), 'a'.repeat(100_000), "' or 1=1 --"])('an unknown token is refused', async (token) => {
    const ctx = createTestCtx({ db: await open() });
    await signedUp(ctx);
    await expect(verifyEmail(ctx, { token })).rejects.toMatchObject(invalid);
  });

  test('[4.45] a missing token gets its own message', async () => {
    const ctx = createTestCtx({ db: await open() });
    await expect(verifyEmail(ctx, { token: '' })).rejects.toMatchObject({
      message: 'No verification token found in the URL',
      flags: { verified: false },
    });
  });

  test('a link expires after 24 hours', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    ctx.clock.advance(24 * HOUR);
    await expect(verifyEmail(ctx, { token })).rejects.toMatchObject(invalid);
    expect(await findUserByEmail(ctx.db, email)).toBeNull();
  });

  test('a link is void once another account uses the address', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    const holder = await insertUser(ctx.db, { email });
    await expect(verifyEmail(ctx, { token })).rejects.toMatchObject(invalid);
    expect(await findUserByEmail(ctx.db, email)).toEqual(holder);
  });

  test('a link for another purpose verifies nothing', async () => {
    const ctx = createTestCtx({ db: await open() });
    const token = await signedUp(ctx);
    await ctx.db.write((orm) => orm.update(ctx.db.tables.emailTokens).set({ purpose: 'reset-password' }));
    await expect(verifyEmail(ctx, { token })).rejects.toMatchObject(invalid);
  });

  test('[6.04] the owner of ADMIN_EMAIL becomes an administrator, with an audit entry, and only by verifying', async () => {
    const ctx = createTestCtx({ db: await open(), env: { ADMIN_EMAIL: 'Ada@people.example' } });
    const token = await signedUp(ctx);
    expect(await findUserByEmail(ctx.db, email)).toBeNull();
    await Promise.all([1, 2, 3].map(() => verifyEmail(ctx, { token })));
    const user = await findUserByEmail(ctx.db, email);
    expect(user).toMatchObject({ accessLevel: 'admin' });
    await verifyEmail(ctx, { token });
    expect(await auditEntries(ctx.db)).toMatchObject([
      { actorId: null, action: 'user.made-admin', targetUserId: user?.id, detail: { by: 'ADMIN_EMAIL' } },
    ]);
  });
});

describeOnEngines('resendVerification', (open) => {
  const answer = { message: 'Verification email sent! Please check your inbox and spam folder.' };

  test('[8.12] mails a new link; earlier links stay valid', async () => {
    const ctx = createTestCtx({ db: await open() });
    const first = await signedUp(ctx);
    ctx.clock.advance(1000);
    expect(await resendVerification(ctx, { email })).toEqual(answer);
    const second = tokenIn((await mailsTo(ctx.db, email)).at(-1));
    expect(second).not.toBe(first);
    await verifyEmail(ctx, { token: second });
    expect(await verifyEmail(ctx, { token: first })).toMatchObject({ verified: true });
  });

  test('the response is the same for verified and unknown addresses, which get no mail', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email });
    expect(await resendVerification(ctx, { email })).toEqual(answer);
    expect(await resendVerification(ctx, { email: 'nobody@people.example' })).toEqual(answer);
    expect(await ctx.db.orm.select().from(ctx.db.tables.outbox)).toEqual([]);
  });

  test('a mailbox cannot be flooded, whether or not it has an account', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, emailVerifiedAt: null });
    for (const address of [email, 'nobody@people.example']) {
      for (let i = 0; i < 5; i++) await resendVerification(ctx, { email: address });
      await expect(resendVerification(ctx, { email: address })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    }
    expect(await mailsTo(ctx.db, email)).toHaveLength(3);
  });
});
