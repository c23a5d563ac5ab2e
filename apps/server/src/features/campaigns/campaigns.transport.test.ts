import { campaignProblems } from '@noek/contract/campaigns/problems';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { openFixture } from '../../testing/documented-calls/documented-call.ts';

const good = { recipients: [], recipientType: 'all', subject: 'News', content: 'Hello.' };

describeOnEngines('POST /api/admin/send-email', (_, engine) => {
  test('[7.48] answers with a message and how many people it goes to', async () => {
    const fixture = await openFixture({ engine });
    const { caller } = await fixture.administrator();
    expect(await caller.json('/api/admin/send-email', { method: 'POST', body: good })).toEqual({
      status: 200,
      body: { message: 'Email has been sent successfully to selected users.', recipients: 2 },
    });
  });

  test.each([
    ['[5.27] no recipients', { recipientType: 'selected' }, 400, campaignProblems.noRecipients],
    ['[5.28] no subject', { subject: ' ' }, 400, campaignProblems.missing],
    ['[5.28] no content', { content: '\n ' }, 400, campaignProblems.missing],
    ['[5.28] an absent subject', { subject: undefined }, 400, campaignProblems.missing],
    ['a second header', { subject: 'News\r\nBcc: eve@people.example' }, 400, campaignProblems.subjectLine],
    ['a line feed', { subject: 'News\n' }, 400, campaignProblems.subjectLine],
    ['a long subject', { subject: 'x'.repeat(201) }, 400, campaignProblems.subjectTooLong],
    ['a long content', { content: 'x'.repeat(100_001) }, 400, campaignProblems.contentTooLong],
    ['1 MB', { content: 'x'.repeat(1024 * 1024) }, 413, /256 kB|too large/i],
    ['an unknown type', { recipientType: 'everybody' }, 400, /^recipientType must be/],
    ['a foreign field', { from: 'eve@people.example' }, 400, /fields that do not belong/],
  ])('%s is refused with a sentence, and nothing changes', async (_name, given, status, message) => {
    const fixture = await openFixture({ engine });
    const { caller } = await fixture.administrator();
    const answer = await caller.json('/api/admin/send-email', { method: 'POST', body: { ...good, ...given } });
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
    const { campaigns, outbox, auditLog } = fixture.db.tables;
    for (const table of [campaigns, outbox, auditLog]) expect(await fixture.db.orm.select().from(table)).toEqual([]);
  });
});
