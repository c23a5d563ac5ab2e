import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { createSoftwarePasskey } from '../../../testing/stand-ins/software-passkey.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { addPasskey, passkeyRegistration } from '../../auth/passkeys/add-passkey.ts';
import { passkeyLogin, passkeyOptions } from '../../auth/passkeys/passkey-sign-in.ts';
import { confirmAuthenticator, startAuthenticator } from '../../auth/second-factor/authenticator.ts';
import { readSession } from '../../auth/session/session.ts';
import { login } from '../../auth/sign-in/login.ts';
import { listAudit } from '../audit/list-audit.ts';
import { listFactors } from './list-factors.ts';
import { listFailedSignIns } from './list-failed-sign-ins.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

const guestOf = (ctx: TestCtx) => ctx.as({ kind: 'guest', guestId: null });

async function setUp(ctx: TestCtx, given: Parameters<typeof insertPerson>[1] = {}) {
  const person = await insertPerson(ctx, given);
  const me = await signedInAs(ctx, person.id);
  return { ...person, me };
}

async function addApp(ctx: TestCtx, me: TestCtx): Promise<void> {
  const { secret } = await startAuthenticator(me);
  await confirmAuthenticator(me, { code: codeAt(secret, ctx.now()) });
}

describeOnEngines('the security of accounts, for administrators', (open) => {
  test('says who has which factor and who has none, one page at a time', async () => {
    const ctx = createTestCtx({ db: await open() });
    const admin = await setUp(ctx, { accessLevel: 'admin', name: 'Ida', createdAt: new Date(1) });
    const withApp = await setUp(ctx, { name: 'App', createdAt: new Date(2) });
    const withKey = await setUp(ctx, { name: 'Key', createdAt: new Date(3) });
    await setUp(ctx, { name: 'None', createdAt: new Date(4) });
    await addApp(ctx, withApp.me);
    const key = createSoftwarePasskey();
    await addPasskey(withKey.me, { name: 'Phone', response: key.create(await passkeyRegistration(withKey.me)) });
    const names = async (filter: 'everybody' | 'administrators' | 'with' | 'without') =>
      (await listFactors(admin.me, { filter, limit: 50 })).people.map(({ name }) => name);
    expect(await names('everybody')).toEqual(['None', 'Key', 'App', 'Ida']);
    expect(await names('administrators')).toEqual(['Ida']);
    expect(await names('with')).toEqual(['Key', 'App']);
    expect(await names('without')).toEqual(['None', 'Ida']);
    const first = await listFactors(admin.me, { filter: 'everybody', limit: 3 });
    expect(first.people.slice(1)).toMatchObject([
      { name: 'Key', passkeys: 1, recoveryCodes: 0, authenticatorSince: null },
      { name: 'App', passkeys: 0, recoveryCodes: 10, authenticatorSince: ctx.now().toISOString() },
    ]);
    const second = await listFactors(admin.me, { filter: 'everybody', limit: 3, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ people: [{ name: 'Ida' }], nextCursor: null });
  });

  test('lists the sign-ins that failed, and nothing of addresses without an account', async () => {
    const ctx = createTestCtx({ db: await open() });
    const admin = await setUp(ctx, { accessLevel: 'admin' });
    await insertPerson(ctx, { email: 'ada@people.example', name: 'Ada' });
    for (const email of ['ada@people.example', 'secret@people.example'])
      await login(guestOf(ctx), { email, password: 'wrong' }).catch(() => {});
    await ctx.background.settled(10_000);
    const { signIns } = await listFailedSignIns(admin.me, { limit: 50 });
    expect(signIns).toMatchObject([
      { person: { name: 'Ada', email: 'ada@people.example' }, detail: 'a wrong password', network: '127.0.0.0/24' },
    ]);
  });

  test('a lost authenticator app is removed with a reason, audited and mailed', async () => {
    const ctx = createTestCtx({ db: await open() });
    const admin = await setUp(ctx, { accessLevel: 'admin' });
    const person = await setUp(ctx, { email: 'ada@people.example' });
    await expect(resetSecondFactor(admin.me, { id: person.id, reason: 'x' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await addApp(ctx, person.me);
    await expect(resetSecondFactor(person.me, { id: person.id, reason: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(resetSecondFactor(admin.me, { id: 'nobody', reason: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await resetSecondFactor(admin.me, { id: person.id, reason: 'They called' });
    await login(guestOf(ctx), { email: 'ada@people.example', password });
    const { entries } = await listAudit(admin.me, { limit: 1 });
    expect(entries).toMatchObject([{ action: 'user.second-factor-removed', reason: 'They called' }]);
    expect((await mailsTo(ctx.db, 'ada@people.example')).map(({ kind }) => kind)).toContain('authenticator-removed');
  });
});

describeOnEngines('ADMIN_SECOND_FACTOR=required', (open) => {
  const env = { ADMIN_SECOND_FACTOR: 'required' };

  test('an administrator without a second factor is refused until it is set up', async () => {
    const ctx = createTestCtx({ db: await open(), env });
    const admin = await setUp(ctx, { accessLevel: 'admin' });
    expect(() => requireAdministrator(admin.me)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', flags: { secondFactorMissing: true } }),
    );
    await addApp(ctx, admin.me);
    expect(requireAdministrator(await again(ctx, admin.me)).user.id).toBe(admin.id);
  });

  test('a sign-in with a passkey counts, a sign-in with the password of the same account does not', async () => {
    const ctx = createTestCtx({ db: await open(), env });
    const admin = await setUp(ctx, { accessLevel: 'admin' });
    const key = createSoftwarePasskey();
    await addPasskey(admin.me, { name: 'Key', response: key.create(await passkeyRegistration(admin.me)) });
    expect(() => requireAdministrator(admin.me)).toThrow('second factor');
    const guest = guestOf(ctx);
    await passkeyLogin(guest, { response: key.get(await passkeyOptions(ctx)) });
    const session = await readSession(ctx, String(guest.cookies.session));
    if (!session) throw new Error('not signed in');
    expect(requireAdministrator(ctx.as({ kind: 'admin', ...session })).user.id).toBe(admin.id);
  });
});

/** The same session, read again. */
async function again(ctx: TestCtx, me: TestCtx): Promise<TestCtx> {
  if (!('sessionId' in me.actor)) throw new Error('not signed in');
  const { user } = me.actor;
  const login = { ...me.actor.login, hasAuthenticator: true };
  const { users } = ctx.db.tables;
  const [row] = await ctx.db.orm.select().from(users);
  expect(row?.secondFactorAt).toBeTruthy();
  return ctx.as({ ...me.actor, user, login });
}
