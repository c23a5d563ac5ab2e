import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const known = 'ada@people.example';
const unknown = 'nobody@people.example';

/** Everything in a response that a stranger can see. */
async function seen(response: Response) {
  const headers = [...response.headers]
    .filter(([name]) => name !== 'content-length')
    // A keyed hash of a salt: it differs at every sign-up, and says nothing.
    .map(([name, value]) => [name, value.replace(/^noek_sign-up=[\w-]{43};/, 'noek_sign-up;')])
    .toSorted();
  return { status: response.status, body: await response.text(), headers };
}

describeOnEngines('known and unknown addresses', (open) => {
  test.each([
    ['/api/auth/login', { password: 'wrong' }],
    ['/api/auth/signup', { name: 'Mallory', password: 'another one' }],
    ['/api/auth/forgot-password', {}],
    ['/api/auth/resend-verification', {}],
  ])('%s returns the same responses for both, up to its limit', async (path, more) => {
    const db = await open();
    const { ctx, caller } = createTestApp(db, createScriptedLlm());
    await insertPerson(ctx, { email: known });
    await insertPerson(ctx, { email: 'unverified@people.example', emailVerifiedAt: null });
    const ask = async (email: string) => seen(await caller().call(path, { method: 'POST', body: { email, ...more } }));
    for (let round = 0; round < 12; round++) {
      const first = await ask(known);
      expect(await ask(unknown)).toEqual(first);
      expect(await ask('unverified@people.example')).toEqual(first);
    }
    expect((await ask(known)).status).toBe(429);
  });

  test('cannot be told apart by signing up and then signing in with that password either', async () => {
    const db = await open();
    const { ctx, caller } = createTestApp(db, createScriptedLlm());
    await insertPerson(ctx, { email: known });
    const probe = async (email: string) => {
      await caller().call('/api/auth/signup', {
        method: 'POST',
        body: { name: 'Mallory', email, password: 'another one' },
      });
      return seen(await caller().call('/api/auth/login', { method: 'POST', body: { email, password: 'another one' } }));
    };
    const first = await probe(known);
    expect(first.status).toBe(403);
    expect(await probe(unknown)).toEqual(first);
  });
});

describeOnEngines('a resent link', (open) => {
  const signUp = (name: string, secret: string) => ({
    method: 'POST',
    body: { name, email: unknown, password: secret },
  });

  test('[8.12] carries the password of the only sign-up', async () => {
    const db = await open();
    const { ctx, caller } = createTestApp(db, createScriptedLlm());
    await caller().call('/api/auth/signup', signUp('Grace', password));
    ctx.clock.advance(1000);
    await caller().call('/api/auth/resend-verification', { method: 'POST', body: { email: unknown } });
    const links = (await mailsTo(db, unknown)).map(tokenIn);
    expect(links).toHaveLength(2);
    for (const link of links.toReversed())
      expect((await caller().call(`/api/verify-email?token=${link}`)).status).toBe(200);
    expect(
      (await caller().call('/api/auth/login', { method: 'POST', body: { email: unknown, password } })).status,
    ).toBe(200);
  });

  test('carries no password if a stranger has signed up with the address too', async () => {
    const db = await open();
    const { ctx, caller } = createTestApp(db, createScriptedLlm());
    await caller().call('/api/auth/signup', signUp('Mallory', 'the stranger’s'));
    ctx.clock.advance(1000);
    await caller().call('/api/auth/signup', signUp('Grace', password));
    ctx.clock.advance(1000);
    await caller().call('/api/auth/resend-verification', { method: 'POST', body: { email: unknown } });
    const mail = (await mailsTo(db, unknown)).at(-1);
    expect(mail?.text).toContain('Forgot Password');
    expect((await caller().call(`/api/verify-email?token=${tokenIn(mail)}`)).status).toBe(200);
    for (const secret of ['the stranger’s', password])
      expect(
        (await caller().call('/api/auth/login', { method: 'POST', body: { email: unknown, password: secret } })).status,
      ).toBe(423);

    ctx.clock.advance(1000);
    await caller().call('/api/auth/forgot-password', { method: 'POST', body: { email: unknown } });
    const token = tokenIn((await mailsTo(db, unknown)).at(-1));
    await caller().call('/api/auth/reset-password', { method: 'POST', body: { token, newPassword: password } });
    expect(
      (await caller().call('/api/auth/login', { method: 'POST', body: { email: unknown, password } })).status,
    ).toBe(200);
  });
});
