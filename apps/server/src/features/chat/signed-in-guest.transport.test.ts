import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson, password } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';

const email = 'ada@people.example';
const answering = () =>
  createScriptedLlm((call) => {
    call.text('Yes.');
    call.finish();
  });
const refusal = { message: 'You have signed in. Send your message again.', code: 'GUEST_SIGNED_IN' };
const message = (text: string) => ({ method: 'POST', body: { message: text, conversationId: null } });

describeOnEngines('a message sent with the cookie of a guest who has signed in', (open) => {
  async function guestWhoSignsIn() {
    const { ctx, caller } = createTestApp(await open(), answering());
    await insertPerson(ctx, { email });
    const browser = caller();
    await browser.call('/api/guest/chat', message('As a guest'));
    const late = caller();
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    await browser.call('/api/auth/login', { method: 'POST', body: { email, password } });
    const { guests } = ctx.db.tables;
    return { ctx, browser, late, guests: () => ctx.db.orm.select().from(guests) };
  }

  test('is refused, creates no guest, and reaches the account when it is sent again', async () => {
    const { browser, late, guests } = await guestWhoSignsIn();
    expect(await late.json('/api/guest/chat', message('Too late'))).toEqual({ status: 409, body: refusal });
    expect([...late.cookies.keys()]).toEqual(['noek_guest', 'noek_browser']);
    expect(await guests()).toEqual([]);
    expect((await browser.call('/api/guest/chat', message('Too late'))).status).toBe(200);
    const { body } = await browser.json<{ title: string }[]>('/api/conversations');
    expect(body.map(({ title }) => title).toSorted()).toEqual(['As a guest', 'Too late']);
  });

  test('is refused by the typed procedure too; reading an allowance creates no guest either', async () => {
    const { late, guests } = await guestWhoSignsIn();
    const send = { method: 'POST', body: { conversationId: null, content: 'Too late', clientMessageId: 'a' } };
    const { status, body } = await late.json('/api/trpc/chat.send', send);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { message: refusal.message, data: refusal } });
    expect((await late.call('/api/guest/status')).status).toBe(200);
    expect(await guests()).toEqual([]);
  });

  test('ten minutes later the cookie is unknown, and its holder is a new guest', async () => {
    const { ctx, late, guests } = await guestWhoSignsIn();
    ctx.clock.advance(10 * 60_000);
    expect((await late.call('/api/guest/chat', message('Hello'))).status).toBe(200);
    expect(await guests()).toHaveLength(1);
  });
});
