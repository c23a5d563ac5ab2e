import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runJobs } from '../../../testing/archives.ts';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { createTestClock } from '../../../testing/create-test-ctx.ts';
import { paid } from '../../../testing/open-subscriptions.ts';
import { mailsTo } from '../../../testing/read-outbox.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { createFakePayments } from '../../../testing/stand-ins/fake-payments.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { changeUser } from '../../admin/people/change-user.ts';
import { liftSuspension, suspendUser } from '../../admin/people/suspend-user.ts';
import { createSubscription } from '../../subscription/create-subscription.ts';
import { syncSubscription } from '../../subscription/sync/sync-subscription.ts';

const DAY = 24 * 60 * 60 * 1000;
const never = createScriptedLlm(() => {});

describeOnEngines('the link of a suspended payer', (open) => {
  async function opened() {
    const clock = createTestClock();
    const payments = createFakePayments(clock.now);
    const app = createTestApp(await open(), never, { clock, payments });
    const { ctx } = app;
    const boss = await insertPerson(ctx, { accessLevel: 'admin' });
    const admin = await signedInAs(ctx, boss.id);
    const ada = await insertPerson(ctx, { name: 'Ada', email: 'ada@people.example' });
    await createSubscription(await signedInAs(ctx, ada.id));
    const [one] = [...payments.subscriptions.values()];
    payments.change(one?.id ?? '', paid);
    await syncSubscription(ctx, ada.id, { by: 'webhook' });
    await suspendUser(admin, { id: ada.id, reason: 'Spam', subscription: 'keep' });
    const mail = (await mailsTo(ctx.db, ada.email)).find(({ kind }) => kind === 'subscription-decided');
    const link = new URL(/http\S+\/suspended\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none');
    const stranger = app.caller('auth.noek.localhost:5000');
    return {
      ...{ app, ctx, clock, payments, admin, ada, stranger },
      ...{ link, path: link.pathname + link.search },
      text: async (path: string, method = 'GET') => (await stranger.call(path, { method })).text(),
      status: () => payments.subscriptions.get(one?.id ?? '')?.status,
      action: (name: string) => `/suspended/${name}${link.search}`,
    };
  }

  test('shows what is paid on the host of sign-in, and opening it changes nothing', async () => {
    const { link, path, stranger, status, app, action } = await opened();
    expect(link.host).toBe('auth.noek.localhost:5000');
    const page = await stranger.call(path);
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const html = await page.text();
    for (const words of [
      'Your account is suspended',
      '$30 per month',
      'Visa ending in 4242',
      'Cancel Subscription',
      'Export my data',
    ])
      expect(html).toContain(words);
    for (const name of ['cancel', 'export']) expect((await stranger.call(action(name))).status).toBe(404);
    expect(status()).toBe('active');
    const chat = app.caller('chat.noek.localhost:5000');
    expect((await chat.call(path)).headers.get('Location')).toBe(link.href);
    expect((await chat.call(action('cancel'), { method: 'POST' })).status).toBe(404);
  });

  test('a POST ends the subscription at once, which is audited and mailed; again it does nothing', async () => {
    const { ctx, ada, stranger, path, action, status, text, payments } = await opened();
    const foreign = { Origin: 'https://evil.example' };
    expect((await stranger.call(action('cancel'), { method: 'POST', headers: foreign })).status).toBe(403);
    expect(status()).toBe('active');
    for (let n = 0; n < 2; n++) {
      const done = await stranger.call(action('cancel'), {
        method: 'POST',
        headers: { Origin: 'http://auth.noek.localhost:5000' },
      });
      expect([done.status, done.headers.get('Location')]).toEqual([303, path]);
    }
    expect(status()).toBe('canceled');
    expect(payments.calls.filter((call) => call === 'endSubscription')).toHaveLength(1);
    expect(await text(path)).toContain('Nothing more is charged.');
    const { auditLog } = ctx.db.tables;
    const audit = await ctx.db.orm.select().from(auditLog).where(eq(auditLog.targetUserId, ada.id));
    expect(audit.filter(({ detail }) => detail.by === 'link of the suspended account')).toHaveLength(1);
    const ended = (await mailsTo(ctx.db, ada.email)).find(({ kind }) => kind === 'subscription-ended');
    expect(ended?.text).toContain('/suspended?token=');
  });

  test('while the payment service does not answer, the end is noted and the page says so', async () => {
    const { payments, stranger, action, path, text, status } = await opened();
    payments.isDown = true;
    expect((await stranger.call(action('cancel'), { method: 'POST' })).status).toBe(303);
    expect(await text(path)).toContain('Your subscription is being ended.');
    expect(status()).toBe('active');
  });

  test('exports the account: the page shows how far it is and then the archive', async () => {
    const { ctx, stranger, action, path, text } = await opened();
    expect((await stranger.call(action('export'), { method: 'POST' })).status).toBe(303);
    expect(await text(path)).toMatch(/http-equiv="refresh"[\s\S]*being made/);
    await runJobs(ctx);
    const [, download = ''] = /href="(\/suspended\/export\/[^"]+)"/.exec(await text(path)) ?? [];
    const archive = await stranger.call(download.replaceAll('&amp;', '&'));
    expect([archive.status, archive.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    expect(
      Buffer.from(await archive.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect((await stranger.call(`/suspended/export/nobody${path.slice(path.indexOf('?'))}`)).status).toBe(404);
  });

  test('does not work with another token, after a change of the address, or once the suspension is lifted', async () => {
    const { clock, admin, ada, path, stranger, action } = await opened();
    const refused = async (given: string) => {
      const page = await stranger.call(given);
      return [page.status, (await page.text()).includes('This link has expired')];
    };
    for (const bad of ['/suspended', '/suspended?token=a.b.c', `${path}x`, path.replace(/\.\d+\./, '.99999999999999.')])
      expect([bad, ...(await refused(bad))]).toEqual([bad, 400, true]);
    expect((await stranger.call(`${action('cancel')}x`, { method: 'POST' })).status).toBe(400);
    await changeUser(admin, { id: ada.id, email: 'new@people.example' });
    expect(await refused(path)).toEqual([400, true]);
    await changeUser(admin, { id: ada.id, email: ada.email });
    expect((await stranger.call(path)).status).toBe(200);
    await liftSuspension(admin, { id: ada.id });
    expect(await refused(path)).toEqual([400, true]);
    clock.advance(1000);
    await suspendUser(admin, { id: ada.id, reason: 'Again', subscription: 'keep' });
    expect(await refused(path)).toEqual([400, true]);
  });

  test('works for 90 days', async () => {
    const { clock, path, stranger } = await opened();
    clock.advance(90 * DAY - 1);
    expect((await stranger.call(path)).status).toBe(200);
    clock.advance(1);
    expect((await stranger.call(path)).status).toBe(400);
  });
});
