import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { MailError } from '../../integrations/mail/mail.ts';
import { createSmtpTransport } from '../../integrations/mail/smtp.ts';
import { createRecordingTransport, createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { startSmtpServer, type TestSmtpServer } from '../../testing/stand-ins/start-smtp-server.ts';
import type { Worker } from '../../worker.ts';
import { createMailDelivery } from './deliver-mail.ts';
import { claimDueMail, deliverMail, purgeOutbox } from './due-mail.ts';
import { announceMail, mailStatement } from './enqueue-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const to = 'ada@people.example';

async function enqueue(ctx: TestCtx, subject = 'Hello'): Promise<void> {
  const mail = { kind: 'test', to, subject, text: 'Hello https://noek.example/?token=secret', html: '<p>Hello</p>' };
  await ctx.db.write((orm) => mailStatement(ctx, orm, mail));
}

/** One poll, as a process of its own would do it. */
async function round(ctx: TestCtx): Promise<number> {
  const claimed = await claimDueMail(ctx, 5);
  for (const row of claimed) await deliverMail(ctx, row);
  return claimed.length;
}

const rows = (db: Database) => db.orm.select().from(db.tables.outbox).orderBy(db.tables.outbox.createdAt);

const running: (Worker | TestSmtpServer)[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await ('stop' in one ? one.stop() : one.close());
});

function start(ctx: TestCtx): Worker {
  const delivery = createMailDelivery(ctx);
  delivery.start();
  running.push(delivery);
  return delivery;
}

describeOnEngines('the outbox', (open) => {
  test('a mail is written together with the change that it reports, or not at all', async () => {
    const ctx = createTestCtx({ db: await open() });
    const mail = { kind: 'test', to, subject: 'Hello', text: '', html: '' };
    const failing = ctx.db.atomic((step) => {
      step.add(mailStatement(ctx, step.orm, mail));
      step.check(() => {
        throw new Error('the act failed');
      });
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await rows(ctx.db)).toEqual([]);
  });

  test('sends due mail once, with a stable Message-ID, and deletes its texts', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail, env: { MAIL_FROM: 'Noek <noek@mail.noek.example>' } });
    await enqueue(ctx);
    expect(await round(ctx)).toBe(1);
    expect(await round(ctx)).toBe(0);
    const [row] = await rows(ctx.db);
    expect(mail.sent).toEqual([
      {
        messageId: `<${row?.id}@mail.noek.example>`,
        to,
        subject: 'Hello',
        text: 'Hello https://noek.example/?token=secret',
        html: '<p>Hello</p>',
        headers: {},
      },
    ]);
    expect(row).toMatchObject({ status: 'sent', sentAt: ctx.now(), attempts: 1, text: '', html: '', lastError: null });
  });

  test('a failure is retried after 1, 2, 4 … minutes, at most an hour apart, and given up after 24 hours', async () => {
    const mail = createRecordingTransport();
    mail.failWith = new MailError('451 at RCPT TO', false);
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx);
    const start = ctx.now().getTime();
    const waits: number[] = [];
    for (let tries = 0; tries < 100; tries++) {
      expect(await round(ctx)).toBe(1);
      const [row] = await rows(ctx.db);
      if (row?.status !== 'pending') break;
      const waitMs = row.nextAttemptAt.getTime() - ctx.now().getTime();
      waits.push(waitMs / MINUTE);
      ctx.clock.advance(waitMs - 1);
      expect(await round(ctx)).toBe(0);
      ctx.clock.advance(1);
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    const [row] = await rows(ctx.db);
    expect(row).toMatchObject({ status: 'failed', lastError: '451 at RCPT TO', text: '', html: '' });
    const tookMs = ctx.now().getTime() - start;
    expect(tookMs).toBeGreaterThan(DAY - 2 * HOUR);
    expect(tookMs).toBeLessThanOrEqual(DAY);
  });

  test('a permanent refusal is final', async () => {
    const mail = createRecordingTransport();
    mail.failWith = new MailError('550 at RCPT TO', true);
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx);
    await round(ctx);
    expect(await rows(ctx.db)).toMatchObject([{ status: 'failed', attempts: 1, lastError: '550 at RCPT TO' }]);
    ctx.clock.advance(DAY);
    expect(await round(ctx)).toBe(0);
  });

  test('an unexpected error of a transport does not get into the row', async () => {
    const mail = createRecordingTransport();
    mail.failWith = new Error(`cannot write to ${to}`);
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx);
    await round(ctx);
    expect(await rows(ctx.db)).toMatchObject([{ status: 'pending', lastError: 'the transport failed' }]);
  });

  test('after a crash between sending and recording it, the mail is repeated only after the lease, with the same Message-ID', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx);
    const [claimed] = await claimDueMail(ctx, 5);
    if (!claimed) throw new Error('nothing was due');
    const crashed = { ...ctx.db, write: () => Promise.reject(new Error('killed')) };
    await expect(deliverMail({ ...ctx, db: crashed }, claimed)).rejects.toThrow('killed');
    expect(mail.sent).toHaveLength(1);

    ctx.clock.advance(2 * MINUTE - 1);
    expect(await round(ctx)).toBe(0);
    ctx.clock.advance(1);
    expect(await round(ctx)).toBe(1);
    expect(mail.sent).toHaveLength(2);
    expect(mail.sent[1]?.messageId).toBe(mail.sent[0]?.messageId);
  });

  test('a process whose lease has expired changes nothing', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx);
    const [slow] = await claimDueMail(ctx, 5);
    ctx.clock.advance(2 * MINUTE);
    const [next] = await claimDueMail(ctx, 5);
    if (!slow || !next) throw new Error('nothing was due');
    mail.failWith = new MailError('550 at DATA', true);
    await deliverMail(ctx, slow);
    expect(await rows(ctx.db)).toEqual([next]);
    mail.failWith = null;
    await deliverMail(ctx, next);
    expect(await rows(ctx.db)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  });

  test('only one of several parallel claims gets each mail', async () => {
    const ctx = createTestCtx({ db: await open() });
    for (let i = 0; i < 12; i++) await enqueue(ctx, `Mail ${i}`);
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDueMail(ctx, 5)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('sent and failed mail is deleted after 30 days, pending mail stays', async () => {
    const ctx = createTestCtx({ db: await open() });
    const { outbox } = ctx.db.tables;
    for (const status of ['sent', 'failed', 'pending'] as const) {
      await enqueue(ctx, status);
      await ctx.db.write((orm) => orm.update(outbox).set({ status }).where(eq(outbox.subject, status)));
    }
    ctx.clock.advance(30 * DAY - 1);
    await purgeOutbox(ctx);
    expect(await rows(ctx.db)).toHaveLength(3);
    ctx.clock.advance(1);
    await purgeOutbox(ctx);
    expect((await rows(ctx.db)).map(({ status }) => status)).toEqual(['pending']);
  });
});

describeOnEngines('createMailDelivery', (open) => {
  test('sends mail that was pending at the start and mail that is announced, over real SMTP', async () => {
    const server = await startSmtpServer();
    running.push(server);
    const mail = createSmtpTransport({ url: server.url, from: 'noek@noek.example' });
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx, 'Waiting');
    start(ctx);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 10_000);
    await enqueue(ctx, 'Announced');
    announceMail(ctx);
    await vi.waitFor(
      async () => expect(await rows(ctx.db)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]),
      10_000,
    );
    expect(server.received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1])).toEqual(['Waiting', 'Announced']);
  });

  test('a 4xx is retried, a 5xx is not', async () => {
    const server = await startSmtpServer();
    running.push(server);
    const mail = createSmtpTransport({ url: server.url, from: 'noek@noek.example' });
    const ctx = createTestCtx({ db: await open(), mail });
    server.refuse.recipient = [451, 'try later'];
    await enqueue(ctx);
    const delivery = start(ctx);
    await vi.waitFor(async () => expect(await rows(ctx.db)).toMatchObject([{ lastError: expect.anything() }]), 10_000);
    expect(await rows(ctx.db)).toMatchObject([{ status: 'pending' }]);

    server.refuse.recipient = undefined;
    server.refuse.data = [554, 'never'];
    ctx.clock.advance(MINUTE);
    delivery.wake();
    await vi.waitFor(async () => expect(await rows(ctx.db)).toMatchObject([{ status: 'failed' }]), 10_000);
    expect(server.received).toEqual([]);
  });

  test('two processes send everything once', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    for (let i = 0; i < 40; i++) await enqueue(ctx, `Mail ${i}`);
    const deliveries = [start(ctx), start(ctx)];
    const wakeUntilDone = async () => {
      for (const delivery of deliveries) delivery.wake();
      expect((await rows(ctx.db)).filter(({ status }) => status !== 'sent')).toEqual([]);
    };
    await vi.waitFor(wakeUntilDone, 10_000);
    expect(new Set(mail.sent.map(({ subject }) => subject)).size).toBe(40);
    expect(mail.sent).toHaveLength(40);
  });
});

describeOnEngines('texts in the outbox', (open) => {
  test('are encrypted until the mail is sent, each for its own mail', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    await enqueue(ctx, 'One');
    await enqueue(ctx, 'Two');
    const [one, two] = await rows(ctx.db);
    for (const row of [one, two]) expect(JSON.stringify(row)).not.toMatch(/secret|noek\.example|Hello|<p>/);
    expect(one?.text).not.toBe(two?.text);

    const { outbox } = ctx.db.tables;
    await ctx.db.write((orm) =>
      orm
        .update(outbox)
        .set({ text: one?.text ?? '' })
        .where(eq(outbox.id, two?.id ?? '')),
    );
    expect(await round(ctx)).toBe(2);
    expect(mail.sent).toMatchObject([
      { subject: 'One', text: 'Hello https://noek.example/?token=secret', html: '<p>Hello</p>' },
    ]);
    const swapped = (await rows(ctx.db)).find(({ id }) => id === two?.id);
    expect(swapped).toMatchObject({ status: 'failed', text: '', html: '' });
  });

  test('of a version without encryption are sent unchanged', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    const at = ctx.now();
    const texts = { subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' };
    await ctx.db.write((orm) =>
      orm
        .insert(ctx.db.tables.outbox)
        .values({ id: 'old', kind: 'test', recipient: to, ...texts, headers: {}, nextAttemptAt: at, createdAt: at }),
    );
    await round(ctx);
    expect(mail.sent).toMatchObject([texts]);
  });

  test('encrypted with another APP_SECRET are given up immediately, with a reason', async () => {
    const mail = createRecordingTransport();
    const db = await open();
    await enqueue(createTestCtx({ db, mail }));
    await round(createTestCtx({ db, mail, env: { APP_SECRET: 'another-secret-0123456789' } }));
    expect(mail.sent).toEqual([]);
    expect(await rows(db)).toMatchObject([
      { status: 'failed', attempts: 1, lastError: 'its text was encrypted with another APP_SECRET', text: '' },
    ]);
  });
});
