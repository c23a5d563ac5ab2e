import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Cluster } from './cluster.ts';
import type { Kind } from './kind.ts';

/** A mail whose process died between the mail server's answer and the row comes twice, with the same Message-ID. That cannot be avoided. */
const recordsResult = /"sent_at"/;

function sentTo({ mailServer }: Cluster, address: string): string[] {
  return mailServer.received
    .filter(({ to }) => to.includes(address))
    .map(({ source }) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1] ?? '');
}

function expectSentOnce(cluster: Cluster, address: string, stoppedBefore: string | null, id: string): void {
  const ids = sentTo(cluster, address);
  const isInDoubt = stoppedBefore !== null && recordsResult.test(stoppedBefore) && stoppedBefore.includes(id);
  expect([address, ids.length]).toEqual([address, isInDoubt ? 2 : 1]);
  expect(new Set(ids).size).toBe(1);
}

/** Mail of the product, such as a link to sign in. */
export const mails: Kind = {
  name: 'mails',
  hasOtherEffects: true,
  steps: (round) => new RegExp(`^update "outbox" set[^]*("campaign_id" is null|\\bmail-${round}\\b)`),
  mostSteps: 2,
  async seed({ db }, round) {
    const { outbox } = db.tables;
    const createdAt = new Date();
    const texts = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>', headers: {} };
    await db.write((orm) =>
      orm.insert(outbox).values({
        id: `mail-${round}`,
        kind: 'test',
        recipient: `one-${round}@people.example`,
        ...texts,
        nextAttemptAt: createdAt,
        createdAt,
      }),
    );
  },
  async check(cluster, round, stoppedBefore) {
    const { outbox } = cluster.db.tables;
    const rows = await cluster.db.orm
      .select({ status: outbox.status, text: outbox.text })
      .from(outbox)
      .where(eq(outbox.id, `mail-${round}`));
    expect(rows).toEqual([{ status: 'sent', text: '' }]);
    expectSentOnce(cluster, `one-${round}@people.example`, stoppedBefore, `mail-${round}`);
  },
};

/** An email to many people. */
export const campaigns: Kind = {
  name: 'campaigns',
  hasOtherEffects: true,
  steps: (round) => new RegExp(`^update "(outbox|campaigns)" set[^]*\\bcampaign-${round}\\b`),
  async seed({ db }, round) {
    const { campaigns: c, outbox } = db.tables;
    const id = `campaign-${round}`;
    const createdAt = new Date();
    const person = await insertUser(db, { id: `reader-${round}`, email: `reader-${round}@people.example` });
    await db.atomic((step) => {
      step.add(
        step.orm.insert(c).values({
          id,
          recipientType: 'all',
          subject: 'News',
          content: 'Hello.',
          format: 'text',
          status: 'sending',
          total: 1,
          unsubscribed: 0,
          suspended: 0,
          createdAt,
        }),
      );
      step.add(
        step.orm.insert(outbox).values({
          id: `${id}-${person.id}`,
          kind: 'campaign',
          recipient: person.email,
          userId: person.id,
          campaignId: id,
          ...{ subject: '', text: '', html: '', headers: {} },
          nextAttemptAt: createdAt,
          createdAt,
        }),
      );
    });
  },
  async check(cluster, round, stoppedBefore) {
    const { campaigns: c } = cluster.db.tables;
    const rows = await cluster.db.orm
      .select({ status: c.status, results: c.results })
      .from(c)
      .where(eq(c.id, `campaign-${round}`));
    expect(rows).toEqual([{ status: 'done', results: { sent: 1 } }]);
    const reader = `reader-${round}`;
    expectSentOnce(cluster, `${reader}@people.example`, stoppedBefore, `campaign-${round}-${reader}`);
  },
};
