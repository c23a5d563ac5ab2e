import { randomUUID } from 'node:crypto';
import type { WebhookData } from '@noek/contract/webhooks/events';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertUser } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { WebhookError } from '../../integrations/webhook-receivers/webhook-receivers.ts';
import {
  createRecordingReceivers,
  createTestClock,
  createTestCtx,
  type RecordingReceivers,
  type TestCtx,
} from '../../testing/create-test-ctx.ts';
import { createWebhookDelivery, type WebhookDelivery } from './deliver-webhooks.ts';
import {
  claimDelivery,
  type DeliveryRow,
  deliverClaimed,
  dueWebhooks,
  leaseMs,
  purgeDeliveries,
  retryAfterMs,
} from './due-deliveries.ts';
import { announceEvents, eventStatement, type NewEvent } from './event-statement.ts';
import { sealForWebhooks } from './seal-webhook.ts';

const secret = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
const shared: WebhookData['conversation.shared'] = {
  conversationId: 1,
  title: 'Tides',
  url: 'https://noek.example/chat/1',
  expiresAt: null,
  includesFiles: false,
  isUpdate: false,
};
const signedUp = { type: 'user.signed_up', userId: null, data: { userId: 'u', name: 'U', email: 'u@people.example' } };
const nothingBusy = { webhooks: [], owners: [] };

function process(db: Database, options: Partial<Parameters<typeof createTestCtx>[0]> = {}) {
  const receivers = createRecordingReceivers();
  const ctx = createTestCtx({ db, webhookReceivers: receivers, ...options });
  return { ctx, receivers: (options.webhookReceivers as RecordingReceivers | undefined) ?? receivers };
}

async function webhookOf(ctx: TestCtx, userId: string, given: { events?: string[]; isForEverybody?: boolean } = {}) {
  const { webhooks: w } = ctx.db.tables;
  const id = randomUUID();
  const row = {
    ...{ id, userId, url: `https://${id}.example/hook`, isForEverybody: false, events: ['conversation.shared'] },
    ...{ secret: sealForWebhooks(ctx.config, id, secret), createdAt: ctx.now(), changedAt: ctx.now(), ...given },
  };
  await ctx.db.write((orm) => orm.insert(w).values(row));
  return row;
}

const tell = (ctx: TestCtx, event: NewEvent | typeof signedUp) =>
  ctx.db.write((orm) => eventStatement(ctx, orm, event as NewEvent));
const share = (ctx: TestCtx, userId: string) => tell(ctx, { type: 'conversation.shared', userId, data: shared });

const rows = ({ db }: TestCtx): Promise<DeliveryRow[]> => {
  const { webhookDeliveries: d } = db.tables;
  return db.orm.select().from(d).orderBy(asc(d.createdAt), asc(d.id));
};

/** One round: everything that is due is claimed and sent once. */
async function round(ctx: TestCtx): Promise<number> {
  let sent = 0;
  for (const { id } of await dueWebhooks(ctx, nothingBusy, 64)) {
    const claimed = await claimDelivery(ctx, id);
    if (!claimed) continue;
    await deliverClaimed(ctx, claimed);
    sent++;
  }
  return sent;
}

test('a delivery is tried again after 10 s, 1 min, then twice as long each time, up to 6 h', () => {
  const seconds = Array.from({ length: 13 }, (_, at) => retryAfterMs(at + 1) / 1000);
  expect(seconds).toEqual([10, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600, 21600]);
});

describeOnEngines('events', (open) => {
  test('reach the webhooks that chose them, and no other', async () => {
    const { ctx, receivers } = process(await open());
    const [mira, otto] = [await insertUser(ctx.db), await insertUser(ctx.db)];
    const mine = await webhookOf(ctx, mira.id);
    const second = await webhookOf(ctx, mira.id, { events: ['answer.finished', 'conversation.shared'] });
    await webhookOf(ctx, mira.id, { events: ['answer.finished'] });
    await webhookOf(ctx, otto.id);
    await webhookOf(ctx, otto.id, { events: ['user.signed_up'], isForEverybody: true });
    expect(await share(ctx, mira.id)).toHaveLength(2);
    expect(await round(ctx)).toBe(2);
    expect(receivers.received.map(({ url }) => url).sort()).toEqual([mine.url, second.url].sort());
    for (const { body, secret: used } of receivers.received) {
      expect(JSON.parse(body)).toEqual({
        type: 'conversation.shared',
        timestamp: ctx.now().toISOString(),
        data: shared,
      });
      expect(used).toBe(secret);
    }
    expect(new Set(receivers.received.map(({ id }) => id)).size).toBe(2);
    expect(await rows(ctx)).toMatchObject([
      { status: 'delivered', attempts: 1, answerStatus: 204, deliveredAt: ctx.now(), problem: null },
      { status: 'delivered' },
    ]);
    expect(JSON.stringify(await rows(ctx))).not.toContain('Tides');
    expect(await round(ctx)).toBe(0);
  });

  test('about everybody reach administrators, as long as they are some', async () => {
    const { ctx, receivers } = process(await open());
    const { users } = ctx.db.tables;
    const set = (given: Partial<typeof users.$inferInsert>) =>
      ctx.db.write((orm) => orm.update(users).set(given).where(eq(users.id, ida.id)));
    const ida = await insertUser(ctx.db, { accessLevel: 'admin' });
    const mixed = { events: ['user.signed_up', 'conversation.shared'], isForEverybody: true };
    await webhookOf(ctx, ida.id, mixed);
    // A person who was an administrator.
    await webhookOf(ctx, (await insertUser(ctx.db)).id, mixed);
    expect(await tell(ctx, signedUp)).toHaveLength(1);
    expect(await round(ctx)).toBe(1);
    expect(receivers.received).toHaveLength(1);
    // What another person shared does not reach them.
    expect(await share(ctx, (await insertUser(ctx.db)).id)).toEqual([]);
    expect(await share(ctx, ida.id)).toHaveLength(1);
    await round(ctx);
    // What waits is not sent any more either.
    await tell(ctx, signedUp);
    await set({ accessLevel: 'basic' });
    expect(await round(ctx)).toBe(0);
    expect(await tell(ctx, signedUp)).toEqual([]);
    await set({ accessLevel: 'admin', suspendedAt: ctx.now() });
    expect(await round(ctx)).toBe(0);
    expect(await share(ctx, ida.id)).toEqual([]);
    expect(receivers.received).toHaveLength(2);
    ctx.clock.advance(25 * 60 * 60_000 + 1);
    await purgeDeliveries(ctx);
    expect((await rows(ctx)).map(({ status, problem }) => [status, problem]).sort()).toEqual([
      ['delivered', null],
      ['delivered', null],
      ['failed', 'It was not sent in time.'],
    ]);
  });

  test('are deleted with the conversation that they have text of', async () => {
    const { ctx } = process(await open());
    const { id: userId } = await insertUser(ctx.db);
    await webhookOf(ctx, userId);
    const { id } = await insertConversation(ctx.db, { userId });
    await tell(ctx, { type: 'conversation.shared', userId, data: shared, conversationId: id });
    await share(ctx, userId);
    expect(await rows(ctx)).toHaveLength(2);
    const { conversations: c } = ctx.db.tables;
    await ctx.db.write((orm) => orm.delete(c).where(eq(c.id, id)));
    expect(await rows(ctx)).toMatchObject([{ conversationId: null }]);
  });
});

describeOnEngines('deliveries', (open, engine) => {
  async function begin(db?: Database) {
    const { ctx, receivers } = process(db ?? (await open()));
    const { id: userId } = await insertUser(ctx.db);
    const webhook = await webhookOf(ctx, userId);
    const stored = async () => {
      const { webhooks: w } = ctx.db.tables;
      const [row] = await ctx.db.orm.select().from(w).where(eq(w.id, webhook.id));
      return row;
    };
    return { ctx, receivers, userId, webhook, stored };
  }

  test('are repeated with the same id and body for 24 hours, then given up', async () => {
    const { ctx, receivers, userId } = await begin();
    receivers.status = 500;
    await share(ctx, userId);
    const began = ctx.now().getTime();
    const at: number[] = [];
    for (let step = 0; step < 40 && (await rows(ctx))[0]?.status === 'waiting'; step++) {
      expect(await round(ctx)).toBe(1);
      at.push((ctx.now().getTime() - began) / 1000);
      const [row] = await rows(ctx);
      if (row?.status !== 'waiting') break;
      const wait = row.nextAttemptAt.getTime() - ctx.now().getTime();
      ctx.clock.advance(wait - 1);
      expect(await round(ctx)).toBe(0);
      ctx.clock.advance(1);
    }
    expect(at.slice(0, 4)).toEqual([0, 10, 70, 190]);
    expect(at.at(-1)).toBe(24 * 60 * 60);
    expect(await rows(ctx)).toMatchObject([
      { status: 'failed', answerStatus: 500, problem: 'The receiver answered with status 500.', attempts: at.length },
    ]);
    expect(new Set(receivers.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    // Each attempt is signed with its own time.
    expect(receivers.received.map((event) => (event.at.getTime() - began) / 1000)).toEqual(at);
  });

  test('a receiver that hangs, redirects or is not public leaves a plain reason', async () => {
    const { ctx, receivers, userId } = await begin();
    await share(ctx, userId);
    receivers.status = 307;
    await round(ctx);
    expect(await rows(ctx)).toMatchObject([
      { answerStatus: 307, problem: 'The receiver answered with a redirect (307), which is not followed.' },
    ]);
    vi.spyOn(receivers, 'send').mockRejectedValueOnce(new WebhookError('There was no answer within 15 seconds.'));
    ctx.clock.advance(60_000);
    await round(ctx);
    expect(await rows(ctx)).toMatchObject([
      { status: 'waiting', attempts: 2, answerStatus: null, problem: 'There was no answer within 15 seconds.' },
    ]);
    receivers.status = 200;
    ctx.clock.advance(60_000);
    await round(ctx);
    expect(await rows(ctx)).toMatchObject([{ status: 'delivered', attempts: 3, answerStatus: 200, problem: null }]);
  });

  test('410 stops the webhook and gives up what waits for it', async () => {
    const { ctx, receivers, userId, stored } = await begin();
    await share(ctx, userId);
    await share(ctx, userId);
    receivers.status = 410;
    expect(await round(ctx)).toBe(1);
    expect(await stored()).toMatchObject({ stoppedAt: ctx.now(), stoppedBecause: 'gone' });
    expect((await rows(ctx)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(await share(ctx, userId)).toEqual([]);
    ctx.clock.advance(60 * 60_000);
    expect(await round(ctx)).toBe(0);
    expect(receivers.received).toHaveLength(1);
  });

  test('a process that dies while it sends leaves the delivery to the next one, after the lease', async () => {
    const { ctx, receivers, userId, webhook } = await begin();
    await share(ctx, userId);
    const claimed = await claimDelivery(ctx, webhook.id);
    expect(claimed).toMatchObject({ attempts: 1 });
    ctx.clock.advance(leaseMs - 1);
    expect(await round(ctx)).toBe(0);
    ctx.clock.advance(1);
    expect(await round(ctx)).toBe(1);
    expect(receivers.received.map(({ id }) => id)).toEqual([claimed?.id]);
    // What the first one still finds out changes nothing.
    receivers.status = 500;
    await deliverClaimed(ctx, claimed as DeliveryRow);
    expect(await rows(ctx)).toMatchObject([{ status: 'delivered', attempts: 2, answerStatus: 204 }]);
  });

  test('of a webhook that was deleted, or encrypted with another APP_SECRET, send nothing', async () => {
    const { ctx, receivers, userId, webhook } = await begin();
    await share(ctx, userId);
    const { ctx: other } = process(ctx.db, { env: { APP_SECRET: 'another-secret-0123456789' }, clock: ctx.clock });
    await round(other);
    expect(await rows(ctx)).toMatchObject([{ problem: expect.stringContaining('another APP_SECRET') }]);
    const { webhooks: w } = ctx.db.tables;
    await ctx.db.write((orm) => orm.delete(w).where(eq(w.id, webhook.id)));
    expect(await rows(ctx)).toEqual([]);
    expect(receivers.received).toEqual([]);
  });

  test('are deleted after 30 days', async () => {
    const { ctx, userId } = await begin();
    await share(ctx, userId);
    await round(ctx);
    ctx.clock.advance(30 * 24 * 60 * 60_000 - 1);
    await purgeDeliveries(ctx);
    expect(await rows(ctx)).toHaveLength(1);
    ctx.clock.advance(1);
    await purgeDeliveries(ctx);
    expect(await rows(ctx)).toEqual([]);
  });

  /** A running service on the context, which the test need not stop. */
  function start(ctx: TestCtx): WebhookDelivery {
    ctx.webhookDelivery.start();
    return ctx.webhookDelivery;
  }

  const untilDone = (ctx: TestCtx) =>
    expect
      .poll(async () => (await rows(ctx)).filter(({ status }) => status !== 'delivered').length, { timeout: 10_000 })
      .toBe(0);

  test('are sent at once when they are announced, one at a time to each webhook', async () => {
    const { ctx, receivers, userId } = await begin();
    let [under, most] = [0, 0];
    vi.spyOn(receivers, 'send').mockImplementation(async (event) => {
      most = Math.max(most, ++under);
      await new Promise((done) => setImmediate(done));
      under--;
      receivers.received.push(event);
      return 204;
    });
    start(ctx);
    for (let n = 0; n < 5; n++) await share(ctx, userId);
    announceEvents(ctx);
    await untilDone(ctx);
    expect(receivers.received).toHaveLength(5);
    expect(most).toBe(1);
  });

  test('a receiver that hangs does not delay the others', async () => {
    const { ctx, receivers, userId } = await begin();
    const others = await Promise.all(Array.from({ length: 8 }, () => webhookOf(ctx, userId)));
    const neighbour = await insertUser(ctx.db);
    const theirs = await webhookOf(ctx, neighbour.id);
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    let hanging = 0;
    vi.spyOn(receivers, 'send').mockImplementation(async (event) => {
      if (event.url !== theirs.url) {
        hanging++;
        await released;
      }
      receivers.received.push(event);
      return 204;
    });
    await share(ctx, userId);
    start(ctx);
    await expect.poll(() => hanging).toBe(4);
    await share(ctx, neighbour.id);
    announceEvents(ctx);
    await expect.poll(() => receivers.received.map(({ url }) => url)).toEqual([theirs.url]);
    expect(hanging).toBe(4);
    release();
    await untilDone(ctx);
    expect(receivers.received).toHaveLength(others.length + 2);
  });

  // Only one process can open a file of SQLite.
  test.skipIf(engine === 'sqlite')('two processes send each of them once', async () => {
    const db = await open();
    const clock = createTestClock();
    const receivers = createRecordingReceivers();
    const { ctx } = process(db, { webhookReceivers: receivers, clock });
    const { ctx: second } = process(db, { webhookReceivers: receivers, clock });
    for (let person = 0; person < 5; person++) {
      const { id } = await insertUser(db);
      await webhookOf(ctx, id);
      for (let n = 0; n < 10; n++) await share(ctx, id);
    }
    start(ctx);
    start(second);
    await untilDone(ctx);
    expect(receivers.received).toHaveLength(50);
    expect(new Set(receivers.received.map(({ id }) => id)).size).toBe(50);
  });

  test('stop waits for what is being sent and claims no more', async () => {
    const { ctx, receivers, userId } = await begin();
    let finish = () => {};
    const began = new Promise<void>((begun) => {
      vi.spyOn(receivers, 'send').mockImplementation(async () => {
        begun();
        await new Promise<void>((done) => {
          finish = done;
        });
        return 204;
      });
    });
    await share(ctx, userId);
    await share(ctx, userId);
    const delivery = createWebhookDelivery(ctx);
    delivery.start();
    await began;
    const stopped = delivery.stop(60_000);
    finish();
    expect(await stopped).toBe(true);
    expect((await rows(ctx)).map(({ status }) => status).sort()).toEqual(['delivered', 'waiting']);
  });
});
