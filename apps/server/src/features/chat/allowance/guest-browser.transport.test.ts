import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestApp, type TestCaller } from '../../../testing/create-test-app.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const DAY = 24 * 60 * 60_000;
const email = 'ada@people.example';
const send = { method: 'POST', body: { message: 'Hello', conversationId: null } };

describeOnEngines('a guest’s browser', (open) => {
  const start = async () => {
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const { ctx, caller } = createTestApp(await open(), llm, { env: { GUEST_MESSAGE_LIMIT: '3' } });
    await insertPerson(ctx, { email });
    const browser = caller();
    const signInAndOut = async () => {
      await browser.call('/api/auth/login', { method: 'POST', body: { email, password } });
      await browser.call('/api/auth/logout', { method: 'POST' });
    };
    const left = async () =>
      (await browser.json<{ remainingMessages: number }>('/api/guest/status')).body.remainingMessages;
    const anonymous = async () => {
      const { body } = await browser.json<{ result: { data: { remainingMessages: number } } }>(
        '/api/trpc/chat.allowance',
      );
      return body.result.data.remainingMessages;
    };
    return { ctx, caller, browser, signInAndOut, left, anonymous };
  };

  test('keeps what its guests used, however often they sign in and out', async () => {
    const { browser, signInAndOut, left, anonymous } = await start();
    expect((await browser.call('/api/guest/chat', send)).status).toBe(200);
    await signInAndOut();
    expect(browser.cookies.has('noek_guest')).toBe(false);
    expect(await anonymous()).toBe(2);
    expect(await left()).toBe(2);
    expect((await browser.call('/api/guest/chat', send)).status).toBe(200);
    await signInAndOut();
    expect((await browser.json<{ remainingMessages: number }>('/api/guest/chat', send)).body.remainingMessages).toBe(0);
    await signInAndOut();
    expect((await browser.call('/api/guest/chat', send)).status).toBe(429);
  });

  test('has its messages back after a day, and is known only by a random cookie whose hash is stored', async () => {
    const { ctx, browser, signInAndOut, left } = await start();
    await browser.call('/api/guest/chat', send);
    await signInAndOut();
    const cookie = browser.cookies.get('noek_browser') ?? '';
    expect(cookie).toMatch(/^[\w-]{43}$/);
    const { allowanceAccounts, allowanceLedger } = ctx.db.tables;
    const books = [await ctx.db.orm.select().from(allowanceAccounts), await ctx.db.orm.select().from(allowanceLedger)];
    expect(JSON.stringify(books)).not.toContain(cookie);
    ctx.clock.advance(24 * 60 * 60_000 + 1);
    expect(await left()).toBe(3);
  });

  test('of another person, or with a forged cookie, has its own allowance', async () => {
    const { caller, browser } = await start();
    await browser.call('/api/guest/chat', send);
    const other = caller();
    other.cookies.set('noek_browser', 'x'.repeat(5_000));
    expect((await other.json<{ remainingMessages: number }>('/api/guest/status')).body.remainingMessages).toBe(3);
    expect(other.cookies.get('noek_browser')).toMatch(/^[\w-]{43}$/);
  });

  const trpc = async (who: TestCaller, procedure: string, input: object = {}) => {
    const { body } = await who.json<{ result: { data: Record<string, unknown> } }>(`/api/trpc/${procedure}`, {
      method: 'POST',
      body: input,
    });
    return body.result.data;
  };

  test('keeps it over typed procedures, too', async () => {
    const { browser, left, anonymous } = await start();
    const say = () =>
      browser.call('/api/trpc/chat.send', { method: 'POST', body: { conversationId: null, content: 'Hi' } });
    for (const remaining of [2, 1, 0]) {
      expect((await say()).status).toBe(200);
      await trpc(browser, 'auth.login', { email, password });
      expect(browser.cookies.has('noek_guest')).toBe(false);
      await trpc(browser, 'auth.logout');
      expect([await anonymous(), await left()]).toEqual([remaining, remaining]);
    }
    expect((await say()).status).toBe(429);
  });

  test.each(['REST', 'typed procedures'])(
    'keeps it when the sign-in and -out are on another host, over %s',
    async (by) => {
      const { browser: chat, caller, left } = await start();
      const auth = caller('auth.noek.localhost:5000');
      const post = async (who: TestCaller, path: string, procedure: string, body: object = {}) =>
        by === 'REST' ? (await who.json(path, { method: 'POST', body })).body : trpc(who, `auth.${procedure}`, body);
      const say = () => chat.call('/api/guest/chat', send);
      for (const remaining of [2, 1]) {
        expect((await say()).status).toBe(200);
        await post(auth, '/api/auth/login', 'login', { email, password });
        const returnTo = { returnTo: 'http://localhost:5000/' };
        const made = await post(auth, '/api/auth/generate-cross-domain-token', 'generateCrossDomainToken', returnTo);
        const arrived = await post(chat, '/api/auth/cross-domain-login', 'crossDomainLogin', made);
        expect(arrived).toMatchObject({ movedConversations: 1 });
        expect((await chat.call('/api/auth/user')).status).toBe(200);
        await post(auth, '/api/auth/cross-domain-logout', 'crossDomainLogout');
        expect((await chat.call('/api/auth/user')).status).toBe(401);
        expect(await left()).toBe(remaining);
      }
      await say();
      expect((await say()).status).toBe(429);
    },
  );

  test('keeps it after a sign-up, and after the new account is deleted', async () => {
    const { ctx, browser, left } = await start();
    await browser.call('/api/guest/chat', send);
    const grace = { name: 'Grace', email: 'grace@people.example', password };
    await browser.call('/api/auth/signup', { method: 'POST', body: grace });
    expect(await left()).toBe(2);
    await browser.call(`/api/verify-email?token=${tokenIn((await mailsTo(ctx.db, grace.email)).at(-1))}`);
    await browser.call('/api/auth/login', { method: 'POST', body: grace });
    expect((await browser.json<object[]>('/api/conversations')).body).toHaveLength(1);
    await browser.call('/api/auth/delete-account', { method: 'DELETE' });
    expect(browser.cookies.has('noek_session')).toBe(false);
    expect(await left()).toBe(2);
  });

  test('keeps it without the cookie of its guest, even when that guest has signed in', async () => {
    const { browser, left, signInAndOut } = await start();
    await browser.call('/api/guest/chat', send);
    browser.cookies.delete('noek_guest');
    expect(await left()).toBe(2);
    await browser.call('/api/guest/chat', send);
    const old = browser.cookies.get('noek_guest') ?? '';
    await signInAndOut();
    browser.cookies.set('noek_guest', old);
    expect((await browser.call('/api/guest/chat', send)).status).toBe(409);
    browser.cookies.delete('noek_guest');
    expect(await left()).toBe(1);
  });

  test('keeps it for as long as any of its guests lasts', async () => {
    const { ctx, browser, signInAndOut, left } = await start();
    /** Browsers drop a cookie when its time is over. */
    const lifetimes = new Map<string, number>();
    const visit = async () => {
      for (const [name, until] of lifetimes) if (until <= ctx.now().getTime()) browser.cookies.delete(name);
      const response = await browser.call('/api/guest/chat', send);
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', maxAge = '0'] = /^(\w+)=.*Max-Age=(\d+)/.exec(line) ?? [];
        lifetimes.set(name, ctx.now().getTime() + Number(maxAge) * 1000);
      }
      return response.status;
    };
    expect(await visit()).toBe(200);
    ctx.clock.advance(60 * DAY);
    await signInAndOut();
    expect(await visit()).toBe(200);
    // The second guest lasts longer than the first one's cookies.
    ctx.clock.advance(60 * DAY);
    expect(await visit()).toBe(200);
    await signInAndOut();
    expect(await left()).toBe(2);
  });

  test('that forgets everything still has the address of its guests', async () => {
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const env = { GUEST_MESSAGE_LIMIT: '3', GUEST_IP_DAILY_LIMIT: '2' };
    const { ctx, caller } = createTestApp(await open(), llm, { env });
    await insertPerson(ctx, { email });
    const browser = caller();
    for (const _ of [1, 2]) {
      expect((await browser.call('/api/guest/chat', send)).status).toBe(200);
      await browser.call('/api/auth/login', { method: 'POST', body: { email, password } });
      await browser.call('/api/auth/logout', { method: 'POST' });
      browser.cookies.clear();
    }
    expect(await browser.json('/api/guest/chat', send)).toMatchObject({
      status: 429,
      body: { message: 'Too many guest messages came from your network today. Sign in to continue chatting.' },
    });
  });
});
