import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@noek/contract/chat/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

let base: string;
let server: ServerProcess;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'noek-knowledge-'));
  mkdirSync(join(base, 'handbook'));
  writeFileSync(join(base, 'handbook', 'office.md'), '# Office\n\nThe office dog is called Biscuit.');
  server = await startServerProcess({ AI_PROVIDERS: '[]', KNOWLEDGE_DIR: join(base, 'handbook') });
});
afterAll(async () => {
  await server.discard();
  rmSync(base, { recursive: true, force: true });
});

/** A guest's question and the demo's answer. */
async function ask(): Promise<Message> {
  const guest = remoteCaller(server.address);
  await guest.json('/api/guest/status');
  const { status, body } = await guest.json<{ aiMessage: Message }>('/api/guest/chat', {
    method: 'POST',
    body: { message: 'What is the office dog called?', conversationId: null },
  });
  expect(status).toBe(200);
  return body.aiMessage;
}

const timeout = 60_000;

test('the demo answers a guest from the folder, and after kill -9 from the text that was read before', {
  timeout,
}, async () => {
  // The first check may still be running.
  await expect.poll(async () => (await ask()).sources.length, { timeout: 20_000 }).toBe(1);
  const before = await ask();
  expect(before.content).toContain('The office dog is called Biscuit. [1]');
  expect(before.sources[0]).toMatchObject({
    kind: 'knowledge',
    revision: expect.stringMatching(/^1-/),
    title: 'Office',
  });

  await server.kill();
  renameSync(join(base, 'handbook'), join(base, 'elsewhere'));
  await server.startAgain();
  const after = await ask();
  expect(after.content).toContain('The office dog is called Biscuit. [1]');
  expect(after.sources).toEqual(before.sources);
});
