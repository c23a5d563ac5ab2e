import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertConversation, insertGuest, insertMessages, insertSession, insertUser } from '@noek/db/testing/factories';
import { and, eq, inArray, like, lt } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Kind } from './kind.ts';

const day = 24 * 60 * 60_000;
const longAgo = new Date(Date.now() - 800 * day);

/** The last revision before each round. */
const revisions = new Map<number, number>();

/** A change in the folder of the knowledge base. */
export const knowledge: Kind = {
  name: 'knowledge',
  steps: () => /^update "knowledge_sources"/,
  mostSteps: 2,
  async seed({ db, knowledgeDir }, round) {
    const { knowledgeSources: s } = db.tables;
    await expect
      .poll(
        async () => {
          const [source] = await db.orm.select({ revision: s.revision }).from(s).where(like(s.key, 'folder:%'));
          revisions.set(round, source?.revision ?? 0);
          return source?.revision ?? 0;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await writeFile(join(knowledgeDir, 'office.md'), `# Office\n\nThe office dog is called Biscuit the ${round}th.`);
  },
  async check({ db }, round) {
    const { knowledgeRevisions: r, knowledgeSources: s } = db.tables;
    const [source] = await db.orm.select().from(s).where(like(s.key, 'folder:%'));
    expect(source?.documents).toMatchObject([{ text: expect.stringContaining(`Biscuit the ${round}th.`) }]);
    const last = (revisions.get(round) ?? 0) + 1;
    expect(source?.revision).toBe(last);
    expect(await db.orm.select({ number: r.number }).from(r)).toHaveLength(last);
  },
};

/** A person whose SuperNoek ends. */
export const levels: Kind = {
  name: 'levels',
  steps: (round) => new RegExp(`^update "users"[^]*\\blevel-${round}\\b`),
  async seed({ db }, round) {
    await insertUser(db, { id: `level-${round}`, accessLevel: 'supernoek', premiumUntil: longAgo });
  },
  async check({ db }, round) {
    const { auditLog: log, users: u } = db.tables;
    const id = `level-${round}`;
    const rows = await db.orm.select({ accessLevel: u.accessLevel }).from(u).where(eq(u.id, id));
    expect(rows).toEqual([{ accessLevel: 'basic' }]);
    expect(await db.orm.select({ id: log.id }).from(log).where(eq(log.targetUserId, id))).toHaveLength(1);
  },
};

/** What is removed once per hour. */
export const purges: Kind = {
  name: 'purges',
  // The others are one statement each.
  steps: (round) => new RegExp(`\\bold-${round}\\b`),
  async seed({ db }, round) {
    const t = db.tables;
    const id = `old-${round}`;
    const old = { createdAt: longAgo };
    const { id: userId } = await insertUser(db, { id: `keeper-${round}` });
    const parent = await insertSession(db, { id: `parent-of-${id}`, userId });
    await insertSession(db, { id, userId, expiresAt: longAgo });
    await insertGuest(db, { id, ...old });
    const conversation = await insertConversation(db, { guestId: id, ...old });
    await insertMessages(db, conversation.id, [{ id: `${id}-message` }]);
    const said = { title: 'Tea', content: 'Tea.', category: 'General', importance: 'normal' as const };
    await db.atomic((step) => {
      step.add(
        step.orm
          .insert(t.apiTokens)
          .values({ id, userId, name: 'Old', tokenHash: id, scopes: [], expiresAt: longAgo, ...old }),
      );
      step.add(
        step.orm
          .insert(t.emailTokens)
          .values({ id, userId, purpose: 'verify-email', email: 'a@people.example', expiresAt: longAgo, ...old }),
      );
      step.add(
        step.orm
          .insert(t.crossDomainTokens)
          .values({ id, userId, parentSessionId: parent.id, targetOrigin: 'http://localhost', expiresAt: longAgo }),
      );
      step.add(step.orm.insert(t.rateLimits).values({ key: id, arrivalMs: 1 }));
      step.add(step.orm.insert(t.allowanceAccounts).values({ subject: `user:${id}`, total: 1, chargedAt: longAgo }));
      step.add(
        step.orm.insert(t.allowanceLedger).values({ id, subject: `user:${id}`, amount: 1, totalBefore: 0, ...old }),
      );
      step.add(
        step.orm.insert(t.memoryVersions).values({
          ...{ id, userId, memoryId: id, ...said, ...old },
          ...{ updatedAt: longAgo, replacedAt: longAgo, forgottenAt: longAgo },
        }),
      );
      step.add(
        step.orm.insert(t.figures).values({ hour: round, metric: 'people', label: 'active', shard: 0, amount: 1 }),
      );
      step.add(step.orm.insert(t.knowledgeSources).values({ key: id, notes: [], nextCheckAt: longAgo }));
      step.add(
        step.orm.insert(t.webhooks).values({
          ...{
            id: `hook-of-${id}`,
            userId,
            isForEverybody: false,
            url: 'https://example.org/',
            events: [],
            secret: '',
          },
          ...{ ...old, changedAt: longAgo },
        }),
      );
      step.add(
        step.orm.insert(t.webhookDeliveries).values({
          ...{ id, webhookId: `hook-of-${id}`, event: 'webhook.test', body: '', status: 'delivered', attempts: 1 },
          ...{ nextAttemptAt: longAgo, triedUntil: longAgo, ...old },
        }),
      );
      step.add(step.orm.insert(t.paymentEvents).values({ id, type: 'invoice.paid', receivedAt: longAgo }));
      step.add(
        step.orm.insert(t.outbox).values({
          ...{ id, kind: 'test', recipient: 'a@people.example', subject: '', text: '', html: '', headers: {} },
          ...{ status: 'sent', nextAttemptAt: longAgo, ...old },
        }),
      );
      step.add(
        step.orm.insert(t.archiveJobs).values({
          ...{ id, userId, kind: 'import', status: 'done', endedAt: longAgo, expiresAt: longAgo, ...old },
        }),
      );
    });
  },
  async check({ db }, round) {
    const t = db.tables;
    const id = `old-${round}`;
    const left = await Promise.all([
      ...[t.sessions, t.apiTokens, t.emailTokens, t.crossDomainTokens].map((table) =>
        db.orm.select({ id: table.id }).from(table).where(eq(table.id, id)),
      ),
      ...[t.guests, t.memoryVersions, t.paymentEvents, t.outbox, t.archiveJobs, t.webhookDeliveries].map((table) =>
        db.orm.select({ id: table.id }).from(table).where(eq(table.id, id)),
      ),
      db.orm
        .select({ id: t.messages.id })
        .from(t.messages)
        .where(like(t.messages.id, `${id}-%`)),
      db.orm.select().from(t.rateLimits).where(eq(t.rateLimits.key, id)),
      db.orm
        .select()
        .from(t.allowanceAccounts)
        .where(eq(t.allowanceAccounts.subject, `user:${id}`)),
      db.orm.select().from(t.allowanceLedger).where(eq(t.allowanceLedger.id, id)),
      db.orm
        .select()
        .from(t.figures)
        .where(and(lt(t.figures.hour, 1_000))),
      db.orm
        .select()
        .from(t.knowledgeSources)
        .where(inArray(t.knowledgeSources.key, [id])),
    ]);
    expect(left.flat()).toEqual([]);
    const kept = await db.orm
      .select({ id: t.sessions.id })
      .from(t.sessions)
      .where(eq(t.sessions.userId, `keeper-${round}`));
    expect(kept).toEqual([{ id: `parent-of-${id}` }]);
  },
};
