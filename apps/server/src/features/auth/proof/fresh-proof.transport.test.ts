import { accountSecurity } from '@noek/contract/auth/limits';
import { procedures } from '@noek/contract/operations';
import { openTestDatabase } from '@noek/db/testing/engines';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const MINUTE = 60_000;

/** Every call that needs fresh proof, and when. No other call may need it. */
const needed = {
  always: [
    'auth.totpStart',
    'auth.totpConfirm',
    'auth.totpRemove',
    'auth.newRecoveryCodes',
    'auth.passkeyRegistration',
    'auth.addPasskey',
    'auth.removePasskey',
    'auth.deleteAccount',
    'auth.allowApp',
    'auth.allowDevice',
    'auth.createToken',
    'archive.startExport',
    'admin.changeUser',
    'admin.resetSecondFactor',
    'campaigns.start',
    'webhooks.create',
  ],
  'with-second-factor': ['auth.changePassword', 'auth.changeEmail'],
} as const;

let app: ReturnType<typeof createTestApp>;
beforeEach(async () => {
  app = createTestApp(await openTestDatabase(), createScriptedLlm());
});
type Caller = Awaited<ReturnType<typeof app.signedIn>>;

const call = (caller: Caller, path: string, body: object = {}) =>
  caller.json<{ error?: { data: { code: string } } }>(`/api/trpc/${path}`, { method: 'POST', body });
const codeOf = async (caller: Caller, path: string) => (await call(caller, path)).body.error?.data.code;

test('these calls need fresh proof, and no others', () => {
  for (const when of ['always', 'with-second-factor'] as const)
    expect(
      procedures
        .filter(({ freshProof }) => freshProof === when)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([...needed[when]].toSorted());
});

describe('a login of more than ten minutes ago', () => {
  test.each(needed.always)(
    '%s is refused before its input is read, until the person proves who they are',
    async (path) => {
      const level = /^(auth|archive|webhooks)\./.test(path) ? 'basic' : 'admin';
      const { id } = await insertPerson(app.ctx, { accessLevel: level });
      const caller = await app.signedIn(id);
      expect(await codeOf(caller, path)).not.toBe('FRESH_PROOF_REQUIRED');
      const again = await app.signedIn(level === 'admin' ? id : (await insertPerson(app.ctx)).id);
      app.ctx.clock.advance(accountSecurity.freshProofMinutes * MINUTE);
      expect(await codeOf(again, path)).toBe('FRESH_PROOF_REQUIRED');
      const wrong = await again.json('/api/auth/prove', { method: 'POST', body: { password: 'wrong' } });
      expect(wrong).toMatchObject({ status: 400, body: { wrongPassword: true } });
      expect(await codeOf(again, path)).toBe('FRESH_PROOF_REQUIRED');
      const proven = await again.json('/api/auth/prove', { method: 'POST', body: { password } });
      expect(proven).toMatchObject({ status: 200, body: { message: 'Thank you.' } });
      expect(await codeOf(again, path)).not.toBe('FRESH_PROOF_REQUIRED');
    },
  );

  test('another proof counts for ten minutes, too', async () => {
    const caller = await app.signedIn((await insertPerson(app.ctx)).id);
    app.ctx.clock.advance(accountSecurity.freshProofMinutes * MINUTE);
    await caller.json('/api/auth/prove', { method: 'POST', body: { password } });
    app.ctx.clock.advance(accountSecurity.freshProofMinutes * MINUTE - 1);
    expect(await codeOf(caller, 'auth.totpStart')).toBeUndefined();
    app.ctx.clock.advance(1);
    expect(await codeOf(caller, 'auth.totpStart')).toBe('FRESH_PROOF_REQUIRED');
  });

  test('over REST it is 403, and a personal token never is fresh proof', async () => {
    const { id } = await insertPerson(app.ctx);
    const caller = await app.signedIn(id);
    const made = await caller.json<{ token: string }>('/api/tokens', {
      method: 'POST',
      body: { name: 'Script', scopes: ['all'] },
    });
    expect(made.status).toBe(201);
    const script = app.caller();
    const headers = { Authorization: `Bearer ${made.body.token}` };
    for (const [method, path] of [
      ['POST', '/api/tokens'],
      ['POST', '/api/account/export'],
      ['DELETE', '/api/auth/delete-account'],
      ['POST', '/api/auth/prove'],
    ] as const) {
      const refused = await script.json(path, { method, headers, body: { name: 'More', password } });
      expect([path, refused.status]).toEqual([path, 403]);
    }
    app.ctx.clock.advance(accountSecurity.freshProofMinutes * MINUTE);
    expect(await caller.json('/api/auth/delete-account', { method: 'DELETE' })).toMatchObject({
      status: 403,
      body: { code: 'FRESH_PROOF_REQUIRED' },
    });
    expect(await caller.json('/api/auth/user')).toMatchObject({ status: 200 });
  });

  test('a new password needs its old one only, but fresh proof as well where there is an authenticator app', async () => {
    const { id } = await insertPerson(app.ctx);
    const caller = await app.signedIn(id);
    app.ctx.clock.advance(60 * MINUTE);
    const change = { currentPassword: password, newPassword: 'harbour-77-fox' };
    expect(await caller.json('/api/auth/change-password', { method: 'POST', body: change })).toMatchObject({
      status: 200,
    });
    await caller.json('/api/auth/prove', { method: 'POST', body: { password: change.newPassword } });
    const started = (await call(caller, 'auth.totpStart')).body as unknown as { result: { data: { secret: string } } };
    const { secret } = started.result.data;
    await call(caller, 'auth.totpConfirm', { code: codeAt(secret, app.ctx.now()) });
    app.ctx.clock.advance(60 * MINUTE);
    const back = { currentPassword: change.newPassword, newPassword: password };
    const refused = { status: 403, body: { code: 'FRESH_PROOF_REQUIRED' } };
    expect(await caller.json('/api/auth/change-password', { method: 'POST', body: back })).toMatchObject(refused);
    const code = codeAt(secret, app.ctx.now());
    expect(await caller.json('/api/auth/prove', { method: 'POST', body: { code } })).toMatchObject({ status: 200 });
    expect(await caller.json('/api/auth/change-password', { method: 'POST', body: back })).toMatchObject({
      status: 200,
    });
  });
});
