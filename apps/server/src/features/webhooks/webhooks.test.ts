import type { WebhookEvent } from '@noek/contract/webhooks/events';
import { maxAnswerInEvent, webhookLimit } from '@noek/contract/webhooks/limits';
import { newWebhookSchema, webhookDeliverySchema } from '@noek/contract/webhooks/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { finalMessage } from '../../testing/create-chat-ctx.ts';
import {
  createRecordingReceivers,
  createRecordingTransport,
  createTestClock,
  createTestCtx,
  type RecordingReceivers,
  type TestCtx,
} from '../../testing/create-test-ctx.ts';
import { executedStatements } from '../../testing/executed-statements.ts';
import { openSubscriptions, paid } from '../../testing/open-subscriptions.ts';
import { mailsTo, tokenIn } from '../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { listAudit } from '../admin/audit/list-audit.ts';
import { accountFiles } from '../archive/export/account-files.ts';
import { ownSecurityEvents } from '../auth/account/own-security-events.ts';
import { changePassword } from '../auth/password/change-password.ts';
import { signUp } from '../auth/sign-up/sign-up.ts';
import { verifyEmail } from '../auth/sign-up/verify-email.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { reportShare } from '../reports/report-share.ts';
import { eventIdOf, openForWebhooks } from '../webhook-outbox/seal-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries, listWebhooks } from './list-webhooks.ts';
import { redeliver } from './redeliver.ts';
import { testWebhook } from './test-webhook.ts';

const url = 'https://hooks.example.org/noek?key=hush';
const notFound = { code: 'NOT_FOUND' };
const answer = (text: string) =>
  createScriptedLlm((call) => {
    call.text(text);
    call.finish();
  });

describeOnEngines('webhooks', (open, engine) => {
  async function begin(given: Partial<Parameters<typeof createTestCtx>[0]> = {}) {
    const receivers = createRecordingReceivers();
    const db = given.db ?? (await open());
    const ctx = createTestCtx({
      llm: answer('# Tides\n\nThe tide is high.'),
      webhookReceivers: receivers,
      ...given,
      db,
    });
    const as = async (who: object = {}) => signedInAs(ctx, (await insertPerson(ctx, who)).id);
    const mira = await as();
    const add = (who: TestCtx, events: WebhookEvent[] = ['answer.finished']) => createWebhook(who, { url, events });
    const deliveries = async (who: TestCtx, id: string) => (await listDeliveries(who, { id, limit: 100 })).deliveries;
    const ask = async (who: TestCtx, content = 'Hi') => {
      const sent = await sendMessage(who, { conversationId: null, content });
      await finalMessage(who, sent.assistantMessage.id);
      return sent;
    };
    const pending = async () => {
      const { webhookDeliveries: d } = db.tables;
      return db.orm.select({ event: d.event, webhookId: d.webhookId }).from(d).orderBy(asc(d.createdAt));
    };
    return {
      ctx,
      db,
      receivers: (given.webhookReceivers as RecordingReceivers | undefined) ?? receivers,
      as,
      mira,
      add,
      deliveries,
      ask,
      pending,
    };
  }

  test('a new one is returned with its secret once; then it is listed, and encrypted in the database', async () => {
    const { db, mira, add } = await begin();
    const made = await add(mira, ['answer.finished', 'conversation.shared', 'answer.finished']);
    newWebhookSchema.strict().parse(made);
    const { secret, ...webhook } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({ url, events: ['answer.finished', 'conversation.shared'], stoppedAt: null });
    expect(await listWebhooks(mira)).toEqual([webhook]);
    const rows = JSON.stringify(await db.orm.select().from(db.tables.webhooks));
    expect(rows).not.toContain(secret.slice(6));
    expect(JSON.stringify(await accountFiles['webhooks.json']?.(mira, userIdOf(mira)))).not.toContain(secret.slice(6));
  });

  test.each(['http://127.0.0.1/', 'http://localhost/', 'https://u:p@example.org/', 'https://example.org:22/'])(
    'the address %s is refused',
    async (address) => {
      const { mira } = await begin();
      await expect(createWebhook(mira, { url: address, events: ['answer.finished'] })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      expect(await listWebhooks(mira)).toEqual([]);
    },
  );

  test('one person has a limited number, also at once', async () => {
    const { mira, add } = await begin();
    const results = await Promise.allSettled(Array.from({ length: webhookLimit + 5 }, () => add(mira)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(webhookLimit);
    expect(await listWebhooks(mira)).toHaveLength(webhookLimit);
    await deleteWebhook(mira, { id: (await listWebhooks(mira))[0]?.id ?? '' });
    await add(mira);
  });

  test('only administrators name the events of everybody, and the audit log and the security events say so', async () => {
    const { as, mira, add } = await begin();
    await expect(add(mira, ['answer.finished', 'user.signed_up'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const ida = await as({ accessLevel: 'admin', email: 'ida@people.example' });
    const { id } = await add(ida, ['user.signed_up', 'report.opened']);
    await deleteWebhook(ida, { id });
    const { entries } = await listAudit(ida, { limit: 20 });
    const about = 'hooks.example.org: user.signed_up, report.opened';
    expect(entries.map(({ action, note }) => [action, note])).toEqual([
      ['webhook.deleted', about],
      ['webhook.created', about],
    ]);
    const { events } = await ownSecurityEvents(ida, { limit: 20 });
    expect(
      events
        .map(({ kind, detail }) => [kind, detail])
        .slice(0, 2)
        .sort(),
    ).toEqual([
      ['webhook-created', 'hooks.example.org'],
      ['webhook-deleted', 'hooks.example.org'],
    ]);
    expect(JSON.stringify([entries, events])).not.toContain('hush');
    await add(mira);
    expect((await listAudit(ida, { limit: 20 })).entries).toHaveLength(2);
  });

  test("another person's webhook and deliveries are not found, also for administrators", async () => {
    const { as, mira, add, deliveries } = await begin();
    const otto = await as({ accessLevel: 'admin' });
    const { id } = await add(mira);
    const { id: deliveryId } = await testWebhook(mira, { id });
    const { id: own } = await add(otto);
    await expect(testWebhook(otto, { id })).rejects.toMatchObject(notFound);
    await expect(deleteWebhook(otto, { id })).rejects.toMatchObject(notFound);
    await expect(listDeliveries(otto, { id, limit: 1 })).rejects.toMatchObject(notFound);
    await expect(redeliver(otto, { id, deliveryId })).rejects.toMatchObject(notFound);
    await expect(redeliver(otto, { id: own, deliveryId })).rejects.toMatchObject(notFound);
    await expect(redeliver(mira, { id, deliveryId: 'nonsense' })).rejects.toMatchObject(notFound);
    expect(await listWebhooks(mira)).toHaveLength(1);
    expect(await deliveries(mira, id)).toMatchObject([{ attempts: 1 }]);
  });

  test('a test is sent at once, signed, and says how it went; it is not tried again', async () => {
    const { mira, add, receivers, deliveries } = await begin();
    const { id, secret } = await add(mira);
    const sent = webhookDeliverySchema.strict().parse(await testWebhook(mira, { id }));
    expect(sent).toMatchObject({ event: 'webhook.test', status: 'delivered', attempts: 1, answerStatus: 204 });
    const [event] = receivers.received;
    expect(event).toMatchObject({ url, secret, id: sent.id, at: mira.now() });
    expect(JSON.parse(event?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: mira.now().toISOString(),
      data: { webhookId: id },
    });
    expect(new Webhook(secret).sign(sent.id, mira.now(), event?.body ?? '')).toMatch(/^v1,/);
    receivers.status = 503;
    expect(await testWebhook(mira, { id })).toMatchObject({
      status: 'failed',
      answerStatus: 503,
      nextAttemptAt: null,
      problem: 'The receiver answered with status 503.',
    });
    expect(await deliveries(mira, id)).toHaveLength(2);
  });

  test('a call that sends waits five seconds for a receiver that hangs; the attempt continues', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 });
    const { mira, add, receivers, deliveries } = await begin();
    const { id } = await add(mira);
    let release = (_: number) => {};
    vi.spyOn(receivers, 'send').mockImplementation(
      () =>
        new Promise((done) => {
          release = done;
        }),
    );
    const call = testWebhook(mira, { id });
    await expect.poll(() => vi.mocked(receivers.send).mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await call).toMatchObject({ status: 'waiting', attempts: 1, nextAttemptAt: null });
    vi.useRealTimers();
    release(200);
    await expect.poll(async () => (await deliveries(mira, id))[0]?.status).toBe('delivered');
  });

  test('50 redeliveries at once send it once, with the same id', async () => {
    const { mira, add, receivers, deliveries } = await begin();
    const { id } = await add(mira);
    const { id: deliveryId } = await testWebhook(mira, { id });
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    vi.spyOn(receivers, 'send').mockImplementation(async (event) => {
      receivers.received.push(event);
      await released;
      return 200;
    });
    const calls = Array.from({ length: 50 }, () => redeliver(mira, { id, deliveryId }));
    const settled = Promise.allSettled(calls);
    await expect.poll(() => receivers.received.length).toBe(2);
    release();
    const codes = (await settled).map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason.code));
    expect(codes.filter((code) => code !== 'ok' && code !== 'RATE_LIMITED')).toEqual([]);
    expect(codes).toContain('ok');
    expect(receivers.received.map((event) => event.id)).toEqual([deliveryId, deliveryId]);
    expect(await deliveries(mira, id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('a failed delivery is sent again by hand, and tried for another day if that fails', async () => {
    const { ctx, mira, add, receivers, deliveries } = await begin();
    const { id } = await add(mira, ['conversation.shared']);
    const { id: conversationId } = await insertConversation(mira.db, { userId: userIdOf(mira) });
    await shareConversation(mira, { conversationId });
    const { webhookDeliveries: d } = mira.db.tables;
    await mira.db.write((orm) => orm.update(d).set({ status: 'failed', attempts: 14 }));
    const deliveryId = (await deliveries(mira, id))[0]?.id ?? '';
    receivers.status = 500;
    ctx.clock.advance(48 * 60 * 60_000);
    const again = await redeliver(mira, { id, deliveryId });
    expect(again).toMatchObject({
      id: deliveryId,
      status: 'waiting',
      attempts: 15,
      answerStatus: 500,
      nextAttemptAt: expect.any(String),
    });
    receivers.status = 204;
    expect(await redeliver(mira, { id, deliveryId })).toMatchObject({ status: 'delivered', attempts: 16 });
  });

  test('deliveries come in pages, the newest first', async () => {
    const { ctx, mira, add } = await begin();
    const { id } = await add(mira);
    const sent: string[] = [];
    for (let n = 0; n < 5; n++) {
      sent.unshift((await testWebhook(mira, { id })).id);
      ctx.clock.advance(5_000);
    }
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < 5 && cursor !== null; page++) {
      const found = await listDeliveries(mira, { id, limit: 2, ...(cursor && { cursor }) });
      seen.push(...found.deliveries.map((one) => one.id));
      cursor = found.nextCursor;
    }
    expect(seen).toEqual(sent);
  });

  test('a new password stops webhooks, because an intruder may have added one; a test that succeeds starts them again', async () => {
    const { mira, add, receivers, ask, pending } = await begin({ mail: createRecordingTransport() });
    const { id } = await add(mira);
    await changePassword(mira, { currentPassword: password, newPassword: 'another-42-lantern' });
    expect(await listWebhooks(mira)).toMatchObject([
      { stoppedBecause: 'secured', stoppedAt: mira.now().toISOString() },
    ]);
    await ask(mira);
    expect(await pending()).toEqual([]);
    receivers.status = 500;
    await testWebhook(mira, { id });
    expect(await listWebhooks(mira)).toMatchObject([{ stoppedBecause: 'secured' }]);
    receivers.status = 200;
    await testWebhook(mira, { id });
    expect(await listWebhooks(mira)).toMatchObject([{ stoppedAt: null, stoppedBecause: null }]);
    await ask(mira);
    expect((await pending()).map(({ event }) => event)).toContain('answer.finished');
  });

  test('an answer that ends is sent with its title, status and text, in the same step', async () => {
    const { mira, as, add, ask, receivers, ctx } = await begin();
    await add(mira);
    await ask(await as(), 'Somebody else');
    const { conversation, assistantMessage } = await ask(mira);
    ctx.webhookDelivery.start();
    await expect.poll(() => receivers.received.length).toBe(1);
    expect(JSON.parse(receivers.received[0]?.body ?? '')).toMatchObject({
      type: 'answer.finished',
      data: {
        conversationId: conversation.id,
        title: 'Tides',
        messageId: assistantMessage.id,
        status: 'complete',
        answer: '# Tides\n\nThe tide is high.',
        isCut: false,
      },
    });
  });

  test('of a long answer it tells the beginning', async () => {
    const { mira, add, ask, receivers, ctx } = await begin({ llm: answer('x'.repeat(maxAnswerInEvent + 1)) });
    await add(mira);
    await ask(mira);
    ctx.webhookDelivery.start();
    await expect.poll(() => receivers.received.length).toBe(1);
    const { data } = JSON.parse(receivers.received[0]?.body ?? '');
    expect(data).toMatchObject({ isCut: true, answer: 'x'.repeat(maxAnswerInEvent) });
  });

  test('shared conversations and reports are sent to the webhooks that chose them', async () => {
    const { as, mira, add, pending } = await begin();
    const ida = await as({ accessLevel: 'admin' });
    const [own, everybodys] = [await add(mira, ['conversation.shared']), await add(ida, ['report.opened'])];
    await add(ida, ['conversation.shared']);
    const { id: conversationId } = await insertConversation(mira.db, { userId: userIdOf(mira) });
    await insertMessages(mira.db, conversationId, ['q', 'a']);
    await shareConversation(mira, { conversationId });
    await shareConversation(mira, { conversationId, refresh: false, expiresAt: '2999-01-01T00:00:00.000Z' });
    const reader = await as();
    await reportShare(reader, { conversationId, reason: 'other', text: 'Look' });
    await reportShare(reader, { conversationId, reason: 'other', text: 'Look again' });
    expect(await pending()).toEqual([
      { event: 'conversation.shared', webhookId: own.id },
      { event: 'report.opened', webhookId: everybodys.id },
    ]);
  });

  test('a person who signs up, and each change of a subscription, is sent to administrators', async () => {
    const { ctx, person, happens } = openSubscriptions(await open());
    const ida = await signedInAs(ctx, (await insertPerson(ctx, { accessLevel: 'admin' })).id);
    const { id } = await createWebhook(ida, { url, events: ['user.signed_up', 'subscription.changed'] });
    const told = async () => {
      const { webhookDeliveries: d } = ctx.db.tables;
      const rows = await ctx.db.orm.select().from(d).where(eq(d.webhookId, id)).orderBy(asc(d.createdAt));
      return rows.map(({ id: delivery, body }) => JSON.parse(openForWebhooks(ctx.config, eventIdOf(delivery), body)));
    };
    const stranger = ctx.as({ kind: 'guest', guestId: null });
    await signUp(stranger, { name: 'Nora', email: 'nora@people.example', password });
    expect(await told()).toEqual([]);
    const mail = (await mailsTo(ctx.db, 'nora@people.example')).at(-1);
    await verifyEmail(stranger, { token: tokenIn(mail) });
    await verifyEmail(stranger, { token: tokenIn(mail) });
    const { users } = ctx.db.tables;
    const [nora] = await ctx.db.orm.select().from(users).where(eq(users.email, 'nora@people.example'));
    const data = { userId: nora?.id, name: 'Nora', email: 'nora@people.example' };
    expect(await told()).toEqual([{ type: 'user.signed_up', timestamp: ctx.now().toISOString(), data }]);

    const payer = await person();
    ctx.clock.advance(1_000);
    await happens(payer, paid);
    ctx.clock.advance(1_000);
    await happens(payer, { cancelAtPeriodEnd: true });
    await happens(payer, { cancelAtPeriodEnd: true });
    const changes = (await told()).filter(({ type }) => type === 'subscription.changed').map((event) => event.data);
    const about = {
      userId: payer.user.id,
      status: 'active',
      refunded: false,
      disputed: false,
      accessLevel: 'supernoek',
    };
    expect(changes.slice(-2)).toEqual([
      { ...about, previousStatus: 'incomplete', cancelAtPeriodEnd: false },
      { ...about, previousStatus: 'active', cancelAtPeriodEnd: true },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/sub_|cus_/);

    // What is about a person goes with their account.
    await ctx.db.write((orm) => orm.delete(users).where(eq(users.id, payer.user.id)));
    expect((await told()).map(({ type }) => type)).toEqual(['user.signed_up']);
  });

  // The recorder knows SQLite alone; both engines get the same statements.
  test.skipIf(engine === 'postgres')('the end of an answer costs people without webhooks no statement', async () => {
    const db = await open();
    const executed = executedStatements(db);
    const { ctx, mira, as, ask } = await begin({ db });
    await ctx.webhookListeners.start();
    const ofWebhooks = async (who: TestCtx) => {
      executed.length = 0;
      await ask(who);
      return executed.filter((statement) => statement.includes('webhook'));
    };
    expect(await ofWebhooks(mira)).toEqual([]);
    const otto = await as();
    await createWebhook(otto, { url, events: ['conversation.shared'] });
    // A process reads a change of webhooks later.
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    expect(await ofWebhooks(otto)).toEqual([]);
    await createWebhook(otto, { url, events: ['answer.finished'] });
    await new Promise((done) => setImmediate(() => setImmediate(done)));
    expect(await ofWebhooks(otto)).toHaveLength(1);
  });

  // Only one process can open a file of SQLite.
  test.skipIf(engine === 'sqlite')('another process learns of a new webhook', async () => {
    const db = await open();
    const clock = createTestClock();
    const { mira, add, pending } = await begin({ db, clock });
    const other = await begin({ db, clock });
    await other.ctx.webhookListeners.start();
    const there = other.ctx.as(mira.actor);
    expect(other.ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(false);
    await add(mira);
    await expect.poll(() => other.ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(true);
    await other.ask(there);
    expect(await pending()).toMatchObject([{ event: 'answer.finished' }]);
  });

  test('while a process does not know who listens, the end of every answer finds out', async () => {
    const { ctx, mira, add, ask, pending } = await begin();
    await ctx.webhookListeners.start();
    expect(ctx.webhookListeners.mayHearOfAnswers('anybody')).toBe(false);
    const broken = vi.spyOn(ctx.db.orm, 'select').mockImplementation(() => {
      throw new Error('The database cannot be reached.');
    });
    await ctx.webhookListeners.changed('somebody');
    expect(ctx.webhookListeners.mayHearOfAnswers('anybody')).toBe(true);
    broken.mockRestore();
    await add(mira);
    await ask(mira);
    expect(await pending()).toHaveLength(1);
    await expect.poll(() => ctx.webhookListeners.mayHearOfAnswers('anybody')).toBe(false);
    expect(ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(true);
  });

  test('a process that missed a notification finds out with the next read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { ctx, db, as } = await begin();
    await ctx.webhookListeners.start();
    // Others tell this process nothing.
    const quiet = createTestCtx({ db: { ...db, notify: () => {} }, clock: ctx.clock });
    const mira = quiet.as((await as()).actor);
    ctx.clock.advance(60 * 60_000);
    await createWebhook(mira, { url, events: ['answer.finished'] });
    expect(ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(false);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await expect.poll(() => ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(true);
  });

  test('a deleted webhook takes its deliveries with it, and gets nothing more', async () => {
    const { ctx, db, mira, add, ask } = await begin();
    await ctx.webhookListeners.start();
    const { id } = await add(mira);
    expect(ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(true);
    await testWebhook(mira, { id });
    expect(await deleteWebhook(mira, { id })).toEqual({ message: 'Webhook deleted.' });
    await expect(deleteWebhook(mira, { id })).rejects.toMatchObject(notFound);
    await ask(mira);
    expect(ctx.webhookListeners.mayHearOfAnswers(userIdOf(mira))).toBe(false);
    const { webhookDeliveries: d } = db.tables;
    expect(await db.orm.select({ id: d.id }).from(d).where(eq(d.webhookId, id))).toEqual([]);
  });
});

function userIdOf({ actor }: TestCtx): string {
  return 'user' in actor ? actor.user.id : '';
}
