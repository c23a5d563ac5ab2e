import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertConversation, insertDocument } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { openFixture } from '../../../testing/documented-calls/documented-call.ts';

async function begin() {
  const fixture = await openFixture();
  const { id: conversationId } = await insertConversation(fixture.db, { userId: fixture.user.id });
  const { id } = await insertDocument(fixture.db, { conversationId, kind: 'html', contents: ['<script>1</script>'] });
  const share = (body?: Record<string, unknown>) =>
    fixture.me.json<{ url: string; token: string }>(`/api/documents/${id}/share`, {
      method: 'POST',
      ...(body && { body }),
    });
  return { ...fixture, conversationId, id, share };
}

test('a document is shared without a body, read by anyone, and ended', async () => {
  const { id, share, me, guest, ctx, user } = await begin();
  const { status, body } = await share();
  expect([status, body]).toMatchObject([200, { url: `${ctx.config.origins.chat}/d/${body.token}`, expiresAt: null }]);
  const read = await guest.call(`/api/d/${body.token}`);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'content-type': 'application/json' },
  });
  expect(read.headers.getSetCookie()).toEqual([]);
  const text = await read.text();
  expect(JSON.parse(text)).toMatchObject({ kind: 'html', content: '<script>1</script>' });
  for (const secret of [user.id, user.email, id]) expect(text).not.toContain(secret);
  expect(await share({ expiresAt: '2001-01-01T00:00:00.000Z' })).toMatchObject({ status: 400 });
  expect(await share({ expiresAt: 'tomorrow' })).toMatchObject({ status: 400 });
  expect(await me.json(`/api/documents/${id}/share`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  const gone = [`/api/d/${body.token}`, '/api/d/short', `/api/d/${'a'.repeat(43)}`, `/api/d/${'ä'.repeat(30)}`];
  const answers = await Promise.all(gone.map(async (path) => (await guest.json(path)).body));
  expect(answers[0]).toEqual({ message: 'Document not found.', code: 'NOT_FOUND' });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('continuing sets a guest cookie; reading does not', async () => {
  const { share, guest } = await begin();
  const { token } = (await share()).body;
  const copied = await guest.json<{ result: { data: { conversationId: number; documentId: string } } }>(
    '/api/trpc/documents.continueShared',
    { method: 'POST', body: { token } },
  );
  expect([copied.status, guest.cookies.has('noek_guest')]).toEqual([200, true]);
  const { conversationId, documentId } = copied.body.result.data;
  expect((await guest.json(`/api/documents/${documentId}`)).body).toMatchObject({
    ...{ conversationId, content: '<script>1</script>', version: 1 },
  });
});

test('the page of a link has status 404 as soon as the link has ended, and is kept by no cache and no search engine', async () => {
  const { share, ctx, me, id } = await begin();
  const root = mkdtempSync(join(tmpdir(), 'noek-web-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Noek</title>');
  writeFileSync(join(root, 'auth.html'), '<!doctype html><title>Noek</title>');
  const app = createApp(ctx.composed.deps, ctx.composed.state, root);
  const open = (path: string, host = 'localhost:5000') =>
    app.request(`http://${host}${path}`, { headers: { Host: host } });
  const { token } = (await share()).body;
  const page = await open(`/d/${token}`);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'strict-origin-when-cross-origin' },
  });
  expect([page.status, (await open(`/d/${token}`, 'auth.noek.localhost:5000')).status]).toEqual([200, 404]);
  const text = await page.text();
  for (const secret of ['<script>1', token]) expect(text).not.toContain(secret);
  await me.call(`/api/documents/${id}/share`, { method: 'DELETE' });
  for (const path of [`/d/${token}`, '/d/x', '/d/', `/d/${token}/`]) {
    const gone = await open(path);
    expect([path, gone.status]).toEqual([path, 404]);
  }
  expect((await open(`/d/${token}`)).headers.get('X-Robots-Tag')).toBe('noindex');
});

test('a token that may only read cannot share', async () => {
  const { me, caller, id } = await begin();
  const { body } = await me.json<{ token: string }>('/api/tokens', {
    ...{ method: 'POST', body: { name: 'Reader', scopes: ['read'] } },
  });
  const headers = { Authorization: `Bearer ${body.token}` };
  const shared = await caller().call(`/api/documents/${id}/share`, { method: 'POST', headers });
  expect(shared.status).toBe(403);
});
