import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { authHost, begin, locationOf, withGoogle } from '../../../testing/google-browser.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const google = withGoogle();
const { appOn, signIn } = google;

describeOnEngines('failures of sign-in with Google', (open) => {
  test.each([
    ['http://localhost:5000/chat/7?a=b', 'http://localhost:5000'],
    ['http://noek.localhost:5000/', 'http://noek.localhost:5000'],
  ])('[4.34] return_to %s is honoured, with a token for that host only', async (returnTo, origin) => {
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), `?return_to=${encodeURIComponent(returnTo)}`);
    const token = target.searchParams.get('auth_token');
    for (const name of ['auth_token', 'auth_action']) target.searchParams.delete(name);
    expect(target.href).toBe(returnTo);
    const login = { method: 'POST', body: { token } };
    expect((await caller('chat.noek.localhost:5000').call('/api/auth/cross-domain-login', login)).status).toBe(401);
    expect((await caller(new URL(origin).host).call('/api/auth/cross-domain-login', login)).status).toBe(200);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'http://chat.noek.localhost:5000@evil.example/',
    'javascript:alert(1)',
  ])('return_to %s leads to the chat host', async (returnTo) => {
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), `?return_to=${encodeURIComponent(returnTo)}`);
    expect(`${target.origin}${target.pathname}`).toBe('http://chat.noek.localhost:5000/');
  });

  test('[8.03] a person who cancels returns to the sign-in page, which keeps the return address', async () => {
    google.issuer.person = null;
    const { caller } = appOn(await open());
    const target = await signIn(caller(authHost), '?return_to=http://localhost:5000/');
    expect(target.pathname).toBe('/login');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'oauth_failed',
      return_to: 'http://localhost:5000/',
    });
  });

  test('[8.02] a callback without a sign-in that this browser began is refused', async () => {
    const db = await open();
    const { caller } = appOn(db);
    const attacker = caller(authHost);
    const planted = await google.issuer.visit(locationOf(await begin(attacker)).href);
    const path = `${planted.pathname}${planted.search}`;
    const refused = `http://${authHost}/login?error=oauth_state_mismatch`;

    const victim = caller(authHost);
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    await begin(victim);
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    victim.cookies.set('noek_google', 'e30.forged');
    expect(locationOf(await victim.call(path)).href).toBe(refused);
    expect(victim.cookies.has('noek_session')).toBe(false);
    expect(await db.orm.select().from(db.tables.users)).toEqual([]);
  });

  test('[8.02] a sign-in in progress expires after ten minutes', async () => {
    const { caller, ctx } = appOn(await open());
    const browser = caller(authHost);
    const returned = await google.issuer.visit(locationOf(await begin(browser)).href);
    ctx.clock.advance(10 * 60_000);
    const target = locationOf(await browser.call(`${returned.pathname}${returned.search}`));
    expect(target.searchParams.get('error')).toBe('oauth_state_mismatch');
  });

  test('[8.01] an issuer that is unavailable, before and after the redirect', async () => {
    const { caller } = appOn(await open());
    const browser = caller(authHost);
    google.issuer.broken = true;
    expect(locationOf(await begin(browser)).searchParams.get('error')).toBe('token_exchange_failed');
    google.issuer.broken = false;
    const returned = await google.issuer.visit(locationOf(await begin(browser)).href);
    google.issuer.broken = true;
    const target = locationOf(await browser.call(`${returned.pathname}${returned.search}`));
    expect(target.searchParams.get('error')).toBe('token_exchange_failed');
  });
});

test('[8.01] an ID token signed with a wrong key leads back to the sign-in page and gives no access', async () => {
  const db = await openTestDatabase();
  google.issuer.foreignKeys = true;
  const browser = appOn(db).caller(authHost);
  expect((await signIn(browser)).href).toBe(`http://${authHost}/login?error=token_exchange_failed`);
  expect(browser.cookies.size).toBe(0);
  expect(await db.orm.select().from(db.tables.users)).toEqual([]);
  await db.close();
});

test('[8.05] without keys the page says so, and sign-in leads back with its own error', async () => {
  const db = await openTestDatabase();
  const { caller } = createTestApp(db, createScriptedLlm());
  const browser = caller(authHost);
  expect((await browser.json<{ signIn: object }>('/api/config')).body.signIn).toMatchObject({ google: false });
  for (const path of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y'])
    expect(locationOf(await browser.call(path)).href).toBe(`http://${authHost}/login?error=not_configured`);
  await db.close();
});
