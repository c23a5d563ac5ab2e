import { campaignProblems } from '@noek/contract/campaigns/problems';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { MailError } from '../../../integrations/mail/mail.ts';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { campaign, openCampaigns, sendDue } from '../../../testing/open-campaigns.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { claimDueMail, deliverMail, purgeOutbox } from '../../outbox/due-mail.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../change-campaign.ts';
import { campaignProgress, listCampaignResults, listCampaigns } from '../list-campaigns.ts';
import { startCampaign } from '../start-campaign.ts';
import { endCampaigns, sendNextMail } from './send-next-mail.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describeOnEngines('the mails of a campaign', (open) => {
  /** Four people and the administrator, and a campaign to the people. */
  async function opened() {
    const { ctx, mail, admin } = await openCampaigns(await open());
    for (const id of ['a', 'b', 'c', 'd']) await insertUser(ctx.db, { id, name: id, email: `${id}@people.example` });
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    const progress = () => campaignProgress(admin, { id });
    return { ctx, mail, admin, id, progress };
  }

  test('are counted while they are sent, and when all are settled', async () => {
    const { ctx, mail, admin, id, progress } = await opened();
    expect(await progress()).toMatchObject({ status: 'sending', total: 4, pending: 4, sent: 0, author: 'Ida Admin' });
    await sendNextMail(ctx);
    mail.failWith = new MailError('550 at RCPT TO', true);
    await sendNextMail(ctx);
    expect(await progress()).toMatchObject({ status: 'sending', pending: 2, sent: 1, failed: 1, endedAt: null });
    mail.failWith = null;
    expect(await sendDue(ctx)).toBe(2);
    await endCampaigns(ctx);
    const ended = { status: 'done', total: 4, pending: 0, sent: 3, failed: 1, withdrawn: 0 };
    expect(await progress()).toMatchObject({ ...ended, endedAt: ctx.now().toISOString() });
    const { results } = await listCampaignResults(admin, { id, limit: 50, status: 'failed' });
    expect(results).toMatchObject([{ status: 'failed', attempts: 1, problem: '550 at RCPT TO', sentAt: null }]);

    // The rows of people go after 30 days; how many there were stays.
    ctx.clock.advance(30 * DAY);
    await purgeOutbox(ctx);
    expect((await listCampaignResults(admin, { id, limit: 50 })).results).toEqual([]);
    expect((await listCampaigns(admin, { limit: 10 })).campaigns).toMatchObject([ended]);
  });

  test('a campaign whose text cannot be rendered ends, and says why', async () => {
    const { ctx, mail, admin, id, progress } = await opened();
    const { campaigns } = ctx.db.tables;
    // Earlier versions accepted such texts.
    const written = { format: 'markdown' as const, content: '> '.repeat(49_500) };
    await ctx.db.write((orm) => orm.update(campaigns).set(written).where(eq(campaigns.id, id)));
    expect(await sendDue(ctx)).toBe(4);
    await endCampaigns(ctx);
    expect(mail.sent).toEqual([]);
    expect(await progress()).toMatchObject({ status: 'done', failed: 4, endedAt: ctx.now().toISOString() });
    const { results } = await listCampaignResults(admin, { id, limit: 1 });
    expect(results).toMatchObject([{ status: 'failed', problem: campaignProblems.tooMuchMarkdown }]);
  });

  test('a campaign is purged of its mails only after it has ended', async () => {
    const { ctx, id, progress, admin } = await opened();
    await sendNextMail(ctx);
    await pauseCampaign(admin, { id });
    ctx.clock.advance(31 * DAY);
    await purgeOutbox(ctx);
    expect(await progress()).toMatchObject({ sent: 1, pending: 3 });
  });

  test('a temporarily refused mail is retried later, and does not hold up the others', async () => {
    const { ctx, mail, id, progress } = await opened();
    mail.failWith = new MailError('451 at RCPT TO', false);
    expect(await sendNextMail(ctx)).toBe('retry');
    mail.failWith = null;
    expect(await sendDue(ctx)).toBe(3);
    await endCampaigns(ctx);
    expect(await progress()).toMatchObject({ status: 'sending', pending: 1, sent: 3 });
    ctx.clock.advance(MINUTE);
    expect(await sendDue(ctx)).toBe(1);
    expect(mail.sent).toHaveLength(4);
    expect(new Set(mail.sent.map(({ messageId }) => messageId)).size).toBe(4);
    expect(mail.sent.every(({ messageId }) => messageId.startsWith(`<${id}-`))).toBe(true);
  });

  test('an unreachable service is reported as such', async () => {
    const { ctx, mail } = await opened();
    mail.failWith = new MailError('ECONNECTION', false, { unreachable: true });
    expect(await sendNextMail(ctx)).toBe('unreachable');
  });

  test('a pause takes effect from the next mail on in every process, and its length does not count towards giving up', async () => {
    const { ctx, mail, admin, id, progress } = await opened();
    await sendNextMail(ctx);
    expect(await pauseCampaign(admin, { id })).toMatchObject({ status: 'paused', sent: 1, pending: 3 });
    expect(await sendNextMail(ctx)).toBeNull();
    await endCampaigns(ctx);
    ctx.clock.advance(2 * DAY);
    expect(await sendNextMail(ctx)).toBeNull();
    expect(await resumeCampaign(admin, { id })).toMatchObject({ status: 'sending' });
    mail.failWith = new MailError('451 at RCPT TO', false);
    expect(await sendNextMail(ctx)).toBe('retry');
    mail.failWith = null;
    ctx.clock.advance(MINUTE);
    await sendDue(ctx);
    await endCampaigns(ctx);
    expect(await progress()).toMatchObject({ status: 'done', sent: 4 });
  });

  test('a cancellation withdraws what was not sent, for good; what is being sent counts as sent', async () => {
    const { ctx, mail, admin, id, progress } = await opened();
    await sendNextMail(ctx);
    let cancelled = false;
    const { send } = mail;
    mail.send = async (one) => {
      if (!cancelled) await cancelCampaign(admin, { id });
      cancelled = true;
      await send(one);
    };
    expect(await sendNextMail(ctx)).toBe('sent');
    expect(await sendNextMail(ctx)).toBeNull();
    await endCampaigns(ctx);
    const ended = { status: 'cancelled', sent: 2, withdrawn: 2, pending: 0 };
    expect(await progress()).toMatchObject({ ...ended, endedAt: ctx.now().toISOString() });
    expect(await cancelCampaign(admin, { id })).toMatchObject(ended);
    for (const change of [pauseCampaign, resumeCampaign])
      await expect(change(admin, { id })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This email has already ended.',
      });
    expect(mail.sent).toHaveLength(2);
  });

  test('every change is in the audit log once; an unknown campaign is not found; only administrators may change one', async () => {
    const { ctx, admin, id } = await opened();
    await pauseCampaign(admin, { id });
    await pauseCampaign(admin, { id });
    await resumeCampaign(admin, { id });
    await cancelCampaign(admin, { id });
    expect((await auditEntries(ctx.db)).map(({ action }) => action).toSorted()).toEqual([
      'campaign.cancelled',
      'campaign.paused',
      'campaign.resumed',
      'campaign.sent',
    ]);
    for (const call of [pauseCampaign, resumeCampaign, cancelCampaign, campaignProgress]) {
      await expect(call(admin, { id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(call(ctx, { id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  test('only one of several parallel claims gets each mail', async () => {
    const { ctx, mail } = await opened();
    const results = await Promise.all(Array.from({ length: 12 }, () => sendNextMail(ctx)));
    expect(results.filter((result) => result === 'sent').length).toBe(mail.sent.length);
    await sendDue(ctx);
    expect(mail.sent.map(({ to }) => to).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((id) => `${id}@people.example`));
  });

  test('a crash leaves one mail in doubt, which is repeated after its lease with the same Message-ID', async () => {
    const { ctx, mail } = await opened();
    let writes = 0;
    const write: typeof ctx.db.write = async (build) => {
      if (++writes > 1) throw new Error('killed');
      return ctx.db.write(build);
    };
    await expect(sendNextMail({ ...ctx, db: { ...ctx.db, write } })).rejects.toThrow('killed');
    expect(await sendDue(ctx)).toBe(3);
    ctx.clock.advance(2 * MINUTE);
    expect(await sendDue(ctx)).toBe(1);
    const ids = mail.sent.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([5, 4]);
  });

  test('other mail does not wait behind them', async () => {
    const { ctx, mail } = await opened();
    const link = { kind: 'test', to: 'e@people.example', subject: 'Sign in', text: '', html: '' };
    await ctx.db.write((orm) => mailStatement(ctx, orm, link));
    const rows = await claimDueMail(ctx, 100);
    expect(rows.map(({ subject }) => subject)).toEqual(['Sign in']);
    for (const row of rows) await deliverMail(ctx, row);
    expect(mail.sent).toHaveLength(1);
    expect(await sendDue(ctx)).toBe(4);
  });

  test('are found by an index, in a paused campaign of any size', async () => {
    const { ctx } = await opened();
    if (ctx.db.engine === 'postgres') return;
    const plans = await queryPlans(ctx.db, async () => {
      await sendNextMail(ctx);
      await sendDue(ctx);
      await claimDueMail(ctx, 5);
    });
    expect(plans.filter((step) => /^SCAN (?!\(|CONSTANT)/.test(step))).toEqual([]);
    expect(plans.join('\n')).toMatch(/outbox USING (COVERING )?INDEX outbox_campaign/);
  });

  test('a recipient whose account was deleted is gone from the results', async () => {
    const { ctx, admin, id, progress } = await opened();
    await ctx.db.write((orm) => orm.delete(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, 'a')));
    await sendDue(ctx);
    await endCampaigns(ctx);
    expect(await progress()).toMatchObject({ status: 'done', total: 4, sent: 3, withdrawn: 1 });
    const first = await listCampaignResults(admin, { id, limit: 2 });
    const second = await listCampaignResults(admin, { id, limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.results, ...second.results].map(({ userId }) => userId)).toEqual(['b', 'c', 'd']);
    expect(second.nextCursor).toBeNull();
  });
});
