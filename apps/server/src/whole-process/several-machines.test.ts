import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Import } from '@noek/contract/archive/imports';
import type { Database } from '@noek/db/database';
import { testEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { startS3StandIn } from '@noek/files/testing/s3-stand-in';
import { chain, chat, message, root } from '@noek/importers/testing/chatgpt-parts';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkArchive } from '../features/archive/zip/check-archive.ts';
import { type DatabaseGate, openDatabaseGate } from '../testing/database-gate.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

type Machine = { server: ServerProcess; gate: DatabaseGate; me: RemoteCaller };
const patience = { timeout: 40_000, interval: 50 };

/** Two server processes on one PostgreSQL, each with a DATA_DIR of its own, and one person who is signed in to both. */
async function openMachines(env: Record<string, string> = {}): Promise<{ db: Database; a: Machine; b: Machine }> {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  async function start(): Promise<Machine> {
    const gate = await openDatabaseGate(db.url);
    onTestFinished(() => gate.close());
    const secret = 'the same in all processes, 0123456789';
    const server = await startServerProcess({ DATABASE_URL: gate.url, APP_SECRET: secret, ...env });
    onTestFinished(() => server.discard());
    return { server, gate, me: remoteCaller(server.address) };
  }
  const [a, b] = await Promise.all([start(), start()]);
  await a.me.json('/api/auth/test-login', { method: 'POST' });
  for (const [name, value] of a.me.cookies) b.me.cookies.set(name, value);
  const { id: userId } = await a.me.query<{ id: string }>('auth.user');
  const { id } = await insertConversation(db, { userId, title: 'Tea' });
  await insertMessages(db, id, ['How long?', 'Three minutes.']);
  return { db, a, b };
}

const cookieOf = ({ me }: Machine) => [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function upload({ server, ...machine }: Machine, path: string, body: string | FormData, headers = {}) {
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { Cookie: cookieOf({ server, ...machine }), ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as { id: string } };
}

const addFile = (machine: Machine) =>
  upload(machine, '/api/files?name=tea.txt', 'All about tea.', { 'Content-Type': 'application/octet-stream' });

function startImport(machine: Machine) {
  const form = new FormData();
  const chats = [
    chat([root, ...chain([message('user', 'Rain?'), message('assistant', 'Tomorrow.')])], { title: 'Rain' }),
  ];
  form.append('file', new Blob([JSON.stringify(chats)]), 'conversations.json');
  return upload(machine, '/api/account/import', form);
}

/** From now on, the machine begins no export and no import. */
function leaveJobsToOthers({ gate }: Machine): void {
  gate.judge = ({ text }) => (/^update "archive_jobs" set "status"/.test(text) ? 'stop-before' : 'pass');
}

async function ended({ me }: Machine, id: string): Promise<Import> {
  const read = async () => (await me.json<Import>(`/api/account/import/${id}`)).body;
  await expect.poll(async () => (await read()).endedAt, patience).not.toBeNull();
  return read();
}

const startExport = async ({ me }: Machine) =>
  (await me.json<{ id: string }>('/api/account/export', { method: 'POST' })).body.id;

const exportIsDone = ({ me }: Machine, id: string) =>
  expect
    .poll(
      async () =>
        (await me.json(`/api/account/export/${id}`, { headers: { Range: 'bytes=0-0' } }).catch(() => null)) === null,
      patience,
    )
    .toBe(true);

const namesIn = async ({ server }: Machine) =>
  (await readdir(join(server.dataDir, 'archives'), { recursive: true }).catch((): string[] => [])).filter((name) =>
    name.includes('.'),
  );

describe.skipIf(!testEngines.includes('postgres'))('processes with different DATA_DIRs', () => {
  test('without S3, a machine says clearly what it does not have', { timeout: 120_000 }, async () => {
    const { db, a, b } = await openMachines();
    const file = await addFile(a);
    expect(file.status).toBe(201);
    const content = `/api/files/${file.body.id}/content`;
    expect((await a.me.call(content)).status).toBe(200);
    expect(await b.me.json(content)).toMatchObject({ status: 404, body: { message: 'File not found.' } });

    leaveJobsToOthers(b);
    const id = await startExport(b);
    const { archiveJobs: j } = db.tables;
    const statusOf = async () => (await db.orm.select({ status: j.status }).from(j).where(eq(j.id, id)))[0]?.status;
    await expect.poll(statusOf, patience).toBe('done');
    expect((await a.me.call(`/api/account/export/${id}`)).status).toBe(200);
    expect(await b.me.json(`/api/account/export/${id}`)).toMatchObject({
      status: 409,
      body: {
        message:
          'This server does not have the archive. Please try again. If that does not help, start another export.',
      },
    });

    const started = await startImport(b);
    expect(await ended(b, started.body.id)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^The uploaded files are not on the server that was to import them\. Please/),
    });
    for (const { server } of [a, b]) expect(server.output.stdout).toContain('(docs/production.md)');
  });

  test('with S3, every machine has everything, also what a process made that was killed', {
    timeout: 120_000,
  }, async () => {
    const s3 = await startS3StandIn();
    onTestFinished(() => s3.close().catch(() => {}));
    const { url, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
    const { db, a, b } = await openMachines({
      FILES_S3_URL: url,
      FILES_S3_BUCKET: bucket,
      FILES_S3_REGION: region,
      FILES_S3_KEY: accessKeyId,
      FILES_S3_SECRET: secretAccessKey,
    });
    const file = await addFile(a);
    expect(await (await b.me.call(`/api/files/${file.body.id}/content`)).text()).toBe('All about tea.');

    leaveJobsToOthers(a);
    const started = await startImport(a);
    expect(await ended(a, started.body.id)).toMatchObject({ state: 'done', conversations: { added: 1 } });

    const id = await startExport(a);
    await exportIsDone(a, id);
    const [fromA, fromB] = await Promise.all(
      [a, b].map(async ({ me }) => Buffer.from(await (await me.call(`/api/account/export/${id}`)).arrayBuffer())),
    );
    expect(fromB).toEqual(fromA);
    const downloaded = join(a.server.dataDir, 'downloaded.zip');
    await writeFile(downloaded, fromA ?? '');
    const { manifest, problems } = await checkArchive(downloaded);
    expect([problems, manifest.counts]).toEqual([[], { conversations: 2, messages: 4, memories: 0 }]);
    const range = await a.me.call(`/api/account/export/${id}`, { headers: { Range: 'bytes=2-5' } });
    expect([range.status, Buffer.from(await range.arrayBuffer())]).toEqual([206, fromA?.subarray(2, 6)]);
    expect([await namesIn(a), await namesIn(b)]).toEqual([[], []]);

    // The next archive is in the bucket when the process that made it is killed before it can say so.
    const stopped = Promise.withResolvers<unknown>();
    b.gate.judge = ({ text }) => (text.includes('"expires_at" = ') ? 'stop-before' : 'pass');
    b.gate.onStopped = stopped.resolve;
    const next = await startExport(b);
    await stopped.promise;
    expect([...s3.objects.keys()].filter((key) => key.endsWith(`${next}.zip`))).toHaveLength(1);
    await b.server.kill();
    const { archiveJobs: j } = db.tables;
    await db.write((orm) =>
      orm
        .update(j)
        .set({ heartbeatAt: new Date(0) })
        .where(eq(j.id, next)),
    );
    a.gate.judge = () => 'pass';
    await a.server.kill();
    await a.server.startAgain();
    await exportIsDone(a, next);
    // The archive before it is removed once the new one can be had.
    await expect
      .poll(() => [...s3.objects.keys()].filter((key) => key.startsWith('archives/')), patience)
      .toEqual([expect.stringMatching(new RegExp(`^archives/[\\da-f]{32}/${next}\\.zip$`))]);
    expect(s3.uploads.size).toBe(0);

    await s3.close();
    for (const path of [`/api/files/${file.body.id}/content`, `/api/account/export/${next}`])
      expect(await a.me.json(path)).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/^The server cannot reach its storage for files/) },
      });
    expect((await startImport(a)).status).toBe(503);
    expect(await namesIn(a)).toEqual([]);
  });
});
