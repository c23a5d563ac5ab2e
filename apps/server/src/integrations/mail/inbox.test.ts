import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInboxTransport, findInboxMail, listInbox } from './inbox.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'noek-inbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const mail = (id: string) => ({
  messageId: `<${id}@noek.example>`,
  to: 'ada@people.example',
  subject: `Mail ${id}`,
  text: 'Verify:\nhttp://auth.noek.localhost:5000/verify-email?token=abc-_1\n\nOr (https://noek.example).\n',
  html: '<p>Verify</p>',
  headers: {},
});

test('a mail is stored as JSON and as text that only its owner can read', async () => {
  await createInboxTransport({ dataDir }).send(mail('m1'));
  const [first] = await listInbox({ dataDir });
  expect(first).toEqual({
    id: 'm1',
    to: 'ada@people.example',
    subject: 'Mail m1',
    text: mail('m1').text,
    html: '<p>Verify</p>',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    links: ['http://auth.noek.localhost:5000/verify-email?token=abc-_1', 'https://noek.example'],
  });
  expect(await findInboxMail({ dataDir }, 'm1')).toEqual(first);
  const path = join(dataDir, 'mail', 'm1.txt');
  expect(await readFile(path, 'utf8')).toContain('Subject: Mail m1');
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('the newest mail comes first', async () => {
  const transport = createInboxTransport({ dataDir });
  for (const [i, id] of ['b', 'c', 'a'].entries()) {
    await transport.send(mail(id));
    const at = new Date(1_790_000_000_000 + i * 1000);
    await utimes(join(dataDir, 'mail', `${id}.json`), at, at);
  }
  expect((await listInbox({ dataDir })).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});

test('a mail that is sent again replaces its first copy', async () => {
  const transport = createInboxTransport({ dataDir });
  await transport.send(mail('m1'));
  await transport.send(mail('m1'));
  expect(await listInbox({ dataDir })).toHaveLength(1);
});

test('an inbox without mails is empty', async () => {
  expect(await listInbox({ dataDir })).toEqual([]);
  expect(await findInboxMail({ dataDir }, 'm1')).toBeNull();
});

test.each(['../app-secret', '..', 'm1.json', 'm1/../m1', ''])('%j is not the id of a mail', async (id) => {
  await createInboxTransport({ dataDir }).send(mail('m1'));
  expect(await findInboxMail({ dataDir }, id)).toBeNull();
});
