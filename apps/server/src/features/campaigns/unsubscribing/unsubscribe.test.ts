import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createRecordingTransport } from '../../../testing/create-test-ctx.ts';
import { campaign, sendDue } from '../../../testing/open-campaigns.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { claimMail, deliverMail } from '../../outbox/due-mail.ts';
import { listCampaignResults } from '../list-campaigns.ts';
import { startCampaign } from '../start-campaign.ts';
import { unsubscribeUrl } from './unsubscribe-token.ts';

const never = createScriptedLlm(() => {});

describeOnEngines('unsubscribing', (open) => {
  async function opened() {
    const mail = createRecordingTransport();
    const app = createTestApp(await open(), never, { mail });
    const { ctx } = app;
    const person = await insertUser(ctx.db, { email: 'ada@people.example' });
    const boss = await insertUser(ctx.db, { email: 'ida@people.example', accessLevel: 'admin' });
    const admin = await signedInAs(ctx, boss.id);
    const url = new URL(unsubscribeUrl(ctx.config, person.id));
    const since = async () => {
      const { users } = ctx.db.tables;
      return (await ctx.db.orm.select().from(users).where(eq(users.id, person.id)))[0]?.unsubscribedAt ?? null;
    };
    return { app, ctx, mail, admin, person, path: url.pathname + url.search, since };
  }
  const oneClick = {
    method: 'POST',
    text: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  };

  test('every email has the headers of RFC 8058 and RFC 2919, and a link in both forms', async () => {
    const { ctx, mail, admin, path } = await opened();
    await startCampaign(admin, campaign({ recipientType: 'basic' }));
    await sendDue(ctx);
    const link = `${ctx.config.origins.chat}${path}`;
    expect(mail.sent).toMatchObject([
      {
        to: 'ada@people.example',
        headers: {
          'List-Id': 'Noek news <news.noek.example>',
          'List-Unsubscribe': `<${link}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        text: expect.stringContaining(`Unsubscribe: ${link}\n`),
        html: expect.stringContaining('>Unsubscribe</a>'),
      },
    ]);
  });

  test('opening the link changes nothing; one POST without a session unsubscribes, also from queued mail, and can be repeated', async () => {
    const { app, ctx, mail, admin, person, path, since } = await opened();
    const { id } = await startCampaign(admin, campaign());
    const stranger = app.caller('chat.noek.localhost:5000');
    const page = await stranger.call(path);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(await page.text()).toMatch(/<form method="post" action="[^"]+"><button>Unsubscribe</);
    expect(await since()).toBeNull();

    for (let i = 0; i < 2; i++) expect((await stranger.call(path, oneClick)).status).toBe(200);
    expect(await since()).toEqual(ctx.now());
    await sendDue(ctx);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ida@people.example']);
    expect((await listCampaignResults(admin, { id, limit: 50, status: 'unsubscribed' })).results).toMatchObject([
      { userId: person.id, attempts: 0 },
    ]);

    expect(await (await stranger.call(path)).text()).toContain('You are unsubscribed');
    const again = await stranger.call(`${path}&again=1`, { method: 'POST' });
    expect(await again.text()).toContain('You are subscribed again');
    expect(await since()).toBeNull();
    await startCampaign(admin, campaign());
    await sendDue(ctx);
    expect(mail.sent.map(({ to }) => to).toSorted()).toEqual([
      'ada@people.example',
      'ida@people.example',
      'ida@people.example',
    ]);
  });

  describe('from a page or a server of another site', () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'https://mail.example' },
      { Origin: 'null' },
      { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    const multipart = {
      method: 'POST',
      text: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    };
    const from = (call: typeof oneClick, origin: Record<string, string>) => ({
      ...call,
      headers: { ...call.headers, ...origin },
    });

    test.each(foreign)('one click unsubscribes: %j', async (origin) => {
      for (const call of [oneClick, multipart]) {
        const { app, path, since } = await opened();
        const answer = await app.caller('chat.noek.localhost:5000').call(path, from(call, origin));
        expect([answer.status, answer.headers.get('Location')]).toEqual([200, null]);
        expect(await since()).not.toBeNull();
      }
    });

    test.each(foreign)('anything else is refused: %j', async (origin) => {
      const { app, path, since } = await opened();
      const stranger = app.caller('chat.noek.localhost:5000');
      const others = [
        [path, { ...oneClick, text: '' }],
        [path, { ...oneClick, text: 'List-Unsubscribe=Other' }],
        [path, { ...oneClick, headers: { 'Content-Type': 'text/plain' } }],
        [path, { ...multipart, text: '--x\r\nContent-Disp' }],
        [path, { ...oneClick, method: 'PUT' }],
        [`${path}&again=1`, oneClick],
        [path.replace('?', '/x?'), oneClick],
        ['/api/auth/logout', oneClick],
      ] as const;
      for (const [at, call] of others) {
        const { status, body } = await stranger.json(at, from(call, origin));
        expect([at, call, status, body.code]).toEqual([at, call, 403, 'FORBIDDEN']);
      }
      expect(await since()).toBeNull();
    });

    test('its body is limited', async () => {
      const { app, path } = await opened();
      const text = `List-Unsubscribe=One-Click&x=${'x'.repeat(10_000)}`;
      const { status } = await app.caller('chat.noek.localhost:5000').call(path, { ...oneClick, text });
      expect(status).toBe(413);
    });
  });

  test('a mail that is being sent at that moment counts as sent', async () => {
    const { app, ctx, admin, path } = await opened();
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    const [row] = await claimMail(ctx, eq(ctx.db.tables.outbox.campaignId, id), 1);
    if (!row) throw new Error('nothing was due');
    await app.caller('chat.noek.localhost:5000').call(path, oneClick);
    await deliverMail(ctx, row, () => ({ subject: 'News', text: '', html: '', headers: {} }));
    expect((await listCampaignResults(admin, { id, limit: 50 })).results).toMatchObject([{ status: 'sent' }]);
  });

  test('a link that was not signed here, or is for a deleted account, changes no account', async () => {
    const { app, ctx, person, path, since } = await opened();
    const stranger = app.caller('chat.noek.localhost:5000');
    const forged = `/unsubscribe?token=${Buffer.from(person.id).toString('base64url')}`;
    for (const bad of ['/unsubscribe', forged, `${forged}.AAAA`, `${path}x`, path.replace('token=', 'token=A')])
      for (const method of ['GET', 'POST']) {
        const response = await stranger.call(bad, { method });
        expect([bad, response.status]).toEqual([bad, 400]);
        expect(await response.text()).toContain('This link is not valid.');
      }
    expect(await since()).toBeNull();
    await ctx.db.write((orm) => orm.delete(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, person.id)));
    expect((await stranger.call(path, oneClick)).status).toBe(200);
  });

  test('people can read and change it in their own account only', async () => {
    const { app, person, since } = await opened();
    const me = await app.signedIn(person.id);
    const setting = async () =>
      (await me.json<{ result: { data: unknown } }>('/api/trpc/emails.setting')).body.result.data;
    expect(await setting()).toEqual({ subscribed: true });
    const change = { method: 'POST', body: { subscribed: false } };
    expect((await me.call('/api/trpc/emails.changeSetting', change)).status).toBe(200);
    expect(await setting()).toEqual({ subscribed: false });
    expect(await since()).not.toBeNull();
    expect((await app.caller().call('/api/trpc/emails.changeSetting', change)).status).toBe(401);
  });
});
