import { describeOnEngines } from '@noek/db/testing';
import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createScriptedLlm } from '../../../testing/scripted-llm.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';

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
});
