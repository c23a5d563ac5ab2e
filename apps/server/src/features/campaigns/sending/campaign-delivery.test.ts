import { randomUUID } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { createSmtpTransport } from '../../../integrations/mail/smtp.ts';
import type { TestClock } from '../../../testing/create-test-ctx.ts';
import { campaign, openCampaigns } from '../../../testing/open-campaigns.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../testing/stand-ins/start-smtp-server.ts';
import type { Worker } from '../../../worker.ts';
import { pauseCampaign, resumeCampaign } from '../change-campaign.ts';
import { campaignProgress } from '../list-campaigns.ts';
import { startCampaign } from '../start-campaign.ts';
import { createCampaignDelivery } from './campaign-delivery.ts';

const MINUTE = 60_000;
const patience = { timeout: 550_000, interval: 500 };

const running: { end(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.end();
});

/** The clock of this machine, which a test can put forward. */
function realClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}

async function smtp(port?: number): Promise<TestSmtpServer> {
  const server = await startSmtpServer(port);
  let open = true;
  const { close } = server;
  server.close = async () => {
    if (open) await close();
    open = false;
  };
  running.push({ end: server.close });
  return server;
}

/** People with the addresses 0@people.example … */
async function insertPeople(db: Database, count: number): Promise<void> {
  const at = new Date();
  for (let first = 0; first < count; first += 500)
    await db.write((orm) =>
      orm.insert(db.tables.users).values(
        Array.from({ length: Math.min(500, count - first) }, (_, i) => ({
          ...{ id: randomUUID(), name: 'Ada', email: `${first + i}@people.example`, emailVerifiedAt: at },
          ...{ specialFeatures: [], createdAt: at, updatedAt: at },
        })),
      ),
    );
}

/** A context with an administrator, and processes that send over SMTP. */
async function opened(db: Database, url: string, people: number, env: Record<string, string> = {}) {
  const clock = realClock();
  const settings = { CAMPAIGN_MAILS_PER_SECOND: '100000', ...env };
  const { ctx, admin } = await openCampaigns(db, { clock, env: settings });
  await insertPeople(ctx.db, people);
  const deliveries: Worker[] = [];
  const startProcess = () => {
    const mail = createSmtpTransport({ url, from: 'noek@noek.example' });
    const delivery = createCampaignDelivery({ ...ctx, mail });
    running.push({ end: async () => [await delivery.stop(), await mail.close()] });
    delivery.start();
    deliveries.push(delivery);
    return delivery;
  };
  const wake = () => {
    for (const delivery of deliveries) delivery.wake();
  };
  return { ctx, clock, admin, startProcess, wake };
}

const header = (source: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(source.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim();

describeOnEngines('createCampaignDelivery', (open, engine) => {
  test('hundreds of people get it once, with two processes and a server that is down, refuses, and drops the connection', {
    timeout: 600_000,
  }, async () => {
    // Fewer on PostgreSQL, where each statement is a round trip.
    const people = (engine === 'sqlite' ? 400 : 200) * (inject('isThorough') ? 5 : 1);
    const first = await smtp();
    const { url } = first;
    const port = Number(new URL(url).port);
    await first.close();
    const { admin, clock, startProcess, wake } = await opened(await open(), url, people);
    const { id, recipients } = await startCampaign(admin, campaign({ recipientType: 'basic', content: 'For {you}.' }));
    expect(recipients).toBe(people);
    const progress = () => campaignProgress(admin, { id });

    startProcess();
    startProcess();
    // The server is down: each process tries one mail and waits.
    const { outbox } = admin.db.tables;
    const tried = await vi.waitFor(async () => {
      const rows = await admin.db.orm.select({ to: outbox.recipient }).from(outbox).where(isNotNull(outbox.lastError));
      expect(rows.length).toBeGreaterThan(0);
      return new Set(rows.map((row) => row.to));
    }, patience);
    expect(await progress()).toMatchObject({ sent: 0, failed: 0, pending: people });

    const server = await smtp(port);
    // The tried mails wait for two minutes if they fail again, as long as the lease of a mail that is being sent: see below.
    const others = Array.from({ length: people }, (_, i) => `${i}@people.example`).filter((to) => !tried.has(to));
    const some = (first: number, count: number) => others.filter((_, i) => i % 7 === first).slice(0, count);
    const never = new Set(some(0, 20));
    const later = new Set(some(1, 20));
    const lostTwice = some(2, 2).toSorted();
    const lost = new Set(lostTwice);
    server.onMail = (to) => {
      if (never.has(to)) return [550, 'no such mailbox'];
      if (later.delete(to)) return [451, 'try later'];
      return lost.delete(to) ? 'lose' : 'accept';
    };
    await vi.waitFor(async () => {
      wake();
      const pending = await admin.db.orm
        .select({ nextAttemptAt: outbox.nextAttemptAt })
        .from(outbox)
        .where(eq(outbox.status, 'pending'));
      const waits = pending.map((row) => row.nextAttemptAt.getTime() - clock.now().getTime());
      // A temporarily refused mail is due a minute later. The lease of a mail that is being sent lasts two, so it is not claimed again.
      if (waits.every((ms) => ms > 0 && ms <= MINUTE)) clock.advance(MINUTE);
      expect((await progress()).status).toBe('done');
    }, patience);
    expect(await progress()).toMatchObject({ total: people, sent: people - 20, failed: 20, pending: 0, withdrawn: 0 });

    const copies = new Map<string, string[]>();
    for (const { to, source } of server.received)
      for (const address of to)
        copies.set(address, [...(copies.get(address) ?? []), header(source, 'Message-ID') ?? '']);
    expect(copies.size).toBe(people - 20);
    // The server took two mails and could not say so: these came twice, with the same Message-ID.
    const twice = [...copies].filter(([, ids]) => ids.length > 1);
    expect(twice.map(([to]) => to).toSorted()).toEqual(lostTwice);
    for (const [, ids] of twice) expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(new Set([...copies.values()].flat()).size).toBe(people - 20);

    const source = server.received[0]?.source ?? '';
    expect(header(source, 'List-Unsubscribe')).toMatch(
      /^<http:\/\/chat\.noek\.localhost:5000\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(header(source, 'List-Id')).toBe('Noek news <news.noek.example>');
    expect(header(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(source).toContain('For {you}.');
  });

  test('a pause stops it, even in another process, and it can continue', async () => {
    const server = await smtp();
    const { admin, startProcess, wake } = await opened(await open(), server.url, 30);
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    server.onMail = async () => {
      if (server.received.length === 4) await pauseCampaign(admin, { id });
      return 'accept' as const;
    };
    startProcess();
    await vi.waitFor(async () => {
      wake();
      expect((await campaignProgress(admin, { id })).sent).toBe(5);
    }, patience);
    expect(server.received).toHaveLength(5);
    await resumeCampaign(admin, { id });
    await vi.waitFor(
      async () => expect(await campaignProgress(admin, { id })).toMatchObject({ status: 'done', sent: 30 }),
      patience,
    );
    expect(server.received).toHaveLength(30);
  });

  test('all processes together keep to the rate', async () => {
    const server = await smtp();
    const db = await open();
    const { admin, startProcess } = await opened(db, server.url, 24, { CAMPAIGN_MAILS_PER_SECOND: '20' });
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    const began = Date.now();
    startProcess();
    startProcess();
    await vi.waitFor(async () => expect(await campaignProgress(admin, { id })).toMatchObject({ sent: 24 }), patience);
    // 24 mails are 12 slots of a tenth of a second, the first of which begins at once.
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_090);
  });

  test('stop ends it in the middle, and the next process continues', async () => {
    const server = await smtp();
    const { admin, startProcess } = await opened(await open(), server.url, 20);
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    const stopped = Promise.withResolvers<unknown>();
    server.onMail = () => {
      if (server.received.length === 5) stopped.resolve(one.stop());
      return 'accept';
    };
    const one = startProcess();
    expect(await stopped.promise).toBe(true);
    expect(server.received).toHaveLength(6);
    startProcess();
    await vi.waitFor(
      async () => expect(await campaignProgress(admin, { id })).toMatchObject({ status: 'done' }),
      patience,
    );
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20);
    expect(server.received).toHaveLength(20);
  });
});
