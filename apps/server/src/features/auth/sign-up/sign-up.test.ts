import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { createTestClock, createTestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { findUserByEmail } from '../auth.queries.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { purgeAuthRows } from '../purge-auth-rows.ts';
import { login } from '../sign-in/login.ts';
import { resendVerification } from './resend-verification.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

const DAY = 24 * 60 * 60_000;
const ada = { name: 'Ada Lovelace', email: 'ada@people.example', password: 'correct horse' };

describeOnEngines('signUp', (open) => {
  test('mails a link to the auth host, and creates no account before it is opened', async () => {
    const ctx = createTestCtx({ db: await open(), request: { origin: 'http://evil.example' } });
    const answer = await signUp(ctx, ada);
    expect(answer).toEqual({ message: 'Check your email: we sent you a link to verify your address.' });
    expect(await findUserByEmail(ctx.db, ada.email)).toBeNull();
    const [mail] = await mailsTo(ctx.db, ada.email);
    expect(mail).toMatchObject({ kind: 'verify-email', status: 'pending' });
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(`http://auth.noek.localhost:5000/verify-email?token=${tokenIn(mail)}`);
      expect(body).toContain('Hello Ada Lovelace,');
      expect(body).not.toContain('evil');
    }
    expect(ctx.cookies.session).toBeUndefined();
  });

  const linkOf = (mail: { text: string } | undefined) =>
    new URL(/http:\/\/auth\.noek\.localhost:5000\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'none:');
  const begun = 'http://localhost:5000/chat/42?q=1#end';

  test('the link leads back to where the person came from, and so does one that is sent again', async () => {
    // The mails are read in the order of their dates.
    const clock = createTestClock();
    const ctx = createTestCtx({ db: await open(), clock });
    await signUp(ctx, { ...ada, returnTo: begun });
    clock.advance(1);
    await resendVerification(ctx, { email: ada.email, returnTo: 'http://noek.localhost:5000/policies' });
    const [first, again] = (await mailsTo(ctx.db, ada.email)).map(linkOf);
    expect([first?.pathname, first?.searchParams.get('return_to')]).toEqual(['/verify-email', begun]);
    expect(again?.searchParams.get('return_to')).toBe('http://noek.localhost:5000/policies');
    await verifyEmail(ctx, { token: first?.searchParams.get('token') ?? '' });
    clock.advance(1);
    await signUp(ctx, { ...ada, returnTo: begun });
    clock.advance(1);
    await forgotPassword(ctx, { email: ada.email, returnTo: begun });
    const later = (await mailsTo(ctx.db, ada.email)).slice(2).map(linkOf);
    expect(later.map(({ pathname, searchParams }) => [pathname, searchParams.get('return_to')])).toEqual([
      ['/login', begun],
      ['/reset-password', begun],
    ]);
  });

  test.each([
    ['another site', 'https://evil.example/'],
    ['a host that begins like ours', 'http://localhost.evil.example/'],
    ['an address of the auth host', 'http://auth.noek.localhost:5000/login'],
    ['a script', 'javascript:alert(1)'],
    ['a path', '/chat/42'],
    ['a name in front of the host', 'http://localhost@evil.example/'],
    ['the start of the chat, where every sign-in leads', 'http://chat.noek.localhost:5000/'],
  ])('the link names no other page for %s', async (_, returnTo) => {
    const ctx = createTestCtx({ db: await open() });
    await signUp(ctx, { ...ada, returnTo });
    const link = linkOf((await mailsTo(ctx.db, ada.email))[0]);
    expect([...link.searchParams.keys()]).toEqual(['token']);
  });

  test('where localhost is not allowed, the link does not lead there', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, config: { ...createTestCtx({ db }).config, allowLocalhost: false } });
    await signUp(ctx, { ...ada, returnTo: begun });
    expect([...linkOf((await mailsTo(ctx.db, ada.email))[0]).searchParams.keys()]).toEqual(['token']);
  });

  test('stores only the hash of the link', async () => {
    const ctx = createTestCtx({ db: await open() });
    await signUp(ctx, ada);
    const token = tokenIn((await mailsTo(ctx.db, ada.email))[0]);
    const rows = await ctx.db.orm.select().from(ctx.db.tables.emailTokens);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a verified address in use gets the same response; nothing changes and its owner is told', async () => {
    const ctx = createTestCtx({ db: await open() });
    const owner = await insertUser(ctx.db, { ...ada, passwordHash: await cheapHash('the first one') });
    const answer = await signUp(ctx, { ...ada, name: 'Mallory', password: 'another one' });
    expect(answer).toEqual(await signUp(ctx, { ...ada, email: 'new@people.example' }));
    expect(await findUserByEmail(ctx.db, ada.email)).toEqual(owner);
    const mails = await mailsTo(ctx.db, ada.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['account-exists']);
    expect(mails[0]?.text).toContain('http://auth.noek.localhost:5000/login');
    expect(mails[0]?.text).not.toContain('Mallory');
  });

  test('[8.07] until the link is opened the right password gets EMAIL_NOT_VERIFIED, even for an address in use', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertUser(ctx.db, { email: 'taken@people.example', passwordHash: await cheapHash('the first one') });
    for (const email of [ada.email, 'taken@people.example']) {
      await signUp(ctx, { ...ada, email });
      await expect(login(ctx, { email, password: ada.password })).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
      await expect(login(ctx, { email, password: 'wrong' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    expect(await login(ctx, { email: 'taken@people.example', password: 'the first one' })).toMatchObject({
      id: expect.any(String),
    });
  });

  test('each link creates the account with the name and password of its own sign-up; links of other sign-ups become void', async () => {
    const ctx = createTestCtx({ db: await open() });
    const answer = await signUp(ctx, { ...ada, name: 'Mallory', password: 'another one' });
    ctx.clock.advance(1000);
    expect(await signUp(ctx, ada)).toEqual(answer);
    const mails = await mailsTo(ctx.db, ada.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['verify-email', 'verify-email']);

    await verifyEmail(ctx, { token: tokenIn(mails[1]) });
    await expect(verifyEmail(ctx, { token: tokenIn(mails[0]) })).rejects.toMatchObject({ flags: { verified: false } });
    await expect(login(ctx, { email: ada.email, password: 'another one' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await login(ctx, ada)).toMatchObject({ name: 'Ada Lovelace', accessLevel: 'basic', emailVerified: true });
  });

  test('a sign-up is pending for 30 days: its link can be sent again, and its password gets EMAIL_NOT_VERIFIED', async () => {
    const ctx = createTestCtx({ db: await open() });
    await signUp(ctx, ada);
    ctx.clock.advance(29 * DAY);
    await purgeAuthRows(ctx);
    await expect(login(ctx, ada)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await resendVerification(ctx, { email: ada.email });
    const mails = await mailsTo(ctx.db, ada.email);
    await expect(verifyEmail(ctx, { token: tokenIn(mails[0]) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await verifyEmail(ctx, { token: tokenIn(mails[1]) });
    expect(await login(ctx, ada)).toMatchObject({ name: 'Ada Lovelace' });

    await signUp(ctx, { ...ada, email: 'late@people.example' });
    ctx.clock.advance(31 * DAY);
    await expect(login(ctx, { ...ada, email: 'late@people.example' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await purgeAuthRows(ctx);
    expect(await ctx.db.orm.select().from(ctx.db.tables.emailTokens)).toEqual([]);
  });

  test('parallel sign-ups all get the same response and a link', async () => {
    const ctx = createTestCtx({ db: await open() });
    const answers = await Promise.all([1, 2, 3].map((n) => signUp(ctx, { ...ada, name: `Ada ${n}` })));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    const mails = await mailsTo(ctx.db, ada.email);
    expect(mails).toHaveLength(3);
    const opened = await Promise.allSettled(mails.map((mail) => verifyEmail(ctx, { token: tokenIn(mail) })));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toHaveLength(1);
  });

  test.each([
    ['taken', true],
    ['free', false],
  ])('too many tries for one %s address are refused with the same message', async (_, taken) => {
    const ctx = createTestCtx({ db: await open() });
    if (taken) await insertUser(ctx.db, { email: ada.email });
    for (let i = 0; i < 6; i++) await signUp(ctx, ada);
    await expect(signUp(ctx, ada)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many attempts. Please try again in 5 minutes.',
      headers: { 'Retry-After': '300' },
    });
  });

  test.each(['Your prize: http://evil.example', 'call +1 555 0100 now!', 'evil.example', '<b>Ada</b>', 'A'.repeat(61)])(
    'a name like %j does not get into the mail',
    async (name) => {
      const ctx = createTestCtx({ db: await open() });
      await signUp(ctx, { ...ada, name });
      const [mail] = await mailsTo(ctx.db, ada.email);
      expect(mail?.text).toMatch(/^Hello,\n/);
      expect(`${mail?.subject}${mail?.html}`).not.toContain(name);
    },
  );
});
