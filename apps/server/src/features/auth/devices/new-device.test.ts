import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { connectedApp } from '../../../testing/connected-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, password, signedInAs, tokenOf } from '../../../testing/sign-in.ts';
import { createSoftwarePasskey } from '../../../testing/stand-ins/software-passkey.ts';
import { createWebhook } from '../../webhooks/create-webhook.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import { listApps } from '../apps/list-apps.ts';
import { changeEmail } from '../email/change-email.ts';
import { undoEmailChange } from '../email/undo-email-change.ts';
import { notMe } from '../factor-reset/not-me.ts';
import { addPasskey, passkeyRegistration } from '../passkeys/add-passkey.ts';
import { ownPasskeys } from '../passkeys/own-passkeys.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { confirmAuthenticator, startAuthenticator } from '../second-factor/authenticator.ts';
import { logout } from '../session/logout.ts';
import { readSession } from '../session/session.ts';
import { login } from '../sign-in/login.ts';
import { verifyEmail } from '../sign-up/verify-email.ts';
import { listTokens } from '../tokens/list-tokens.ts';

const email = 'ada@people.example';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const guestOf = (ctx: TestCtx, deviceCookie: string | null = null) =>
  ctx.as({ kind: 'guest', guestId: null }, { deviceCookie, ip: '203.0.113.77', userAgent: chrome });
const told = async (ctx: TestCtx) => (await mailsTo(ctx.db, email)).filter(({ kind }) => kind === 'new-device');

/** A stranger who knows the password signs in, on a device that the account has never seen. */
async function intrusion(ctx: TestCtx) {
  const { id } = await insertPerson(ctx, { email });
  const owner = await signedInAs(ctx, id);
  await tokenOf(ctx, id, { name: 'Mine' });
  await createWebhook(owner, { url: 'https://mine.example/', events: ['answer.finished'] });
  const { id: appId } = await connectedApp(ctx, id);
  await addPasskey(owner, { name: 'Mine', response: createSoftwarePasskey().create(await passkeyRegistration(owner)) });
  ctx.clock.advance(60_000);
  const guest = guestOf(ctx);
  await login(guest, { email, password });
  const session = await readSession(ctx, String(guest.cookies.session));
  if (!session) throw new Error('The stranger is not signed in.');
  const stranger = ctx.as({ kind: 'user', ...session });
  return { id, appId, owner, stranger, link: tokenIn((await told(ctx)).at(-1)) };
}

describeOnEngines('a sign-in with a device that was never seen', (open) => {
  test('mails the time, the browser and the network; a known device and the first sign-in mail nothing', async () => {
    const ctx = createTestCtx({ db: await open() });
    await insertPerson(ctx, { email });
    const first = guestOf(ctx);
    await login(first, { email, password });
    await login(guestOf(ctx, String(first.cookies.device)), { email, password });
    expect(await told(ctx)).toEqual([]);
    await login(guestOf(ctx), { email, password });
    const [mail, ...more] = await told(ctx);
    expect(more).toEqual([]);
    for (const part of ['a password', '2026-11-21 12:00 UTC', 'Chrome on Windows', '203.0.113.0/24'])
      expect(mail?.text).toContain(part);
    expect(mail?.html).toContain('<br>Device: Chrome on Windows<br>');
    expect(mail?.text).toContain(`http://auth.noek.localhost:5000/not-me?token=${tokenIn(mail)}`);
  });

  test('another host of the same login mails nothing, and a mailbox gets three per hour', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    await signedInAs(ctx, id, { familyId: 'one' });
    expect(await told(ctx)).toEqual([]);
    for (let i = 0; i < 5; i++) await login(guestOf(ctx), { email, password });
    expect(await told(ctx)).toHaveLength(3);
  });

  test('"This wasn\'t me" ends that login and what it added, suspends the password and leads to a new one', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { appId, owner, stranger, link } = await intrusion(ctx);
    if (!('user' in stranger.actor)) throw new Error('not signed in');
    const passkey = createSoftwarePasskey();
    await addPasskey(stranger, { name: 'Theirs', response: passkey.create(await passkeyRegistration(stranger)) });
    await tokenOf(ctx, stranger.actor.user.id, { name: 'Theirs' });
    await createWebhook(stranger, { url: 'https://theirs.example/', events: ['answer.finished'] });
    await connectedApp(ctx, stranger.actor.user.id);
    expect(await listApps(owner)).toHaveLength(2);
    await startAuthenticator(stranger);

    const { resetToken } = await notMe(guestOf(ctx), { token: link });
    expect(await lasts(stranger)).toBe(false);
    expect(await lasts(owner)).toBe(true);
    expect((await listTokens(owner)).map(({ name }) => name)).toEqual(['Mine']);
    expect((await listApps(owner)).map(({ id }) => id)).toEqual([appId]);
    expect((await ownPasskeys(owner)).map(({ name }) => name)).toEqual(['Mine']);
    expect((await listWebhooks(owner)).map((webhook) => webhook.url)).toEqual(['https://mine.example/']);
    expect(await ctx.db.orm.select().from(ctx.db.tables.authenticators)).toEqual([]);
    await expect(login(guestOf(ctx), { email, password })).rejects.toMatchObject({ code: 'PASSWORD_RESET_REQUIRED' });
    await resetPassword(guestOf(ctx), { token: resetToken, newPassword: 'harbour-77-fox' });
    expect(await login(guestOf(ctx), { email, password: 'harbour-77-fox' })).toMatchObject({ email });
  });

  test('"This wasn\'t me" takes back an address and a linked account that the stranger added', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, stranger, link } = await intrusion(ctx);
    const { identities } = ctx.db.tables;
    const linked = (subject: string, createdAt: Date) =>
      ctx.db.write((orm) => orm.insert(identities).values({ issuer: 'i', subject, userId: id, createdAt }));
    await linked('before', new Date(0));
    await linked('after', ctx.now());
    for (const newEmail of ['second@strangers.example', 'third@strangers.example']) {
      await changeEmail(stranger, { newEmail, password });
      await verifyEmail(ctx, { token: tokenIn((await mailsTo(ctx.db, newEmail)).at(-1)) });
    }
    const theirUndo = (await mailsTo(ctx.db, 'second@strangers.example')).find(({ kind }) => kind === 'email-changed');

    const { resetToken } = await notMe(guestOf(ctx), { token: link });
    await expect(undoEmailChange(guestOf(ctx), { token: tokenIn(theirUndo) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await ctx.db.orm.select().from(identities)).toMatchObject([{ subject: 'before' }]);
    await resetPassword(guestOf(ctx), { token: resetToken, newPassword: 'harbour-77-fox' });
    expect(await login(guestOf(ctx), { email, password: 'harbour-77-fox' })).toMatchObject({ id, emailVerified: true });
  });

  test('"This wasn\'t me" does not take the address from another account that uses it now', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { stranger, link } = await intrusion(ctx);
    const newEmail = 'second@strangers.example';
    await changeEmail(stranger, { newEmail, password });
    await verifyEmail(ctx, { token: tokenIn((await mailsTo(ctx.db, newEmail)).at(-1)) });
    await insertPerson(ctx, { email });
    await expect(notMe(guestOf(ctx), { token: link })).rejects.toMatchObject({
      message: 'This email address now belongs to another account.',
    });
  });

  test('no link of a login removes the authenticator app that was set up in it', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { owner, stranger, link } = await intrusion(ctx);
    await forgotPassword(guestOf(ctx), { email });
    const olderReset = tokenIn((await mailsTo(ctx.db, email)).findLast(({ kind }) => kind === 'reset-password'));
    const passkey = createSoftwarePasskey();
    await addPasskey(stranger, { name: 'Theirs', response: passkey.create(await passkeyRegistration(stranger)) });
    const { secret } = await startAuthenticator(stranger);
    await confirmAuthenticator(stranger, { code: codeAt(secret, ctx.now()) });

    const refused = { code: 'BAD_REQUEST' };
    await expect(notMe(guestOf(ctx), { token: link })).rejects.toMatchObject(refused);
    await expect(
      resetPassword(guestOf(ctx), { token: olderReset, newPassword: 'harbour-77-fox' }),
    ).rejects.toMatchObject(refused);
    expect(await lasts(stranger)).toBe(true);

    // The login may have ended before its link is used.
    await logout(stranger);
    const mail = (await mailsTo(ctx.db, email)).find(({ kind }) => kind === 'authenticator-added');
    ctx.clock.advance(60_000);
    const { resetToken } = await notMe(guestOf(ctx), { token: tokenIn(mail) });
    expect((await ownPasskeys(owner)).map(({ name }) => name)).toEqual(['Mine']);
    await resetPassword(guestOf(ctx), { token: resetToken, newPassword: 'harbour-77-fox' });
    await expect(login(guestOf(ctx), { email, password: 'harbour-77-fox' })).rejects.toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    });
  });

  test('an authenticator app does not void the links about other logins', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { owner, stranger, link } = await intrusion(ctx);
    const { secret } = await startAuthenticator(owner);
    await confirmAuthenticator(owner, { code: codeAt(secret, ctx.now()) });
    await notMe(guestOf(ctx), { token: link });
    expect(await lasts(stranger)).toBe(false);
    expect(await ctx.db.orm.select().from(ctx.db.tables.authenticators)).toHaveLength(1);
  });

  test('an authenticator app that was there before stays', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email });
    const owner = await signedInAs(ctx, id);
    const { secret } = await startAuthenticator(owner);
    await confirmAuthenticator(owner, { code: codeAt(secret, ctx.now()) });
    ctx.clock.advance(60_000);
    await signedInAs(ctx, id);
    await notMe(guestOf(ctx), { token: tokenIn((await told(ctx)).at(-1)) });
    expect(await ctx.db.orm.select().from(ctx.db.tables.authenticators)).toHaveLength(1);
  });

  test('the link works once, of 50 at the same time for one', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { link } = await intrusion(ctx);
    const uses = await Promise.allSettled(Array.from({ length: 50 }, () => notMe(guestOf(ctx), { token: link })));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(notMe(ctx, { token: 'unknown' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('the link expires after seven days', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { stranger, link } = await intrusion(ctx);
    ctx.clock.advance(7 * 24 * 60 * 60_000);
    await expect(notMe(guestOf(ctx), { token: link })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await lasts(stranger)).toBe(true);
  });
});
