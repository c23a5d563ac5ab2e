import { campaignProblems } from '@noek/contract/campaigns/problems';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { campaign, openCampaigns, sendDue } from '../../testing/open-campaigns.ts';
import { previewRecipients } from './preview-campaign.ts';
import { startCampaign } from './start-campaign.ts';

const DAY = 24 * 60 * 60_000;

describeOnEngines('an email to many people', (open) => {
  async function opened() {
    const { ctx, mail, admin } = await openCampaigns(await open());
    const later = new Date(ctx.now().getTime() + DAY);
    const earlier = new Date(ctx.now().getTime() - DAY);
    const at = ctx.now();
    const person = (name: string, given = {}) =>
      insertUser(ctx.db, { id: name, email: `${name}@people.example`, ...given });
    await person('basic');
    await person('super', { accessLevel: 'supernoek' });
    await person('paying', { accessLevel: 'supernoek', premiumUntil: later });
    await person('expired', { accessLevel: 'supernoek', premiumUntil: earlier });
    await person('moving', { email: 'new@people.example', previousEmail: 'moving@people.example' });
    await person('quiet', { unsubscribedAt: at });
    await person('suspended', { suspendedAt: at });
    await person('quiet-suspended', { unsubscribedAt: at, suspendedAt: at });
    return { ctx, mail, admin };
  }

  test.each([
    ['all', [], ['basic', 'expired', 'ida', 'moving', 'paying', 'super'], 1, 2],
    ['basic', [], ['basic', 'expired', 'moving'], 1, 2],
    ['supernoek', [], ['paying', 'super'], 0, 0],
    ['admin', [], ['ida'], 0, 0],
    [
      'selected',
      ['basic', 'SUPER@people.example', 'super', 'nobody@people.example', 'quiet'],
      ['basic', 'super'],
      1,
      0,
    ],
    ['selected', ['new@people.example'], ['moving'], 0, 0],
  ] as const)(
    '[3.13] to %s %j goes to %j, counted before',
    async (recipientType, recipients, names, unsubscribed, suspended) => {
      const { ctx, mail, admin } = await opened();
      const who = { recipientType, recipients: [...recipients] };
      expect(await previewRecipients(admin, who)).toEqual({ recipients: names.length, unsubscribed, suspended });
      const input = campaign({ ...who, content: 'Hello {name}, <b>not</b> %a% [[template]].' });
      expect(await startCampaign(admin, input)).toEqual({
        id: input.id,
        message: 'Email has been sent successfully to selected users.',
        recipients: names.length,
      });
      expect(await sendDue(ctx)).toBe(names.length);
      expect(mail.sent.map(({ to }) => to).toSorted()).toEqual(names.map((name) => `${name}@people.example`));
      for (const { text, html, subject, bulk } of mail.sent) {
        expect(subject).toBe('News');
        expect(text).toContain('Hello {name}, <b>not</b> %a% [[template]].\n');
        expect(html).toContain('&#60;b&#62;not');
        expect(bulk).toBe(true);
      }
    },
  );

  test('each mail has its own stable Message-ID and its own link', async () => {
    const { ctx, mail, admin } = await opened();
    const { id } = await startCampaign(admin, campaign());
    await sendDue(ctx);
    const ids = mail.sent.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toContain(`<${id}-basic@noek.example>`);
    const links = mail.sent.map(({ headers }) => headers['List-Unsubscribe']);
    expect(new Set(links).size).toBe(6);
  });

  test('the same id sent again, even at the same moment, sends nothing more', async () => {
    const { ctx, mail, admin } = await opened();
    const input = campaign();
    const answers = await Promise.all([startCampaign(admin, input), startCampaign(admin, input)]);
    answers.push(await startCampaign(admin, input));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await sendDue(ctx)).toBe(6);
    expect(mail.sent).toHaveLength(6);
    const { auditLog } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(auditLog).where(eq(auditLog.action, 'campaign.sent'))).toHaveLength(1);
  });

  test.each([
    { subject: 'Other news' },
    { content: 'Other words.' },
    { format: 'markdown' as const },
    { recipientType: 'basic' as const },
  ])('the id of another email is refused, and nothing is sent: %o', async (given) => {
    const { ctx, admin } = await opened();
    const input = campaign();
    await startCampaign(admin, input);
    await expect(startCampaign(admin, { ...input, ...given })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await sendDue(ctx)).toBe(6);
  });

  test('goes to as many people as the caller was told, or to none', async () => {
    const { ctx, mail, admin } = await opened();
    const input = campaign({ confirmedRecipients: 6 });
    await insertUser(ctx.db, { email: 'new-here@people.example' });
    await expect(startCampaign(admin, input)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This email would now go to 7 people, not 6. Please check and send it again.',
      flags: { recipients: 7 },
    });
    expect(await sendDue(ctx)).toBe(0);
    const again = { ...input, confirmedRecipients: 7 };
    expect(await startCampaign(admin, again)).toMatchObject({ recipients: 7 });
    // A repeated request whose answer was lost is not refused when the recipients have changed since.
    await insertUser(ctx.db, { email: 'newer-here@people.example' });
    expect(await startCampaign(admin, again)).toMatchObject({ recipients: 7 });
    expect(await sendDue(ctx)).toBe(7);
    expect(mail.sent).toHaveLength(7);
  });

  test('is recorded in the audit log with its recipients', async () => {
    const { ctx, admin } = await opened();
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    const { auditLog } = ctx.db.tables;
    const entries = await ctx.db.orm.select().from(auditLog).where(eq(auditLog.action, 'campaign.sent'));
    expect(entries).toMatchObject([
      {
        actorId: 'user' in admin.actor && admin.actor.user.id,
        targetUserId: null,
        detail: { campaign: id, subject: [null, 'News'], recipients: [null, '3 (basic)'] },
      },
    ]);
  });

  test('[5.27] without a recipient, for no account, or with too much Markdown, is refused with a sentence and leaves nothing', async () => {
    const { ctx, admin } = await opened();
    for (const [recipients, message] of [
      [[], campaignProblems.noRecipients],
      [['nobody@people.example'], 'Nobody would get this email: no account belongs to these recipients.'],
      [['quiet', 'suspended'], 'Nobody would get this email: these people have unsubscribed or are suspended.'],
    ] as const)
      await expect(
        startCampaign(admin, campaign({ recipientType: 'selected', recipients: [...recipients] })),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    const hostile = campaign({ format: 'markdown', content: '> '.repeat(49_500) });
    await expect(startCampaign(admin, hostile)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: campaignProblems.tooMuchMarkdown,
    });
    const { campaigns, outbox, auditLog } = ctx.db.tables;
    for (const table of [campaigns, outbox, auditLog]) expect(await ctx.db.orm.select().from(table)).toEqual([]);
  });

  test('is for administrators only, even if the level is lost at that moment', async () => {
    const { ctx, admin } = await opened();
    const { users, campaigns } = ctx.db.tables;
    await expect(startCampaign(ctx, campaign())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await insertUser(ctx.db, { accessLevel: 'admin' });
    await ctx.db.write((orm) =>
      orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.email, 'ida@people.example')),
    );
    await expect(startCampaign(admin, campaign())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ctx.db.orm.select().from(campaigns)).toEqual([]);
  });
});
