import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { runJobs } from '../../testing/archives.ts';
import { openFixture } from '../../testing/documented-calls/documented-call.ts';

async function withExport() {
  const fixture = await openFixture();
  const { body } = await fixture.me.json<{ id: string }>('/api/account/export', { method: 'POST' });
  return { ...fixture, path: `/api/account/export/${body.id}` };
}

test('an unfinished export reports its progress; a finished one is a file to download', async () => {
  const { ctx, me, path } = await withExport();
  expect(await me.json(path)).toEqual({ status: 202, body: { progress: 0 } });
  await runJobs(ctx);
  const answer = await me.call(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="noek-export-2026-11-21.zip"',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test.each([
  ['bytes=0-9', 206, [0, 10]],
  ['bytes=10-', 206, [10, undefined]],
  ['bytes=-5', 206, [-5, undefined]],
  ['bytes=0-999999999', 206, [0, undefined]],
  ['bytes=999999999-', 416, [0, 0]],
  ['bytes=9-3', 416, [0, 0]],
  ['lines=1-2', 200, [0, undefined]],
  ['bytes=0-1,4-5', 200, [0, undefined]],
] as const)('Range: %s is answered with %i', async (range, status, [from, to]) => {
  const { ctx, me, path } = await withExport();
  await runJobs(ctx);
  const whole = Buffer.from(await (await me.call(path)).arrayBuffer());
  const answer = await me.call(path, { headers: { Range: range } });
  expect(answer.status).toBe(status);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(from, to));
  if (status === 416) expect(answer.headers.get('Content-Range')).toBe(`bytes */${whole.length}`);
});

test('an upload without a declared length is cut off at the limit, and leaves nothing', async () => {
  const { app, ctx, me } = await withExport();
  const piece = new Uint8Array(8 * 1024 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += piece.length;
      if (sent > 40 * 1024 * 1024) controller.close();
      else controller.enqueue(piece);
    },
  });
  const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Host: 'localhost:5000', Cookie: cookie };
  const request = new Request('http://localhost:5000/api/files?name=a.txt', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  const answer = await app.request(request);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ message: 'This file is too large: it can have up to 25 MB.' });
  expect(await ctx.db.orm.select().from(ctx.db.tables.files)).toEqual([]);
});

test.each([
  ['markdown', 'text/markdown; charset=utf-8', 'md', /^# Café 🌊 "tides"\n/],
  ['json', 'application/json; charset=utf-8', 'json', /^\{"format":"noek-archive"/],
])('one conversation is a file to download, as %s, whose name is its title', async (format, type, ending, begins) => {
  const { db, me, user } = await openFixture();
  const { id } = await insertConversation(db, { userId: user.id, title: 'Café 🌊 "tides"' });
  await insertMessages(db, id, ['Hello', 'Hi']);
  const answer = await me.call(`/api/conversations/${id}/export?format=${format}`);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-disposition': `attachment; filename="noek-Caf_-__-tides.${ending}"; filename*=UTF-8''noek-Caf%C3%A9-%F0%9F%8C%8A-tides.${ending}`,
    'cache-control': 'no-store',
  });
  expect(await answer.text()).toMatch(begins);
});

test('a guest exports a chat of their own; without a format, the call says which there are', async () => {
  const { guest, me } = await openFixture();
  const body = { message: 'Hello', conversationId: null };
  const sent = await guest.json<{ conversation: { id: number } }>('/api/guest/chat', { method: 'POST', body });
  const path = `/api/conversations/${sent.body.conversation.id}/export`;
  expect(await (await guest.call(`${path}?format=markdown`)).text()).toContain('The answer is 42.');
  expect((await me.call(`${path}?format=markdown`)).status).toBe(404);
  const refused = await guest.json<{ message: string }>(path);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('markdown or json')]);
});
