import { accountSecurity } from '@noek/contract/auth/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, lasts, signedInAs } from '../../../testing/sign-in.ts';
import { createSoftwarePasskey } from '../../../testing/stand-ins/software-passkey.ts';
import { prove } from '../proof/prove.ts';
import { addPasskey, passkeyRegistration } from './add-passkey.ts';
import { ownPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { passkeyLogin, passkeyOptions } from './passkey-sign-in.ts';
import { relatedOrigins } from './relying-party.ts';

const email = 'ada@people.example';
const guestOf = (ctx: TestCtx) => ctx.as({ kind: 'guest', guestId: null });

async function withPasskey(ctx: TestCtx, given: Parameters<typeof insertPerson>[1] = {}) {
  const { id } = await insertPerson(ctx, { email, ...given });
  const me = await signedInAs(ctx, id);
  const passkey = createSoftwarePasskey();
  const added = await addPasskey(me, { name: 'Laptop', response: passkey.create(await passkeyRegistration(me)) });
  return { id, me, passkey, added };
}
const refused = { code: 'BAD_REQUEST' };

describeOnEngines('passkeys', (open) => {
  test('one is added, named, listed, renamed and removed, and the owner is mailed', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, added, passkey } = await withPasskey(ctx);
    expect(await ownPasskeys(me)).toEqual([
      { id: added.id, name: 'Laptop', createdAt: ctx.now().toISOString(), lastUsedAt: null },
    ]);
    expect((await passkeyRegistration(me)).excludeCredentials).toEqual([
      { id: passkey.create({ challenge: 'x' }).id, type: 'public-key', transports: ['internal'] },
    ]);
    expect(await renamePasskey(me, { id: added.id, name: 'Old laptop' })).toMatchObject({ name: 'Old laptop' });
    ctx.clock.advance(1000);
    await removePasskey(me, { id: added.id });
    expect(await ownPasskeys(me)).toEqual([]);
    const mails = await mailsTo(ctx.db, email);
    expect(mails.map(({ kind }) => kind)).toEqual(['passkey-added', 'passkey-removed']);
    expect(mails[1]?.text).toContain('"Old laptop"');
  });

  test('it signs in from an empty form, on every attempt with a new challenge', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, me, passkey } = await withPasskey(ctx);
    ctx.clock.advance(60_000);
    const guest = guestOf(ctx);
    const options = await passkeyOptions(guest);
    expect(options).toMatchObject({ rpId: 'noek.localhost', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const user = await passkeyLogin(guest, { response: passkey.get(options, { userHandle: id }) });
    expect(user).toMatchObject({ id, email, movedConversations: 0 });
    expect(guest.cookies.session).toBeTruthy();
    const [session] = (await ctx.db.orm.select().from(ctx.db.tables.sessions)).filter(
      (one) => one.method === 'passkey',
    );
    expect(session).toMatchObject({ userId: id, provenAt: ctx.now() });
    expect(await ownPasskeys(me)).toMatchObject([{ lastUsedAt: ctx.now().toISOString() }]);
  });

  test('an answer counts once: of 50 at the same time, one signs in', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { passkey } = await withPasskey(ctx);
    const response = passkey.get(await passkeyOptions(ctx));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => passkeyLogin(guestOf(ctx), { response })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(passkeyLogin(guestOf(ctx), { response })).rejects.toMatchObject(refused);
    const { sessions } = ctx.db.tables;
    expect((await ctx.db.orm.select().from(sessions)).filter(({ method }) => method === 'passkey')).toHaveLength(1);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without verification of the person', { verified: false }],
    ['of another kind', { type: 'webauthn.create' }],
    ['for another account', { userHandle: 'somebody' }],
  ])('an answer %s is refused', async (_, changes) => {
    const ctx = createTestCtx({ db: await open() });
    const { passkey } = await withPasskey(ctx);
    const response = passkey.get(await passkeyOptions(ctx), changes);
    await expect(passkeyLogin(guestOf(ctx), { response })).rejects.toMatchObject(refused);
  });

  test('a signature that was changed, an unknown challenge and an expired one are refused', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { passkey } = await withPasskey(ctx);
    const right = passkey.get(await passkeyOptions(ctx));
    const other = createSoftwarePasskey().get(await passkeyOptions(ctx)).response.signature;
    for (const response of [
      { ...right, response: { ...right.response, signature: other } },
      { ...right, response: { ...right.response, clientDataJSON: 'AAAA' } },
      passkey.get({ challenge: 'unknown' }),
    ])
      await expect(passkeyLogin(guestOf(ctx), { response })).rejects.toMatchObject(refused);
    const late = passkey.get(await passkeyOptions(ctx));
    ctx.clock.advance(accountSecurity.passkeyChallengeMinutes * 60_000);
    await expect(passkeyLogin(guestOf(ctx), { response: late })).rejects.toMatchObject(refused);
  });

  test('an unknown passkey is refused, and so is a foreign one as proof', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, passkey } = await withPasskey(ctx);
    const unknown = createSoftwarePasskey().get(await passkeyOptions(ctx));
    await expect(passkeyLogin(guestOf(ctx), { response: unknown })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const other = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const assertion = passkey.get(await passkeyOptions(ctx));
    await expect(prove(other, { assertion })).rejects.toMatchObject(refused);
    expect(await prove(me, { assertion })).toMatchObject({ message: 'Thank you.' });
    await expect(prove(me, { assertion })).rejects.toMatchObject(refused);
  });

  test('a counter that goes back is refused, and the owner is mailed', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { passkey } = await withPasskey(ctx);
    await passkeyLogin(guestOf(ctx), { response: passkey.get(await passkeyOptions(ctx), { counter: 7 }) });
    for (const counter of [7, 3, 0]) {
      const response = passkey.get(await passkeyOptions(ctx), { counter });
      await expect(passkeyLogin(guestOf(ctx), { response })).rejects.toMatchObject(refused);
    }
    const told = (await mailsTo(ctx.db, email)).filter(({ kind }) => kind === 'passkey-refused');
    expect(told).toHaveLength(3);
    expect(told[0]?.text).toContain('copied');
    await passkeyLogin(guestOf(ctx), { response: passkey.get(await passkeyOptions(ctx), { counter: 8 }) });
  });

  test('a passkey whose counter stays 0 signs in again and again', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { passkey } = await withPasskey(ctx);
    for (let i = 0; i < 3; i++)
      await passkeyLogin(guestOf(ctx), { response: passkey.get(await passkeyOptions(ctx), { counter: 0 }) });
  });

  test('an account that is suspended, or whose address is not verified, is refused', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { id, passkey } = await withPasskey(ctx);
    const { users } = ctx.db.tables;
    const tryNow = async () => passkeyLogin(guestOf(ctx), { response: passkey.get(await passkeyOptions(ctx)) });
    await ctx.db.write((orm) => orm.update(users).set({ emailVerifiedAt: null }));
    await expect(tryNow()).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await ctx.db.write((orm) => orm.update(users).set({ emailVerifiedAt: ctx.now(), suspendedAt: ctx.now() }));
    await expect(tryNow()).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(id).toBeTruthy();
  });

  test('a new passkey is refused from another site, with a foreign challenge, too late, and a second time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, passkey } = await withPasskey(ctx);
    const other = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const add = (by: TestCtx, response: ReturnType<typeof passkey.create>) => addPasskey(by, { name: 'New', response });
    const fresh = createSoftwarePasskey();
    await expect(
      add(me, fresh.create(await passkeyRegistration(me), { origin: 'https://evil.example' })),
    ).rejects.toMatchObject(refused);
    await expect(add(me, fresh.create(await passkeyRegistration(me), { verified: false }))).rejects.toMatchObject(
      refused,
    );
    // A challenge for a sign-in is not one for a new passkey, nor the other way round.
    await expect(add(me, fresh.create(await passkeyOptions(ctx)))).rejects.toMatchObject(refused);
    // Nor is one that was made for another account, which it stays good for.
    const theirs = fresh.create(await passkeyRegistration(other));
    await expect(add(me, theirs)).rejects.toMatchObject(refused);
    const late = fresh.create(await passkeyRegistration(me));
    ctx.clock.advance(accountSecurity.passkeyChallengeMinutes * 60_000);
    await expect(add(me, late)).rejects.toMatchObject(refused);
    await expect(add(other, passkey.create(await passkeyRegistration(other)))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await ownPasskeys(me)).toHaveLength(1);
    expect(await ownPasskeys(other)).toEqual([]);
  });

  test('20 passkeys are the limit, also at the same time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me } = await withPasskey(ctx);
    const answers: ReturnType<ReturnType<typeof createSoftwarePasskey>['create']>[] = [];
    for (let i = 0; i < accountSecurity.passkeys + 3; i++)
      answers.push(createSoftwarePasskey().create(await passkeyRegistration(me)));
    const results = await Promise.allSettled(answers.map((response) => addPasskey(me, { name: 'More', response })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(accountSecurity.passkeys - 1);
    expect(await ownPasskeys(me)).toHaveLength(accountSecurity.passkeys);
    await expect(passkeyRegistration(me)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('the last way to sign in cannot be removed, also by two removals at the same time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { me, added } = await withPasskey(ctx);
    const { users } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(users).set({ passwordHash: null }));
    await expect(removePasskey(me, { id: added.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    const second = await addPasskey(me, {
      name: 'Phone',
      response: createSoftwarePasskey().create(await passkeyRegistration(me)),
    });
    const both = await Promise.allSettled([added, second].map(({ id }) => removePasskey(me, { id })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownPasskeys(me)).toHaveLength(1);
    expect(await lasts(me)).toBe(true);
  });

  test("another person's passkey is not found", async () => {
    const ctx = createTestCtx({ db: await open() });
    const { added } = await withPasskey(ctx);
    const other = await signedInAs(ctx, (await insertPerson(ctx)).id);
    for (const attempt of [
      () => renamePasskey(other, { id: added.id, name: 'Mine' }),
      () => removePasskey(other, added),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('hosts without a common parent share the passkeys of the host where people sign in, which names them', async () => {
    const env = {
      CHAT_ORIGIN: 'https://chat.example.com',
      AUTH_ORIGIN: 'https://auth.example.org',
      COMPANY_ORIGIN: 'https://noek.example.net',
    };
    const ctx = createTestCtx({ db: await open(), env });
    const { id } = await insertPerson(ctx, { email });
    const me = await signedInAs(ctx, id);
    const key = createSoftwarePasskey({ rpId: 'auth.example.org', origin: env.CHAT_ORIGIN });
    await addPasskey(me, { name: 'Laptop', response: key.create(await passkeyRegistration(me)) });
    const response = key.get(await passkeyOptions(ctx), { origin: env.AUTH_ORIGIN });
    expect(await passkeyLogin(guestOf(ctx), { response })).toMatchObject({ id });
    const foreign = key.get(await passkeyOptions(ctx), { origin: 'https://evil.example' });
    await expect(passkeyLogin(guestOf(ctx), { response: foreign })).rejects.toMatchObject(refused);
    const origins = Object.values(env);
    expect(relatedOrigins(ctx.config, env.AUTH_ORIGIN)).toEqual({ origins });
    expect(relatedOrigins(ctx.config, env.CHAT_ORIGIN)).toBeNull();
  });

  test('where people sign in at an IP address, there are no passkeys', async () => {
    const env = { AUTH_ORIGIN: 'http://127.0.0.1:5000' };
    const ctx = createTestCtx({ db: await open(), env });
    await expect(passkeyOptions(ctx)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
