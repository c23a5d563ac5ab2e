import type { SharedConversation } from '@noek/contract/chat/sharing';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import { expect, test } from 'vitest';
import { openFixture } from '../../../testing/documented-calls/documented-call.ts';

async function begin() {
  const fixture = await openFixture();
  const { id } = await insertConversation(fixture.db, { userId: fixture.user.id, title: 'About tides' });
  await insertMessages(fixture.db, id, ['A question', 'An answer']);
  const share = (body?: Record<string, unknown>) =>
    fixture.me.json(`/api/conversations/${id}/share`, { method: 'POST', ...(body && { body }) });
  return { ...fixture, id, share };
}

test('[2.85] a conversation is shared without a body, read by anyone, and ended', async () => {
  const { id, share, me, guest, ctx, user } = await begin();
  expect(await share()).toMatchObject({
    status: 200,
    body: { url: `${ctx.config.origins.chat}/chat/${id}`, conversationId: id, expiresAt: null },
  });
  const read = await guest.call(`/api/shared/${id}`);
  expect(Object.fromEntries(read.headers)).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(read.headers.getSetCookie()).toEqual([]);
  const text = await read.text();
  expect((JSON.parse(text) as SharedConversation).messages).toHaveLength(2);
  for (const secret of [user.id, user.email, 'feedback']) expect(text).not.toContain(secret);
  expect(await me.json(`/api/conversations/${id}/share`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  const gone = await guest.call(`/api/shared/${id}`);
  expect([gone.status, gone.headers.get('X-Robots-Tag')]).toEqual([404, 'noindex']);
});

test('an expiry is a UTC time in the future', async () => {
  const { share } = await begin();
  for (const expiresAt of ['tomorrow', '2001-01-01T00:00:00.000Z', 5])
    expect(await share({ expiresAt })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  const expiresAt = '2999-01-01T00:00:00.000Z';
  expect(await share({ expiresAt })).toMatchObject({ status: 200, body: { expiresAt } });
  expect(await share({ expiresAt: null, refresh: false })).toMatchObject({ status: 200, body: { expiresAt: null } });
});

test('continuing a shared conversation sets a guest cookie; reading it does not', async () => {
  const { id, share, guest } = await begin();
  await share();
  const input = encodeURIComponent(JSON.stringify({ conversationId: id }));
  const read = await guest.call(`/api/trpc/chat.shared?input=${input}`);
  expect([read.status, read.headers.getSetCookie()]).toEqual([200, []]);
  expect(read.headers.get('X-Robots-Tag')).toBe('noindex');
  const copied = await guest.json<{ result: { data: { id: number } } }>('/api/trpc/chat.continueShared', {
    method: 'POST',
    body: { conversationId: id },
  });
  expect([copied.status, guest.cookies.has('noek_guest')]).toEqual([200, true]);
  const path = `/api/guest/conversations/${copied.body.result.data.id}/messages`;
  expect((await guest.json(path)).body).toMatchObject([{ content: 'A question' }, { content: 'An answer' }]);
  expect((await guest.json('/api/guest/status')).body).toMatchObject({ messageCount: 0 });
});

test('a shared file is served like an own one, and as soon as the link has ended there is not even a 304', async () => {
  const { share, me, guest } = await begin();
  await share();
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) =>
    (await me.json<{ id: string }>(`/api/files?name=${name}`, { method: 'POST', bytes })).body.id;
  const picture = await upload('tide.png', await pngOf(20, 10));
  const page = await upload('page.html', Buffer.from('<script>alert(1)</script>') as Uint8Array<ArrayBuffer>);
  const { body } = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: { title: 'Files' } });
  const sent = { content: 'Look', fileIds: [picture, page] };
  await me.json(`/api/conversations/${body.id}/messages`, { method: 'POST', body: sent });
  const link = (given: object) => me.json(`/api/conversations/${body.id}/share`, { method: 'POST', body: given });
  const open = (fileId: string, what: string, tag?: string) =>
    guest.call(`/api/shared/${body.id}/files/${fileId}/${what}`, tag ? { headers: { 'If-None-Match': tag } } : {});

  await link({});
  expect((await open(picture, 'content')).status).toBe(404);
  expect(await link({ includeFiles: 'yes' })).toMatchObject({ status: 400 });
  await link({ includeFiles: true });
  const shown = await open(picture, 'content');
  const secure = {
    'cache-control': 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  };
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    ...secure,
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline; /),
  });
  expect(shown.headers.getSetCookie()).toEqual([]);
  const code = await open(page, 'content');
  expect(Object.fromEntries(code.headers)).toMatchObject({
    ...secure,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; /),
  });
  const preview = await open(picture, 'preview');
  expect([preview.status, preview.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
  expect((await open(page, 'preview')).status).toBe(404);
  expect((await open(page, 'pages')).status).toBe(200);

  const tag = shown.headers.get('ETag') ?? '';
  expect((await open(picture, 'content', tag)).status).toBe(304);
  for (const path of [`/api/files/${picture}`, `/api/files/${picture}/content`])
    expect((await guest.call(path)).status).toBe(404);
  expect((await guest.call(`/api/files/${picture}`, { method: 'DELETE' })).status).toBe(404);
  expect((await guest.call('/api/shared/no/files/x/content')).status).toBe(404);
  await me.call(`/api/conversations/${body.id}/share`, { method: 'DELETE' });
  for (const what of ['content', 'preview', 'pages']) expect((await open(picture, what, tag)).status).toBe(404);
});
