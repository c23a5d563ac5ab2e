import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cheapHash } from '../../../testing/cheap-hash.ts';
import { authHost, userOf, withCompany } from '../../../testing/company-browser.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { createSoftwarePasskey } from '../../../testing/stand-ins/software-passkey.ts';
import { addPasskey, passkeyRegistration } from '../passkeys/add-passkey.ts';
import { passkeyLogin, passkeyOptions } from '../passkeys/passkey-sign-in.ts';

const company = withCompany();
const password = 'lantern-42-quay';
const boss = 'boss@acme.example';

describeOnEngines('ONLY_OIDC: the company is the only way to sign in', (open) => {
  async function opened() {
    const db = await open();
    const env = { ONLY_OIDC: 'true', GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' };
    const { caller, ctx, signedIn } = company.appOn(db, {}, { env });
    const person = async (email: string, given: object = {}) =>
      insertUser(db, { email, passwordHash: await cheapHash(password), ...given });
    const post = (path: string, body: object) => caller(authHost).json(path, { method: 'POST', body });
    const logIn = (email: string, given = password) => post('/api/auth/login', { email, password: given });
    return { db, ctx, caller, signedIn, person, post, logIn };
  }
  const refusal = { status: 403, body: { code: 'FORBIDDEN', message: expect.stringContaining("company's account") } };

  test('sign-up, passwords, resets and Google are refused with the same sentence; the company works', async () => {
    const { db, caller, person, post, logIn } = await opened();
    await person('ada@acme.example');
    expect(await logIn('ada@acme.example')).toMatchObject(refusal);
    expect(await logIn('ada@acme.example', 'wrong')).toMatchObject(refusal);
    expect(await logIn('nobody@acme.example')).toMatchObject(refusal);
    expect(await post('/api/auth/signup', { name: 'N', email: 'n@acme.example', password })).toMatchObject(refusal);
    expect(await post('/api/auth/forgot-password', { email: 'ada@acme.example' })).toMatchObject(refusal);
    expect(await post('/api/auth/reset-password', { token: 'x', newPassword: password })).toMatchObject(refusal);
    for (const path of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y'])
      expect(await caller(authHost).json(path)).toMatchObject(refusal);
    expect(await mailsTo(db, 'ada@acme.example')).toEqual([]);
    expect(await mailsTo(db, 'n@acme.example')).toEqual([]);
    const { body } = await caller(authHost).json<{ signIn: object }>('/api/config');
    expect(body.signIn).toMatchObject({ password: false, google: false, companies: [{ id: 'acme', name: 'Acme' }] });
    const browser = caller(authHost);
    await company.signIn(browser);
    expect(await userOf(browser)).toMatchObject({ email: 'ada@acme.example' });
  });

  test('the last administrator can always use a password, with two of them neither can', async () => {
    const { db, ctx, person, logIn } = await opened();
    await person(boss, { accessLevel: 'admin' });
    expect((await logIn(boss)).status).toBe(200);
    expect(await logIn(boss, 'wrong')).toMatchObject(refusal);
    const second = await person('second@acme.example', { accessLevel: 'admin' });
    expect(await logIn(boss)).toMatchObject(refusal);
    expect(await logIn('second@acme.example')).toMatchObject(refusal);
    await db.write((orm) =>
      orm.update(db.tables.users).set({ suspendedAt: ctx.now() }).where(eq(db.tables.users.id, second.id)),
    );
    expect((await logIn(boss)).status).toBe(200);
  });

  test('the last administrator can reset a password; the answer to everybody is the same', async () => {
    const { db, person, post, logIn } = await opened();
    await person(boss, { accessLevel: 'admin', needsPasswordReset: true });
    await person('ada@acme.example');
    expect((await logIn(boss)).status).toBe(423);
    const answers = await Promise.all(
      [boss, 'ada@acme.example', 'nobody@acme.example'].map((email) => post('/api/auth/forgot-password', { email })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(refusal);
    expect(await mailsTo(db, 'ada@acme.example')).toEqual([]);
    const token = tokenIn((await mailsTo(db, boss))[0]);
    const newPassword = 'harbour-17-moss';
    expect((await post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    expect((await logIn(boss, newPassword)).status).toBe(200);
  });

  test('a passkey signs in the last administrator alone', async () => {
    const { db, ctx, person } = await opened();
    const { id } = await person('ada@acme.example');
    const me = await signedInAs(ctx, id);
    const passkey = createSoftwarePasskey();
    await addPasskey(me, { name: 'Laptop', response: passkey.create(await passkeyRegistration(me)) });
    const signIn = async () => {
      const response = passkey.get(await passkeyOptions(ctx), { userHandle: id });
      return passkeyLogin(ctx.as({ kind: 'guest', guestId: null }), { response });
    };
    await expect(signIn()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await db.write((orm) =>
      orm.update(db.tables.users).set({ accessLevel: 'admin' }).where(eq(db.tables.users.id, id)),
    );
    expect(await signIn()).toMatchObject({ id });
  });

  test('no passkey is offered, because it would not sign in', async () => {
    const { caller } = await opened();
    const token = (await company.signIn(caller(authHost))).searchParams.get('auth_token');
    const arrived = await caller('chat.noek.localhost:5000').json('/api/auth/cross-domain-login', {
      method: 'POST',
      body: { token },
    });
    expect(arrived).toMatchObject({ status: 200, body: { offersPasskey: false } });
  });

  test('sessions and personal tokens keep working', async () => {
    const { caller, person, signedIn } = await opened();
    const { id } = await person('ada@acme.example');
    const browser = await signedIn(id);
    const { body } = await browser.json<{ token: string }>('/api/tokens', { method: 'POST', body: { name: 'x' } });
    expect((await browser.call('/api/auth/user')).status).toBe(200);
    const headers = { Authorization: `Bearer ${body.token}` };
    expect((await caller().call('/api/auth/user', { headers })).status).toBe(200);
  });
});
