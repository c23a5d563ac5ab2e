import { randomUUID } from 'node:crypto';
import type { Database } from '@noek/db/database';
import type { UserRow } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { createSubscription } from '../features/subscription/create-subscription.ts';
import { receiveWebhook } from '../features/subscription/keeping/receive-webhook.ts';
import type { PaidSubscription } from '../integrations/payments/payments.ts';
import { createTestClock, createTestCtx, type TestCtx } from './create-test-ctx.ts';
import { insertPerson, signedInAs } from './sign-in.ts';
import { createFakePayments, signatureOf } from './stand-ins/fake-payments.ts';

/** A person who subscribes at a payment service that a test controls. */
export type Subscriber = {
  user: UserRow;
  me: TestCtx;
  /** The id of their subscription. */
  id: string;
  customerId: string;
};

export const paid = { status: 'active', confirm: null, card: { brand: 'Visa', last4: '4242' } } as const;

export function openSubscriptions(db: Database, { env }: { env?: Record<string, string> } = {}) {
  const clock = createTestClock();
  const payments = createFakePayments(clock.now);
  const ctx = createTestCtx({ db, clock, payments, ...(env && { env }) });
  return {
    ctx,
    clock,
    payments,
    /** The same server in another process. */
    otherProcess: () => createTestCtx({ db, clock, payments, ...(env && { env }) }),
    async person(given: Partial<UserRow> = {}): Promise<Subscriber> {
      const user = await insertPerson(ctx, given);
      const me = await signedInAs(ctx, user.id);
      await createSubscription(me);
      const one = [...payments.subscriptions.values()].find(({ userId }) => userId === user.id);
      return { user, me, id: one?.id ?? '', customerId: one?.customerId ?? '' };
    },
    /** Changes the subscription at the service, which then delivers an event. */
    async happens({ id, customerId }: Subscriber, change: Partial<PaidSubscription>): Promise<void> {
      payments.change(id, change);
      await receiveWebhook(ctx, signed({ id: randomUUID(), type: 'invoice.paid', customerId }));
    },
  };
}

/** A delivery as the service sends it. */
export function signed(event: { id: string; type: string; customerId: string | null; subscriptionId?: string }) {
  const raw = JSON.stringify({ subscriptionId: null, ...event });
  return { raw, signature: signatureOf(raw) };
}

/** The stored level of a person. */
export async function storedLevel({ db }: Pick<TestCtx, 'db'>, { user }: Pick<Subscriber, 'user'>) {
  const { users } = db.tables;
  const [row] = await db.orm
    .select({ accessLevel: users.accessLevel, premiumUntil: users.premiumUntil })
    .from(users)
    .where(eq(users.id, user.id));
  return row;
}

/** The audit entries about a person: [action, detail]. */
export async function auditOf({ db }: Pick<TestCtx, 'db'>, { user }: Pick<Subscriber, 'user'>) {
  const { auditLog } = db.tables;
  const rows = await db.orm
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetUserId, user.id))
    .orderBy(auditLog.createdAt, auditLog.id);
  return rows.map(({ action, detail }) => [action, detail] as const);
}
