import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type DatabaseGate, openDatabaseGate } from '../database-gate.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '../stand-ins/start-smtp-server.ts';

const hour = 60 * 60_000;

/** What happens every few seconds, every minute and every hour happens twice per second instead. */
const hurriedTimers = `const { setInterval: every } = globalThis;
globalThis.setInterval = (work, ms, ...rest) => every(work, ms >= 5_000 ? 500 : ms, ...rest);`;
/** Long time limits on the database, for a process whose gate is paused for as long as a busy machine needs. */
const longTimeLimits = `const { setTimeout: after } = globalThis;
globalThis.setTimeout = (work, ms, ...rest) => after(work, ms >= 10_000 ? 30 * ms : ms, ...rest);`;
const importing = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

export type Member = { server: ServerProcess; gate: DatabaseGate };

/** A receiver of webhooks, and the paths and ids of what it got. */
type WebhookReceiver = { url: string; received: { path: string; id: string }[] };

async function startReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver['received'] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']) });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** The APP_SECRET of the processes. */
export const clusterSecret = 'the same in all processes, 0123456789';

/** Server processes on one PostgreSQL, with shared storage, each behind a gate to the database. */
export type Cluster = {
  db: Database;
  dataDir: string;
  /** The folder that the knowledge base is read from. */
  knowledgeDir: string;
  mailServer: TestSmtpServer;
  /** What webhooks are sent to. */
  receiver: WebhookReceiver;
  /** Starts one more process. One that `isPatient` waits for the database as long as its gate is paused. */
  join(options?: { isPatient?: boolean }): Promise<Member>;
  /** Ends the claims of processes that died, and makes their files old, as if the time until then had passed. */
  letClaimsEnd(): Promise<void>;
};

/** `db` is a database of the tests' PostgreSQL. */
export async function openCluster(db: Database & { url: string }): Promise<Cluster> {
  const [dataDir, knowledgeDir] = await Promise.all(
    ['noek-shared-', 'noek-knowledge-'].map((name) => mkdtemp(join(tmpdir(), name))),
  );
  if (!dataDir || !knowledgeDir) throw new Error('There is no folder.');
  onTestFinished(async () => {
    for (const folder of [dataDir, knowledgeDir]) await rm(folder, { recursive: true, force: true });
  });
  const mailServer = await startSmtpServer();
  onTestFinished(() => mailServer.close());
  const receiver = await startReceiver();
  return {
    db,
    dataDir,
    knowledgeDir,
    mailServer,
    receiver,
    async join({ isPatient = false } = {}) {
      const gate = await openDatabaseGate(db.url);
      onTestFinished(() => gate.close());
      const server = await startServerProcess({
        DATABASE_URL: gate.url,
        DATA_DIR: dataDir,
        KNOWLEDGE_DIR: knowledgeDir,
        APP_SECRET: clusterSecret,
        WEBHOOKS_PRIVATE: 'true',
        SMTP_URL: mailServer.url,
        CAMPAIGN_MAILS_PER_SECOND: '100000',
        NODE_OPTIONS: [hurriedTimers, ...(isPatient ? [longTimeLimits] : [])].map(importing).join(' '),
      });
      onTestFinished(() => server.discard());
      return { server, gate };
    },
    async letClaimsEnd() {
      const {
        paymentCustomers: customers,
        archiveJobs,
        fileBlobs,
        files,
        knowledgeSources,
        leases,
        outbox,
        subscriptionDecisions,
        sandboxEvents,
        webhookDeliveries,
      } = db.tables;
      // Before the claims, after which other processes write such files.
      const archives = join(dataDir, 'archives');
      const hoursAgo = new Date(Date.now() - 2 * hour);
      for (const name of await readdir(archives, { recursive: true }).catch((): string[] => []))
        if (name.includes('.')) await utimes(join(archives, name), hoursAgo, hoursAgo).catch(() => {});
      const past = new Date(0);
      await db.atomic((step) => {
        step.add(
          step.orm
            .update(outbox)
            .set({ nextAttemptAt: past })
            .where(and(eq(outbox.status, 'pending'), gt(outbox.attempts, 0))),
        );
        step.add(
          step.orm
            .update(webhookDeliveries)
            .set({ nextAttemptAt: past })
            .where(eq(webhookDeliveries.status, 'waiting')),
        );
        step.add(step.orm.update(archiveJobs).set({ heartbeatAt: past }).where(eq(archiveJobs.status, 'running')));
        step.add(step.orm.update(sandboxEvents).set({ nextAttemptAt: past }));
        step.add(step.orm.update(leases).set({ until: past }));
        step.add(step.orm.update(files).set({ readingUntil: past }).where(isNotNull(files.readingUntil)));
        step.add(step.orm.update(fileBlobs).set({ claimedUntil: past }).where(eq(fileBlobs.removing, true)));
        step.add(step.orm.update(knowledgeSources).set({ nextCheckAt: past }).where(isNotNull(knowledgeSources.claim)));
        step.add(
          step.orm
            .update(customers)
            .set({ reconciledAt: past })
            .where(lt(customers.reconciledAt, new Date(Date.now() - 22 * hour))),
        );
        step.add(
          step.orm.update(subscriptionDecisions).set({ dueAt: past }).where(isNotNull(subscriptionDecisions.dueAt)),
        );
      });
    },
  };
}
