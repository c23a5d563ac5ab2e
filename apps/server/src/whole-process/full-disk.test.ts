import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const full = {
  code: 'UNAVAILABLE',
  message: 'The disk of this server is full, so nothing can be saved at the moment. Please try again later.',
};
const busy = {
  code: 'UNAVAILABLE',
  message: 'The database is busy, so nothing can be saved at the moment. Please try again in a few seconds.',
};
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

describe.runIf(canMount())('a server whose disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-disk-'));
  const filler = join(folder, 'filler');
  let server: ServerProcess;
  let me: RemoteCaller;

  beforeAll(async () => {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]);
    server = await startServerProcess({ DATA_DIR: folder });
    me = remoteCaller(server.address);
    await me.json('/api/auth/test-login', { method: 'POST' });
  });
  afterAll(async () => {
    await server.discard();
    execFileSync('/usr/bin/umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  test('refuses what it cannot save with 503 and the reason, reads, says that it is not ready, and recovers without a restart', async () => {
    const { body: chat } = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} });
    const content = 'Hello';
    const attempts = (): Promise<Response>[] => [
      remoteCaller(server.address).call('/api/auth/signup', { method: 'POST', body: person }),
      remoteCaller(server.address).call('/api/auth/test-login', { method: 'POST' }),
      me.call(`/api/conversations/${chat.id}/messages`, { method: 'POST', body: { content } }),
      me.call('/api/trpc/chat.send', { method: 'POST', body: { conversationId: chat.id, content } }),
      remoteCaller(server.address).call('/api/trpc/chat.send', {
        method: 'POST',
        body: { conversationId: null, content },
      }),
      me.call('/api/memories', { method: 'POST', body: { title: 'Tea', content: 'Likes tea' } }),
      me.call('/api/account/export', { method: 'POST' }),
    ];
    const readyz = () => me.call('/readyz');
    expect((await readyz()).status).toBe(200);

    fill(filler);
    // A recent write counts as proof of room on the disk.
    await vi.waitFor(async () => expect((await readyz()).status).toBe(503), { timeout: 10_000 });
    expect(await (await readyz()).json()).toEqual(full);
    for (const attempt of attempts()) {
      const response = await attempt;
      expect([response.url, response.status, response.headers.get('Retry-After')]).toEqual([response.url, 503, '30']);
      expect(await response.text()).toContain(full.message);
    }
    const { email, password } = person;
    const login = () =>
      remoteCaller(server.address).call('/api/auth/login', { method: 'POST', body: { email, password } });
    expect((await login()).status).toBe(503);
    expect((await me.json('/api/conversations')).status).toBe(200);
    expect((await readyz()).status).toBe(503);

    rmSync(filler);
    expect((await readyz()).status).toBe(200);
    for (const attempt of attempts()) expect((await attempt).status).toBeLessThan(300);
    expect((await login()).status).toBe(403);
    expect((await readyz()).status).toBe(200);
    expect(server.output.stdout).toContain('the database is not available');
  });
});

describe('a server whose database another process has locked', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess();
  });
  afterAll(() => server.discard());

  test('reads and is ready without delay, refuses a send with 503 and Retry-After, and sends once the lock is gone', async () => {
    const me = remoteCaller(server.address);
    await me.json('/api/auth/test-login', { method: 'POST' });
    const { body: chat } = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} });
    const other = new DatabaseSync(join(server.dataDir, 'noek.db'));
    other.exec('begin immediate');
    const send = () =>
      me.call(`/api/conversations/${chat.id}/messages`, { method: 'POST', body: { content: 'Hello' } });
    try {
      let refused = false;
      const sent = send().finally(() => {
        refused = true;
      });
      let looks = 0;
      while (!refused) {
        const from = performance.now();
        expect((await me.call('/readyz')).status).toBe(200);
        expect((await me.call('/api/conversations')).status).toBe(200);
        expect(performance.now() - from).toBeLessThan(3_000);
        looks++;
      }
      expect(looks).toBeGreaterThan(2);
      const response = await sent;
      expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([503, '2', busy]);
      const late = send();
      other.exec('commit');
      expect((await late).status).toBe(201);
    } finally {
      other.close();
    }
  });
});

/** Whether this process may mount a file system: only root may, and not in every container. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'noek-mount-'));
  try {
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('/usr/bin/umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a file until the disk is full. */
function fill(file: string): void {
  for (const size of [1024 * 1024, 4096])
    for (let block = 0; block < 64; block++)
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
        break;
      }
}
