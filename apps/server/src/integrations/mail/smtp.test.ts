import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../testing/stand-ins/start-smtp-server.ts';
import { MailError } from './mail.ts';
import { createSmtpTransport } from './smtp.ts';

let server: TestSmtpServer;
beforeEach(async () => {
  server = await startSmtpServer();
});
afterEach(() => server.close());

const mail = {
  messageId: '<0001@noek.example>',
  to: 'ada@people.example',
  subject: 'Grüße',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  headers: { 'List-Unsubscribe': '<https://noek.example/u>' },
};
const transport = () => createSmtpTransport({ url: server.url, from: 'Noek <noek@noek.example>' });
const failure = (sent: Promise<void>) => sent.then(() => null).catch((error: unknown) => error);

test('delivers both bodies with our Message-ID and headers', async () => {
  await transport().send(mail);
  expect(server.received).toHaveLength(1);
  const [{ to, source } = { to: [], source: '' }] = server.received;
  expect(to).toEqual(['ada@people.example']);
  for (const line of [
    'Message-ID: <0001@noek.example>',
    'From: Noek <noek@noek.example>',
    'To: ada@people.example',
    'Subject: =?UTF-8?',
    'Auto-Submitted: auto-generated',
    'List-Unsubscribe: <https://noek.example/u>',
    'Content-Type: text/plain',
    'Content-Type: text/html',
  ])
    expect(source).toContain(line);
});

test.each([
  ['recipient', 451, false],
  ['recipient', 550, true],
  ['data', 452, false],
  ['data', 554, true],
] as const)('%s refused with %i: permanent is %s, and the error names no address', async (stage, code, permanent) => {
  server.refuse[stage] = [code, 'no room for <ada@people.example>'];
  const error = await failure(transport().send(mail));
  expect(error).toBeInstanceOf(MailError);
  expect(error).toMatchObject({ permanent, message: expect.stringContaining(String(code)) });
  expect((error as MailError).message).not.toContain('ada@');
});

test("the server's answer is kept separately, as one line", async () => {
  server.refuse.recipient = [550, '5.1.1 <ada@people.example>: No such user here'];
  expect(await failure(transport().send(mail))).toMatchObject({
    answer: expect.stringMatching(/^550 5\.1\.1 <ada@people\.example>: No such user here$/),
  });
});

test('a refused sign-in is our configuration error and not permanent', async () => {
  const url = server.url.replace('smtp://', 'smtp://user:password@');
  const error = await failure(createSmtpTransport({ url, from: 'noek@noek.example' }).send(mail));
  expect(error).toMatchObject({ permanent: false });
  expect(server.received).toEqual([]);
});

test('an unreachable server is not a permanent failure', async () => {
  const { url } = server;
  await server.close();
  expect(await failure(createSmtpTransport({ url, from: 'noek@noek.example' }).send(mail))).toMatchObject({
    permanent: false,
  });
});

test('a recipient is always a single address', async () => {
  await failure(transport().send({ ...mail, to: 'ada@people.example, eve@evil.example' }));
  await failure(transport().send({ ...mail, to: 'ada@people.example>\r\nRCPT TO:<eve@evil.example' }));
  expect(server.received.filter(({ to }) => to.some((address) => address === 'eve@evil.example'))).toEqual([]);
});

test('an address that is not in ASCII is sent to, and whether the server can is asked before', async () => {
  const sender = transport();
  expect(await sender.sendsUnicode?.()).toBe(true);
  await sender.send({ ...mail, to: 'jörg@people.example' });
  expect(server.received[0]?.to).toEqual(['jörg@people.example']);
  // It is known for an hour.
  await server.close();
  expect(await sender.sendsUnicode?.()).toBe(true);
  const other = createSmtpTransport({ url: server.url, from: 'noek@noek.example' });
  expect(await other.sendsUnicode?.()).toBeNull();
  server = await startSmtpServer(0, { smtpUtf8: false });
  expect(await transport().sendsUnicode?.()).toBe(false);
});

test('line breaks in a subject cannot add a header', async () => {
  await transport().send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.example' });
  expect(server.received[0]?.to).toEqual(['ada@people.example']);
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/m);
});
