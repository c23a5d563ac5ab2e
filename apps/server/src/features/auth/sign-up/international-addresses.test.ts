import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, expect, test } from 'vitest';
import { createSmtpTransport } from '../../../integrations/mail/smtp.ts';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createRecordingTransport } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../testing/stand-ins/start-smtp-server.ts';
import { countRecipients } from '../../campaigns/recipients.queries.ts';
import { claimDueMail, deliverMail } from '../../outbox/due-mail.ts';
import { makeAdmin } from '../account/make-admin.ts';

const never = createScriptedLlm(() => {});
const stored = 'jörg@xn--mnchen-3ya.example';
/** The same mailbox, as people and browsers write it. */
const spellings = [
  'Jörg@MÜNCHEN.example',
  'jo\u0308rg@mu\u0308nchen.example',
  ' JÖRG@xn--mnchen-3ya.example',
  'jörg＠münchen。example',
];
const words = 'correct horse';
const cannotSend =
  'Our mail server cannot send to addresses with letters such as ü or é before the @. Use another address.';

let server: TestSmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describeOnEngines('an international address', (open) => {
  test('signs up, is verified, signs in and gets a new password, however it is written', async () => {
    const { ctx, caller } = createTestApp(await open(), never);
    const post = (path: string, body: object) => caller().json<{ message: string }>(path, { method: 'POST', body });
    const [first, second, third, fourth] = spellings;
    expect((await post('/api/auth/signup', { name: 'Jörg', email: first, password: words })).status).toBe(201);
    const [mail] = await mailsTo(ctx.db, stored);
    expect((await caller().json(`/api/verify-email?token=${tokenIn(mail)}`)).status).toBe(200);
    for (const email of spellings)
      expect(await post('/api/auth/login', { email, password: words })).toMatchObject({
        status: 200,
        body: { email: stored },
      });
    // It is one account: its owner gets a mail about another sign-up.
    expect((await post('/api/auth/signup', { name: 'Eve', email: second, password: 'another horse' })).status).toBe(
      201,
    );
    expect((await mailsTo(ctx.db, stored)).map(({ kind }) => kind)).toContain('account-exists');
    for (const email of [third, fourth]) expect((await post('/api/auth/forgot-password', { email })).status).toBe(200);
    expect((await mailsTo(ctx.db, stored)).filter(({ kind }) => kind === 'reset-password')).toHaveLength(2);
    expect(await ctx.db.orm.select().from(ctx.db.tables.users)).toHaveLength(1);
  });

  test('is the same in a change of address, for administrators, emails to many, scripts and ADMIN_EMAIL', async () => {
    const { ctx, signedIn } = createTestApp(await open(), never, { env: { ADMIN_EMAIL: 'Ida@Bücher.example' } });
    expect(ctx.config.adminEmail).toBe('ida@xn--bcher-kva.example');
    const person = await insertPerson(ctx, { email: 'ada@people.example' });
    const boss = await insertPerson(ctx, { accessLevel: 'admin' });
    const body = { newEmail: spellings[0], password };
    const me = await signedIn(person.id);
    expect(await me.json('/api/auth/change-email', { method: 'POST', body })).toMatchObject({
      status: 200,
      body: { user: { email: stored } },
    });
    for (const email of spellings)
      expect(
        await me.json('/api/auth/change-email', { method: 'POST', body: { ...body, newEmail: email } }),
      ).toMatchObject({
        status: 400,
        body: { message: 'This is already your email address.' },
      });
    const other = await insertUser(ctx.db, { email: 'other@people.example' });
    const taken = await (await signedIn(boss.id)).json(`/api/admin/users/${other.id}`, {
      method: 'PATCH',
      body: { email: spellings[1] },
    });
    expect(taken.status).toBe(409);
    const changed = await (await signedIn(boss.id)).json(`/api/admin/users/${other.id}`, {
      method: 'PATCH',
      body: { email: 'Ünal@Bücher.example' },
    });
    expect(changed).toMatchObject({ status: 200, body: { email: 'ünal@xn--bcher-kva.example' } });
    const recipients = ['Ünal@bücher.example', 'nobody@bücher.example'];
    expect(await countRecipients(ctx.db, { recipientType: 'selected', recipients }, ctx.now())).toMatchObject({
      recipients: 1,
    });
    const listed = await (await signedIn(boss.id)).json<{ id: string }[]>(
      `/api/admin/users?search=${encodeURIComponent('Ünal@Bücher.example')}`,
    );
    expect(listed.body.map(({ id }) => id)).toEqual([other.id]);
    const system = ctx.as({ kind: 'system' });
    expect(await makeAdmin(system, { email: 'ünal@BÜCHER.example' })).toMatchObject({ accessLevel: 'admin' });
  });
});

test('is delivered by a server that knows SMTPUTF8', async () => {
  server = await startSmtpServer();
  const mail = createSmtpTransport({ url: server.url, from: 'Noek <noek@bücher.example>' });
  const { ctx, caller } = createTestApp(await openTestDatabase(), never, { mail });
  for (const email of [spellings[0], 'ada@münchen.example'])
    await caller().call('/api/auth/signup', { method: 'POST', body: { name: 'Jörg', email, password: words } });
  for (const row of await claimDueMail(ctx, 10)) expect(await deliverMail(ctx, row)).toBe('sent');
  await mail.close();
  const headers = server.received.map(({ source }) => /^To: (.*)$/m.exec(source)?.[1]?.trim());
  // If the other part is not in ASCII, the library writes the domain as people do.
  expect(headers.toSorted()).toEqual(['ada@xn--mnchen-3ya.example', 'jörg@münchen.example']);
});

test.each(['smtp', 'down'])(
  'is refused at once where the mail server cannot send to it, and only then: %s',
  async (state) => {
    server = await startSmtpServer(0, { smtpUtf8: false });
    const { url } = server;
    if (state === 'down') await server.close();
    const mail = createSmtpTransport({ url, from: 'noek@noek.example' });
    const { ctx, caller, signedIn } = createTestApp(await openTestDatabase(), never, { mail });
    const person = await insertPerson(ctx, {});
    const boss = await insertPerson(ctx, { accessLevel: 'admin' });
    const signUp = (email: string) =>
      caller().json('/api/auth/signup', { method: 'POST', body: { name: 'Jörg', email, password: words } });
    expect((await signUp('ada@münchen.example')).status).toBe(201);
    const answers = [
      await signUp('jörg@example.com'),
      await (await signedIn(person.id)).json('/api/auth/change-email', {
        method: 'POST',
        body: { newEmail: 'jörg.neu@example.com', password },
      }),
      await (await signedIn(boss.id)).json(`/api/admin/users/${person.id}`, {
        method: 'PATCH',
        body: { email: 'jörg.alt@example.com' },
      }),
    ];
    if (state === 'down') {
      server = undefined;
      // It is not known, so the mails are tried again for a day.
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
    } else
      for (const { status, body } of answers)
        expect([status, body]).toEqual([400, { code: 'BAD_REQUEST', message: cannotSend }]);
    await mail.close();
  },
);

test('mails of a sender with an international domain name it in ASCII', async () => {
  const mail = createRecordingTransport();
  const env = { MAIL_FROM: 'Noek <noek@Bücher.example>' };
  const { ctx, caller } = createTestApp(await openTestDatabase(), never, { mail, env });
  const body = { name: 'Ada', email: 'ada@people.example', password: words };
  await caller().call('/api/auth/signup', { method: 'POST', body });
  for (const row of await claimDueMail(ctx, 10)) await deliverMail(ctx, row);
  expect(mail.sent[0]?.messageId).toMatch(/^<[\w-]+@xn--bcher-kva\.example>$/);
});
