import { insertSession, insertUser } from '@noek/db/testing/factories';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { hashToken, newToken } from '../../features/auth/secrets/one-time-token.ts';
import { remoteCaller } from '../remote-caller.ts';
import type { Cluster } from './cluster.ts';
import type { Kind } from './kind.ts';

const twoDaysAgo = () => new Date(Date.now() - 48 * 60 * 60_000);
/** The ids of people, one per round: 0, those that stop a process at a step, and a last one that stops it at none. */
const people = (name: string, count: number) => Array.from({ length: count }, (_, round) => `${name}-${round}`);

/** A person who pays for SuperNoek with a test card. */
async function subscribe({ db }: Cluster, address: string, id: string): Promise<void> {
  await insertUser(db, { id });
  const token = newToken();
  await insertSession(db, { id: hashToken(token), userId: id });
  const me = remoteCaller(address);
  me.cookies.set('noek_session', token);
  const { clientSecret } = await me.mutate<{ clientSecret: string }>('subscription.create');
  const card = { cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' };
  await me.mutate('subscription.sandboxConfirm', { clientSecret, ...card });
}

async function stateOf({ db }: Cluster, userId: string) {
  const { auditLog, outbox, subscriptions, users } = db.tables;
  const [rows, people, entries, mails] = await Promise.all([
    db.orm.select({ status: subscriptions.status }).from(subscriptions).where(eq(subscriptions.userId, userId)),
    db.orm.select({ accessLevel: users.accessLevel }).from(users).where(eq(users.id, userId)),
    db.orm.select({ detail: auditLog.detail }).from(auditLog).where(eq(auditLog.targetUserId, userId)),
    db.orm
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.userId, userId), eq(outbox.kind, 'subscription-ended'))),
  ]);
  const details = entries.map(({ detail }) => JSON.stringify(detail));
  return {
    status: rows.map(({ status }) => status),
    level: people[0]?.accessLevel,
    /** How many entries of the audit log contain this. */
    audited: (part: string) => details.filter((detail) => detail.includes(part)).length,
    endMails: mails.length,
  };
}

/** The customers of the payment service, by person. */
const customers = new Map<string, string>();

/** An administrator's decision to end a subscription. */
export const decisions: Kind = {
  name: 'decisions',
  steps: (round) => new RegExp(`\\bpayer-${round}\\b|\\b${customers.get(`payer-${round}`)}\\b`),
  mostSteps: 6,
  async prepare(cluster, address) {
    const { paymentCustomers: c } = cluster.db.tables;
    await Promise.all(people('payer', 8).map((id) => subscribe(cluster, address, id)));
    for (const { userId, customerId } of await cluster.db.orm.select().from(c)) customers.set(userId, customerId);
  },
  async seed({ db }, round) {
    const at = new Date();
    await db.write((orm) =>
      orm
        .insert(db.tables.subscriptionDecisions)
        .values({ userId: `payer-${round}`, decision: 'end-now', decidedAt: at, dueAt: at }),
    );
  },
  async check(cluster, round) {
    const { sandboxEvents: e, subscriptionDecisions: d } = cluster.db.tables;
    const userId = `payer-${round}`;
    const found = await cluster.db.orm.select({ dueAt: d.dueAt }).from(d).where(eq(d.userId, userId));
    expect(found).toEqual([{ dueAt: null }]);
    const { audited, ...state } = await stateOf(cluster, userId);
    expect(state).toEqual({ status: ['canceled'], level: 'basic', endMails: 1 });
    expect([audited('["active","canceled"]'), audited('"to":"basic"')]).toEqual([1, 1]);
    expect(await cluster.db.orm.select({ id: e.id }).from(e).where(eq(e.userId, userId))).toEqual([]);
  },
};

/** A payment that no event reported. */
export const reconciles: Kind = {
  name: 'reconciles',
  steps: (round) => new RegExp(`\\bunreported-${round}\\b`),
  mostSteps: 2,
  async prepare(cluster, address) {
    await Promise.all(people('unreported', 4).map((id) => subscribe(cluster, address, id)));
  },
  async seed({ db }, round) {
    const { auditLog, paymentCustomers: c, subscriptions: s, users: u } = db.tables;
    const userId = `unreported-${round}`;
    await db.atomic((step) => {
      step.add(step.orm.update(u).set({ accessLevel: 'basic', premiumUntil: null }).where(eq(u.id, userId)));
      step.add(step.orm.update(s).set({ status: 'incomplete', paidUntil: null }).where(eq(s.userId, userId)));
      step.add(step.orm.delete(auditLog).where(eq(auditLog.targetUserId, userId)));
      step.add(step.orm.update(c).set({ reconciledAt: twoDaysAgo() }).where(eq(c.userId, userId)));
    });
  },
  async check(cluster, round) {
    const { audited, ...state } = await stateOf(cluster, `unreported-${round}`);
    expect(state).toEqual({ status: ['active'], level: 'supernoek', endMails: 0 });
    expect([audited('["incomplete","active"]'), audited('"to":"supernoek"')]).toEqual([1, 1]);
  },
};
