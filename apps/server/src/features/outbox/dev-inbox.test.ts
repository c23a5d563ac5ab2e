import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { createInboxTransport } from '../../integrations/mail/inbox.ts';
import { createRecordingTransport, createTestCtx } from '../../testing/create-test-ctx.ts';

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'noek-inbox-'));
  db = await openTestDatabase();
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

const link = 'http://auth.noek.localhost:5000/verify-email?token=abc';
const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.noek.example',
  AUTH_ORIGIN: 'https://auth.noek.example',
  COMPANY_ORIGIN: 'https://noek.example',
  SMTP_URL: 'smtp://127.0.0.1',
};

/** Requests a path of an app with one mail; `from` is the address of the connection. */
async function ask(
  path: string,
  {
    accept = 'text/html',
    from = '127.0.0.1',
    host = 'localhost:5000',
    forwardedFor = '',
    ...options
  }: {
    accept?: string;
    from?: string;
    host?: string;
    forwardedFor?: string;
    env?: Record<string, string>;
    smtp?: boolean;
  } = {},
) {
  const inbox = createInboxTransport({ dataDir });
  await inbox.send({
    messageId: '<m1@noek.example>',
    to: 'ada@people.example',
    subject: 'Verify <your> address',
    text: `Verify:\n${link}\n`,
    html: '<p>Verify</p>',
    headers: {},
  });
  const mail = options.smtp ? createRecordingTransport('smtp') : inbox;
  const ctx = createTestCtx({ db, mail, env: { DATA_DIR: dataDir, ...options.env } });
  const headers = { Accept: accept, Host: host, ...(forwardedFor ? { 'X-Forwarded-For': forwardedFor } : {}) };
  return createApp(ctx).request(path, { headers }, { incoming: { socket: { remoteAddress: from } } });
}

test('lists the mails as a page without script or inline style', async () => {
  const response = await ask('/dev/inbox');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toContain('text/html');
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain('href="/dev/inbox/m1"');
  expect(page).toContain('Verify &lt;your&gt; address');
  expect(page).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)|style=|<style/);
});

test('shows a mail with clickable links', async () => {
  const page = await (await ask('/dev/inbox/m1')).text();
  expect(page).toContain(`<a href="${link}">${link}</a>`);
});

test('serves the stylesheet that its pages use', async () => {
  const page = await (await ask('/dev/inbox')).text();
  const path = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '';
  const response = await ask(path);
  expect(response.headers.get('Content-Type')).toContain('text/css');
  expect(await response.text()).toContain('color-scheme: light dark');
});

test('returns JSON on request, on every host', async () => {
  for (const host of ['localhost:5000', 'auth.noek.localhost:5000', 'noek.localhost:5000']) {
    const response = await ask('/dev/inbox', { accept: 'application/json', host });
    expect(await response.json()).toMatchObject([
      { id: 'm1', to: 'ada@people.example', subject: 'Verify <your> address', links: [link] },
    ]);
  }
  const one = await ask('/dev/inbox/m1', { accept: 'application/json' });
  expect(await one.json()).toMatchObject({ id: 'm1' });
});

test.each([
  ['a connection from elsewhere', { from: '203.0.113.9' }],
  ['a caller that a local proxy passes on', { forwardedFor: '203.0.113.9' }],
  ['a caller that says it is local', { from: '203.0.113.9', forwardedFor: '127.0.0.1' }],
  ['a machine with SMTP', { smtp: true }],
  ['production', { env: production, host: 'chat.noek.example' }],
])('returns 404 for %s', async (_, options) => {
  for (const path of ['/dev/inbox', '/dev/inbox/m1', '/dev/inbox/style.css']) {
    const response = await ask(path, options);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('token=abc');
  }
});

test.each(['/dev/inbox/unknown', '/dev/inbox/..%2Fapp-secret', '/dev/inbox/m1.json'])(
  '%s returns 404',
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);
