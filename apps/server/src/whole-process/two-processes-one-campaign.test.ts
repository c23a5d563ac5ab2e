import { testEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { and, eq, gt } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startSmtpServer } from '../testing/stand-ins/start-smtp-server.ts';

const people = 200;
const patience = { timeout: 60_000, interval: 50 };

test('two servers on one PostgreSQL share a campaign, one is killed: everyone gets it once, except the one whose answer was lost', {
  skip: !testEngines.includes('postgres'),
  timeout: 180_000,
}, async () => {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  const mailServer = await startSmtpServer();
  onTestFinished(() => mailServer.close());
  const settings = {
    DATABASE_URL: db.url,
    APP_SECRET: 'the same in both processes, 0123456789',
    SMTP_URL: mailServer.url,
    CAMPAIGN_MAILS_PER_SECOND: '100000',
  };
  const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.discard()))));
  const [survivor, victim] = servers;
  const me = remoteCaller(survivor?.address ?? '');
  await me.json('/api/auth/test-login', { method: 'POST' });
  const { users, outbox, campaigns } = db.tables;
  await db.write((orm) => orm.update(users).set({ accessLevel: 'admin' }));
  for (let i = 0; i < people; i++) await insertUser(db, { email: `${i}@people.example` });

  const killed = Promise.withResolvers<unknown>();
  mailServer.onMail = () => {
    if (mailServer.received.length === people / 4) killed.resolve(victim?.kill());
    return 'accept';
  };
  const body = { recipientType: 'basic', subject: 'News', content: 'Hello.' };
  const started = await me.json('/api/admin/send-email', { method: 'POST', body });
  expect(started.status).toBe(200);
  await killed.promise;

  // The other sends the rest, except a mail that the killed one had claimed.
  const claimed = and(eq(outbox.status, 'pending'), gt(outbox.attempts, 0));
  await vi.waitFor(async () => {
    const open = await db.orm.select().from(outbox).where(eq(outbox.status, 'pending'));
    expect(open.length).toBeLessThanOrEqual(1);
  }, patience);
  // Spares the test the two minutes until the lease of the dead process ends.
  await db.write((orm) =>
    orm
      .update(outbox)
      .set({ nextAttemptAt: new Date(0) })
      .where(claimed),
  );
  db.notify('campaigns');
  await vi.waitFor(
    async () =>
      expect(await db.orm.select().from(campaigns)).toMatchObject([
        { status: 'done', total: people, results: { sent: people } },
      ]),
    patience,
  );
  const addresses = mailServer.received.map(({ to }) => to[0]);
  expect(new Set(addresses).size).toBe(people);
  expect(addresses.length).toBeLessThanOrEqual(people + 1);
  const ids = mailServer.received.map(({ source }) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1]);
  expect(new Set(ids).size).toBe(people);
});
