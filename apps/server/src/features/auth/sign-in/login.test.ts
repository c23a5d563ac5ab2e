import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { beforeAll, expect, test } from 'vitest';
import { atRealCost } from '../../../testing/cheap-argon2.ts';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { currentUser } from '../session/current-user.ts';
import { logout } from '../session/logout.ts';
import { createSession, readSession } from '../session/session.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { login } from './login.ts';

const email = 'ada@people.example';
const password = 'correct horse';
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await cheapHash(password);
});
const wrong = { code: 'UNAUTHORIZED', message: 'Invalid email or password' };

describeOnEngines('login', (open) => {
  test('[4.15] the right password creates a session with its cookie and returns the user', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db, { email, passwordHash, name: 'Ada' });
    const { movedConversations, ...user } = await login(ctx, { email, password });
    expect(movedConversations).toBe(0);
    expect(user).toEqual({
      id,
      name: 'Ada',
      email,
      accessLevel: 'basic',
      specialFeatures: [],
      allowModelTraining: true,
      memoryEnabled: true,
      emailVerified: true,
      instructions: '',
    });
    expect(await readSession(ctx, ctx.cookies.session ?? '')).toMatchObject({ user });
  });

  test('many sign-ups of one network do not hold a sign-in back, of another network or the same', async () => {
    atRealCost();
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash, name: 'Ada' });
    const crowd = ctx.as({ kind: 'guest', guestId: null }, { ip: '203.0.113.7' });
    for (const ip of ['198.51.100.1', '203.0.113.7']) {
      let signedUp = 0;
      const signUps = Array.from({ length: 60 }, async (_, n) => {
        await signUp(crowd, { name: 'Crowd', email: `${n}@${ip}.example`, password });
        signedUp++;
      });
      await login(ctx.as({ kind: 'guest', guestId: null }, { ip }), { email, password });
      expect(signedUp).toBeLessThan(40);
      await Promise.all(signUps);
    }
  });

  test('each sign-in gets a new token, whatever the browser sent', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash });
    const tokens = new Set<unknown>();
    for (let i = 0; i < 3; i++) {
      const caller = ctx.as({ kind: 'guest', guestId: null });
      await login(caller, { email, password });
      tokens.add(caller.cookies.session);
    }
    expect(tokens.size).toBe(3);
  });

  test.each([
    ['wrong password', email, 'wrong horse'],
    ['unknown address', 'nobody@people.example', password],
    ['account without a password', 'google@people.example', password],
  ])('[8.09] %s: 401 with the same message, no cookie', async (_, address, attempt) => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash });
    await insertUser(ctx.db, { email: 'google@people.example', passwordHash: null });
    await expect(login(ctx, { email: address, password: attempt })).rejects.toMatchObject(wrong);
    expect(ctx.cookies.session).toBeUndefined();
  });

  test('[8.07] an unverified address gets its own error, but only with the right password', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash, emailVerifiedAt: null });
    await expect(login(ctx, { email, password })).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
      flags: { emailVerificationRequired: true },
      message: 'Please verify your email address before signing in. Check your inbox for the verification link.',
    });
    await expect(login(ctx, { email, password: 'wrong horse' })).rejects.toMatchObject(wrong);
    expect(ctx.cookies.session).toBeUndefined();
  });

  test('[8.06] an account that needs a password reset gets its own error, but only with the right password', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash, needsPasswordReset: true });
    await expect(login(ctx, { email, password })).rejects.toMatchObject({
      code: 'PASSWORD_RESET_REQUIRED',
      flags: { needsPasswordReset: true },
      message:
        "Your account needs a password reset due to a system update. Please use 'Forgot Password' below to set a new password.",
    });
    await expect(login(ctx, { email, password: 'wrong horse' })).rejects.toMatchObject(wrong);
  });

  test('[8.06] an account whose old hash is unusable gets the same error with any password', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash: null, needsPasswordReset: true });
    await expect(login(ctx, { email, password: 'anything' })).rejects.toMatchObject({
      code: 'PASSWORD_RESET_REQUIRED',
    });
    expect(ctx.cookies.session).toBeUndefined();
  });
});

describeOnEngines('limits on login', (open) => {
  const from = (ctx: TestCtx, ip: string) => ctx.as({ kind: 'guest', guestId: null }, { ip });

  test('ten wrong passwords by one caller for one address, then one per minute; other callers and addresses are not affected', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash });
    const attacker = from(ctx, '203.0.113.9');
    for (let i = 0; i < 10; i++)
      await expect(login(attacker, { email, password: `guess ${i}` })).rejects.toMatchObject(wrong);
    await expect(login(attacker, { email, password })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'Retry-After': '60' },
    });
    expect(await login(from(ctx, '203.0.113.10'), { email, password })).toMatchObject({ email });
    await expect(login(attacker, { email: 'bob@people.example', password })).rejects.toMatchObject(wrong);
    ctx.clock.advance(60_000);
    expect(await login(attacker, { email, password })).toMatchObject({ email });
  });

  test('a caller with IPv6 is identified by its /64', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 10; i++)
      await expect(login(from(ctx, `2001:db8:0:1::${i}`), { email, password })).rejects.toMatchObject(wrong);
    await expect(login(from(ctx, '2001:db8:0:1:ffff::1'), { email, password })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    await expect(login(from(ctx, '2001:db8:0:2::1'), { email, password })).rejects.toMatchObject(wrong);
  });

  test('signing in resets the limit', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash });
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 8; i++) await expect(login(ctx, { email, password: 'guess' })).rejects.toMatchObject(wrong);
      await login(ctx, { email, password });
    }
  });

  test('guesses from many networks exhaust an address, but not for a caller that has signed in to it before', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email, passwordHash });
    const owner = from(ctx, '198.51.100.1');
    await login(owner, { email, password });
    for (let i = 0; i < 199; i++)
      await expect(login(from(ctx, `203.0.113.${i}`), { email, password: 'guess' })).rejects.toMatchObject(wrong);
    await expect(login(from(ctx, '192.0.2.1'), { email, password })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await login(owner, { email, password })).toMatchObject({ email });
  }, 60_000);
});

describeOnEngines('logout and currentUser', (open) => {
  test('[4.37] ends the login on every host and deletes the cookie', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertUser(ctx.db);
    const auth = await createSession(ctx, id);
    const session = await readSession(ctx, auth.token);
    if (!session) throw new Error('no session');
    const chat = await createSession(ctx, id, { familyId: session.familyId });
    const phone = await createSession(ctx, id);

    const signedIn = ctx.as({ kind: 'user', ...session });
    expect(currentUser(signedIn)).toMatchObject({ id });
    await logout(signedIn);
    expect(signedIn.cookies.session).toBeNull();
    expect(await readSession(ctx, auth.token)).toBeNull();
    expect(await readSession(ctx, chat.token)).toBeNull();
    expect(await readSession(ctx, phone.token)).not.toBeNull();
  });

  test('succeeds for people who are signed out', async () => {
    const ctx = createTestCtx({ db: await open() });
    expect(currentUser(ctx)).toBeNull();
    expect(await logout(ctx)).toEqual({ message: 'You are signed out.' });
    expect(ctx.cookies.session).toBeNull();
  });
});
