import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'trace' });
}, 90_000);
afterAll(() => server.discard());

/** The files of the server that have one of the words, as "word: file". The bytes of uploads go a minute later, which another test waits for. */
function foundIn(words: readonly string[]): string[] {
  return readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const isUpload = path.startsWith(join(server.dataDir, 'files'));
    const content = `${path} ${isUpload ? '' : read(path)}`.toLowerCase();
    return words.filter((word) => content.includes(word.toLowerCase())).map((word) => `${word}: ${entry.name}`);
  });
}

/** What a file has now. Files of the database may disappear while they are listed. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

test('a server that logs everything logs no word of a temporary chat, and after a sign-out and a crash no file has one', {
  timeout: 120_000,
}, async () => {
  const { call, json, cookies } = remoteCaller(server.address);
  const post = (path: string, body: unknown = {}) => json<Record<string, never>>(path, { method: 'POST', body });
  expect((await call('/api/auth/test-login', { method: 'POST' })).ok).toBe(true);
  const { body: chat } = await post('/api/conversations', { temporary: true });
  const messages = `/api/conversations/${chat.id}/messages`;
  const words = ['Qwalruszk', 'Qotterszk', 'Qfilezk', 'Qpagezk', 'Qratedzk'];
  const [asked = '', more = '', name = '', page = '', rated = ''] = words;
  const upload = await fetch(`${server.address}/api/files?name=${name}.txt`, {
    method: 'POST',
    headers: { Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
    body: `${page} is written here. `.repeat(50),
  });
  const file = (await upload.json()) as { id: string };
  const sent = await post(messages, {
    content: `Remember that I like ${asked}. Read the file.`,
    fileIds: [file.id],
  });
  expect(sent.status).toBe(201);
  expect((await post(messages, { content: `And ${more}, too.` })).status).toBe(201);
  // What is refused is not logged either.
  expect((await post(messages, { content: more, parentId: asked })).status).toBe(404);
  expect((await post(messages, { content: { asked } })).status).toBe(400);
  expect((await json(`/api/conversations/${chat.id}`, { method: 'PATCH', body: { title: asked } })).status).toBe(400);
  const [, answer] = sent.body as unknown as { id: string }[];
  const rating = { messageId: answer?.id, rating: 'bad', reason: rated };
  expect((await post('/api/trpc/chat.rate', rating)).status).toBe(200);
  expect((await json(`/api/conversations/search?q=${asked}`)).body).toEqual([]);
  expect(foundIn([asked])).not.toEqual([]);

  expect((await post('/api/auth/logout')).status).toBe(200);
  await server.kill();
  await server.startAgain();
  await vi.waitFor(() => expect(foundIn(words)).toEqual([]), { timeout: 80_000, interval: 250 });
  await server.stop();
  expect(foundIn(words)).toEqual([]);
  const { stdout, stderr } = server.output;
  const lines = `${stdout}${stderr}`.toLowerCase();
  expect(lines).toContain('is ready');
  expect(words.filter((word) => lines.includes(word.toLowerCase()))).toEqual([]);
});
