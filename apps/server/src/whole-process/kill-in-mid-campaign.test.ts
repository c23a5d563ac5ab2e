import { join } from 'node:path';
import type { Campaign } from '@noek/contract/campaigns/schemas';
import { openDatabase } from '@noek/db/open';
import { insertUser } from '@noek/db/testing/factories';
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/stand-ins/start-smtp-server.ts';

const people = 300;
const waitAtMostMs = 60_000;

let mailServer: TestSmtpServer;
let server: ServerProcess;
beforeAll(async () => {
  mailServer = await startSmtpServer();
  server = await startServerProcess({ SMTP_URL: mailServer.url, CAMPAIGN_MAILS_PER_SECOND: '100000' });
}, waitAtMostMs);
afterAll(async () => {
  await server.discard();
  await mailServer.close();
});

test('kill -9 in mid-campaign: everyone gets it once, except the one whose answer was lost', {
  timeout: 3 * waitAtMostMs,
}, async () => {
  const me = remoteCaller(server.address);
  await me.json('/api/auth/test-login', { method: 'POST' });
  await server.stop();
  await withDatabase(async (db) => {
    const { users } = db.tables;
    await db.write((orm) => orm.update(users).set({ accessLevel: 'admin' }));
    for (let i = 0; i < people; i++) await insertUser(db, { email: `${i}@people.example` });
  });
  await server.startAgain();

  const killed = Promise.withResolvers<unknown>();
  mailServer.onMail = () => {
    if (mailServer.received.length === 99) killed.resolve(server.kill());
    return 'accept';
  };
  const { status, body } = await me.json('/api/admin/send-email', {
    method: 'POST',
    body: { recipients: [], recipientType: 'basic', subject: 'News', content: 'Hello.' },
  });
  expect([status, body]).toEqual([
    200,
    { message: 'Email has been sent successfully to selected users.', recipients: people },
  ]);
  await killed.promise;
  mailServer.onMail = () => 'accept';
  await withDatabase(async (db) => {
    const { outbox } = db.tables;
    const claimed = await db.write((orm) =>
      orm
        .update(outbox)
        // Spares the test the two minutes until the lease of the dead process ends.
        .set({ nextAttemptAt: new Date(0) })
        .where(and(eq(outbox.status, 'pending'), gt(outbox.attempts, 0)))
        .returning(),
    );
    expect(claimed.length).toBeLessThanOrEqual(1);
  });

  await server.startAgain();
  const again = remoteCaller(server.address);
  await again.json('/api/auth/test-login', { method: 'POST' });
  await vi.waitFor(
    async () => {
      const { campaigns } = await again.query<{ campaigns: Campaign[] }>('campaigns.list', {});
      expect(campaigns).toMatchObject([{ status: 'done', sent: people, total: people }]);
    },
    { timeout: waitAtMostMs, interval: 50 },
  );
  const addresses = mailServer.received.map(({ to }) => to[0]);
  expect(new Set(addresses).size).toBe(people);
  expect(addresses.length).toBeLessThanOrEqual(people + 1);
  const ids = mailServer.received.map(({ source }) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1]);
  expect(new Set(ids).size).toBe(people);
});

async function withDatabase(use: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> {
  const db = await openDatabase(`file:${join(server.dataDir, 'noek.db')}`);
  try {
    await use(db);
  } finally {
    await db.close();
  }
}
