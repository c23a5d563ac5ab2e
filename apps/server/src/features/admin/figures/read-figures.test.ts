import type { FiguresRange } from '@noek/contract/admin/figures';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertGuest, insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LlmError } from '../../../integrations/llm/llm.ts';
import type { Sandbox } from '../../../integrations/payments/payments.ts';
import { finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { createSession } from '../../auth/session/session.ts';
import { regenerateAnswer } from '../../chat/messages/regenerate-answer.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { countActivity } from '../../figures/count-activity.ts';
import { purgeFigures } from '../../figures/purge-figures.ts';
import { confirmSandbox } from '../../subscription/confirm-sandbox.ts';
import { createSubscription } from '../../subscription/create-subscription.ts';
import { listInvoices } from '../../subscription/own-subscription.ts';
import { readFigures } from './read-figures.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const answers = (call: ScriptedCall) => {
  call.text('Here you are.');
  call.finish();
};

/** What an administrator sees, whose account was created long before. */
async function figuresOf(ctx: TestCtx, range: FiguresRange = '7d') {
  const actor = await userActor(ctx.db, { accessLevel: 'admin', createdAt: new Date(0) });
  return readFigures(ctx.as(actor), { range });
}

const last = <Value>(list: readonly Value[]) => list.at(-1);
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

async function ask(ctx: TestCtx, conversationId: number | null = null) {
  const sent = await sendMessage(ctx, { conversationId, content: 'Tell me' });
  await finalMessage(ctx, sent.assistantMessage.id);
  return sent;
}

describeOnEngines('the figures', (open) => {
  test('are zero on a server without data, for every range', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (const [range, points] of [
      ['24h', 24],
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
    ] as const) {
      const figures = await figuresOf(ctx, range);
      expect(figures.at).toHaveLength(points);
      expect(figures.messages).toEqual({ people: Array(points).fill(0), guests: Array(points).fill(0) });
      expect(figures.firstToken.median).toEqual(Array(points).fill(null));
      expect(figures.models).toEqual([]);
      expect(figures.revenue).toEqual([]);
    }
    expect((await figuresOf(ctx, '24h')).at.at(-1)).toBe('2026-11-21T12:00:00.000Z');
    expect((await figuresOf(ctx, '7d')).at.at(0)).toBe('2026-11-15T00:00:00.000Z');
  });

  test('count messages of people and guests, answers by outcome and model, and the time to the first text', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, llm: createScriptedLlm(answers), actor: await guestActor(db) });
    const { conversation, assistantMessage } = await ask(ctx);
    await ask(ctx, conversation.id);
    const again = await regenerateAnswer(ctx, { messageId: assistantMessage.id });
    await finalMessage(ctx, again.assistantMessage.id);
    const person = ctx.as(await userActor(db));
    await ask(person);

    const figures = await figuresOf(ctx);
    expect(last(figures.messages.guests)).toBe(2);
    expect(last(figures.messages.people)).toBe(1);
    expect(last(figures.answers.complete)).toBe(4);
    expect(figures.models).toEqual([{ model: 'Scripted · one', answers: [0, 0, 0, 0, 0, 0, 4] }]);
    expect(last(figures.firstToken.median)).toEqual(expect.any(Number));
    expect(last(figures.queue.waited)).toBe(0);
    expect((await figuresOf(ctx, '24h')).messages.guests.at(-1)).toBe(2);
  });

  test('count an answer that fails, even without any model, and one that is stopped', async () => {
    const db = await open();
    const llm = createScriptedLlm((call) => call.fail(new LlmError('unreachable', 'No answer came. Try again.')));
    const ctx = createTestCtx({ db, llm, actor: await guestActor(db) });
    await ask(ctx);
    expect(last((await figuresOf(ctx)).answers.failed)).toBe(1);

    const silent = createTestCtx({ db, llm: createScriptedLlm(), actor: await guestActor(db) });
    const { assistantMessage } = await sendMessage(silent, { conversationId: null, content: 'Tell me' });
    await silent.generations.stop(assistantMessage.id, undefined);
    const { answers: outcomes, messages } = await figuresOf(ctx);
    expect([last(outcomes.failed), last(outcomes.stopped), last(messages.guests)]).toEqual([1, 1, 2]);
  });

  test('count an answer once that another process has taken over', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const slow = createTestCtx({ db, llm, actor: await guestActor(db) });
    const { assistantMessage } = await sendMessage(slow, { conversationId: null, content: 'Tell me' });
    await llm.call(0);
    slow.clock.advance(31_000);
    const next = createTestCtx({ db, llm: createScriptedLlm(answers), actor: slow.actor, clock: slow.clock });
    const { generations } = db.tables;
    await db.write((orm) => orm.update(generations).set({ heartbeatAt: new Date(0) }));
    await next.generations.begin();
    await finalMessage(next, assistantMessage.id);
    // The first process was only slow. It ends its answer now.
    answers(llm.calls[0] as ScriptedCall);
    await finalMessage(slow, assistantMessage.id);
    expect(last((await figuresOf(slow)).answers.complete)).toBe(1);
  });

  test('lose nothing to steps that run at the same time', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, llm: createScriptedLlm(answers) });
    const guests = await Promise.all(Array.from({ length: 12 }, () => guestActor(db)));
    await Promise.all(guests.map((guest) => ask(ctx.as(guest))));
    const { answers: outcomes, messages, models } = await figuresOf(ctx);
    expect([sum(outcomes.complete), sum(messages.guests), models[0]?.answers.at(-1)]).toEqual([12, 12, 12]);
  });

  test('count an active person once per hour and day, in any number of processes', async () => {
    const db = await open();
    const one = createTestCtx({ db });
    // Another process does not know what the first has counted.
    const other = { db: { ...db, orm: Object.create(db.orm) as typeof db.orm }, now: one.now };
    const { id } = await insertUser(db, { createdAt: new Date(0) });
    await Promise.all([countActivity(one, id), countActivity(other, id), countActivity(one, id)]);
    await countActivity(other, id);
    one.clock.advance(HOUR);
    await Promise.all([countActivity(one, id), countActivity(other, id)]);
    expect(last((await figuresOf(one, '7d')).people.active)).toBe(1);
    expect((await figuresOf(one, '24h')).people.active.slice(-2)).toEqual([1, 1]);
    one.clock.advance(DAY);
    expect(await countActivity(one, id)).toBe(true);
    expect((await figuresOf(one, '7d')).people.active.slice(-2)).toEqual([1, 1]);
  });

  test('count accounts and people on SuperNoek on the day on which they change', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const now = ctx.now().getTime();
    const on = (daysAgo: number) => new Date(now - daysAgo * DAY);
    await insertUser(db, { createdAt: on(2), accessLevel: 'supernoek' });
    const { id } = await insertUser(db, { createdAt: on(5) });
    const { users } = db.tables;
    const change = (accessLevel: 'basic' | 'supernoek', daysAgo: number) =>
      db.write((orm) =>
        orm
          .update(users)
          .set({ accessLevel, updatedAt: on(daysAgo) })
          .where(eq(users.id, id)),
      );
    await change('supernoek', 3);
    await change('basic', 1);
    const figures = await figuresOf(ctx);
    expect(figures.people.signedUp).toEqual([0, 1, 0, 0, 1, 0, 0]);
    expect(figures.superNoek).toEqual([0, 0, 0, 1, 2, 1, 1]);
    expect(figures.people.total).toBe(3);
  });

  test('stay when an account is deleted, and contain no names', async () => {
    const db = await open();
    const ctx = createTestCtx({ db, llm: createScriptedLlm(answers) });
    const user = await insertPerson(ctx);
    const me = await signedInAs(ctx, user.id);
    await ask(me);
    await countActivity(me, user.id);
    const before = await figuresOf(ctx);
    await deleteAccount(me);
    const after = await figuresOf(ctx);
    expect(after.messages).toEqual(before.messages);
    expect(after.people.signedUp).toEqual(before.people.signedUp);
    expect(last(after.people.active)).toBe(1);
    expect(last(after.answers.complete)).toBe(1);
    const { figures, userActivity } = db.tables;
    expect(JSON.stringify(await db.orm.select().from(figures))).not.toContain(user.id);
    expect(await db.orm.select().from(userActivity)).toEqual([]);
  });

  test('no longer count a person on SuperNoek whose account is deleted', async () => {
    const db = await open();
    // The database dates the deletion by its own clock, which may have reached the next hour.
    const ctx = createTestCtx({ db, now: () => new Date() });
    const { id } = await insertUser(db, { createdAt: ctx.now(), accessLevel: 'supernoek' });
    expect(last((await figuresOf(ctx)).superNoek)).toBe(1);
    const { users } = db.tables;
    await db.write((orm) => orm.delete(users).where(eq(users.id, id)));
    expect(last((await figuresOf(ctx)).superNoek)).toBe(0);
  });

  test('count each guest who signs up once, and none who signs in to an existing account', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { id } = await insertUser(db, { signedInAt: null });
    const guest = async () => ctx.as({ kind: 'guest', guestId: (await insertGuest(db)).id });
    const first = await guest();
    await createSession(first, id);
    await createSession(await guest(), id);
    await createSession(ctx.as(first.actor), (await insertUser(db, { signedInAt: null })).id);
    expect(last((await figuresOf(ctx)).guestsSignedUp)).toBe(1);
  });

  test('add each payment and subtract each refund on its own day', async () => {
    const ctx = createTestCtx({ db: await open() });
    const sandbox = ctx.payments.sandbox as Sandbox;
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const { clientSecret = '' } = await createSubscription(me);
    const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', authentication: undefined };
    await confirmSandbox(me, { clientSecret, ...card });
    const [invoice] = await listInvoices(me);
    const price = invoice?.amountCents ?? 0;
    expect(price).toBeGreaterThan(0);
    expect((await figuresOf(ctx)).revenue.map(({ cents }) => sum(cents))).toEqual([price]);

    ctx.clock.advance(2 * DAY);
    await sandbox.refund(invoice?.id ?? '', 100);
    await sandbox.tick();
    expect((await figuresOf(ctx)).revenue).toEqual([
      { currency: invoice?.currency ?? 'usd', cents: [0, 0, 0, 0, price, 0, -100] },
    ]);
    await deleteAccount(me);
    expect((await figuresOf(ctx)).revenue.map(({ cents }) => sum(cents))).toEqual([price - 100]);
  });

  test('are kept for 400 days', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    await insertUser(db, { createdAt: ctx.now() });
    ctx.clock.advance(400 * DAY);
    await purgeFigures(ctx);
    expect(await db.orm.select().from(db.tables.figures)).toHaveLength(1);
    ctx.clock.advance(HOUR);
    await purgeFigures(ctx);
    expect(await db.orm.select().from(db.tables.figures)).toEqual([]);
  });
});
