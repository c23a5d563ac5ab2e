import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ArchiveJobs } from '@noek/contract/archive/schemas';
import { openDatabase } from '@noek/db/open';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArchive } from '../features/archive/zip/check-archive.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const conversations = 20;
const messagesEach = 500;
const waitAtMostMs = 60_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.discard());

test('kill -9 in mid-export: the next start makes it, once, and it is whole', {
  timeout: 3 * waitAtMostMs,
}, async () => {
  const me = remoteCaller(server.address);
  await me.json('/api/auth/test-login', { method: 'POST' });
  await fill((await me.query<{ id: string }>('auth.user')).id);
  const id = await exportUnderWay(me);
  await server.kill();
  expect((await files()).filter((name) => name.endsWith('.part'))).toHaveLength(1);

  await server.startAgain();
  await until(async () => (await jobsOf(me)).export?.status === 'done');
  expect((await jobsOf(me)).export).toMatchObject({ id, progress: 100 });
  const archives = (await files()).filter((name) => name.includes('.'));
  expect(archives).toEqual([expect.stringMatching(new RegExp(`${id}\\.zip$`))]);

  const answer = await me.call(`/api/account/export/${id}`);
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="noek-export-[\d-]+\.zip"$/);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
  const downloaded = join(server.dataDir, 'downloaded.zip');
  await writeFile(downloaded, bytes);
  const { manifest, problems } = await checkArchive(downloaded);
  expect(problems).toEqual([]);
  expect(manifest.counts).toMatchObject({ conversations, messages: conversations * messagesEach });

  const rest = await me.call(`/api/account/export/${id}`, { headers: { Range: `bytes=${bytes.length - 10}-` } });
  expect([rest.status, rest.headers.get('Content-Range')]).toEqual([
    206,
    `bytes ${bytes.length - 10}-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(-10));

  expect(await script('check-archive.ts', downloaded)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`is whole: 54 files with ${conversations} conversations`),
  });
  const training = await script('export-training-data.ts');
  expect(training).toMatchObject({ code: 0, err: '' });
  expect(training.out.trim().split('\n')).toHaveLength((conversations * messagesEach) / 100);
});

/** Starts an export, and others if it is done before it was seen running. Resolves to the id of the running one. */
async function exportUnderWay(me: RemoteCaller): Promise<string> {
  for (let tries = 0; tries < 8; tries++) {
    const { status, body } = await me.json<{ id: string }>('/api/account/export', { method: 'POST' });
    expect(status).toBe(202);
    let isPartThere = false;
    await until(async () => {
      isPartThere = (await files()).some((name) => name.endsWith('.part'));
      return isPartThere || (await jobsOf(me)).export?.status === 'done';
    });
    if (isPartThere) return body.id;
  }
  throw new Error('Every export was done before it was seen running.');
}

/** Conversations that take the server a few seconds to export. */
async function fill(userId: string): Promise<void> {
  const db = await openDatabase(`file:${join(server.dataDir, 'noek.db')}`);
  for (let i = 0; i < conversations; i++) {
    const { id } = await insertConversation(db, { userId, title: `Conversation ${i}` });
    const texts = Array.from(
      { length: messagesEach },
      (_, n) => `Message ${n} of ${i}: ${'all about tea '.repeat(20)}`,
    );
    await insertMessages(db, id, texts);
  }
  await db.close();
}

const files = () => readdir(join(server.dataDir, 'archives'), { recursive: true }).catch((): string[] => []);
const jobsOf = (who: RemoteCaller) => who.query<ArchiveJobs>('archive.jobs');

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + waitAtMostMs;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('It took too long.');
    await sleep(5);
  }
}

async function script(name: string, ...args: string[]) {
  const path = fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: server.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}
