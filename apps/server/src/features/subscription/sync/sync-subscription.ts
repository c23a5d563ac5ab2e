import { isDeepStrictEqual } from 'node:util';
import { isConstraintViolation, type Orm, type Statement } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { type PaidSubscription, PaymentFailure, unreachableText } from '../../../integrations/payments/payments.ts';
import { type AccountPages, announceAccount } from '../../auth/account/announce-account.ts';
import type { UserRow } from '../../auth/auth.queries.ts';
import { addFigures } from '../../figures/add-figures.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { announceEvents } from '../../webhook-outbox/event-statement.ts';
import { paymentsUnavailable } from '../rules/payment-errors.ts';
import {
  type CustomerRow,
  findCustomer,
  type InvoiceRow,
  invoicesOf,
  isOurs,
  subscriptionsOf,
} from '../rules/subscription.queries.ts';
import { isEnded, levelAfter, type SubscriptionRow } from '../rules/subscription-rules.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type Fresh, readFromService } from './read-from-service.ts';
import { mailReceipt, withoutReceipt } from './receipts.ts';
import { readAgainFrom } from './reconciled-for.ts';
import { revenueOf } from './revenue.ts';
import { addEvents, addNotices } from './subscription-notices.ts';

/** How often a call reads again because another process wrote first, before it gives up. */
const maxTries = 25;

/** The events that may change what an invoice has brought. Reading the invoices takes another call of the service. */
const mayPay = /^(invoice\.paid|charge\.refund)/;

export type SyncDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log' | 'payments'> & { live: AccountPages };

/** Why the service is read: for the audit log. */
export type SyncCause = 'webhook' | 'person' | 'administrator' | 'reconcile';

export type Synced = { customer: CustomerRow; subscriptions: PaidSubscription[] };

type Known = { customer: CustomerRow; user: UserRow; rows: SubscriptionRow[]; invoices: InvoiceRow[] };

/**
 * Reads a person's subscriptions from the payment service and writes what changed in one step: the subscriptions, the level, the audit
 * entries, the mails that a person expects, and the id of the event that caused it, if any. It is written only if nothing was written since
 * before the read; otherwise the service is read again. So an older state never replaces a newer one, and nothing takes effect twice. Open
 * pages are told. Resolves to null without a customer of this server's payments, and for an event that took effect before. If only the
 * invoices cannot be read, everything else is written, and receipts and figures follow later: the person is read again after an hour, and
 * an event that may be about a payment counts as not received. Throws PaymentFailure.
 */
export function syncSubscription(
  deps: SyncDeps,
  userId: string,
  given: { by: SyncCause; event?: { id: string; type: string } },
): Promise<Synced | null> {
  return oneAtATime(deps.db, userId, () => sync(deps, userId, given));
}

async function sync(
  deps: SyncDeps,
  userId: string,
  { by, event }: { by: SyncCause; event?: { id: string; type: string } },
): Promise<Synced | null> {
  for (let tries = 1; tries <= maxTries; tries++) {
    if (event && (await tookEffect(deps, event.id))) return null;
    const withInvoices = !event || mayPay.test(event.type);
    const known = await readKnown(deps, userId, withInvoices);
    if (!known || !isOurs(known.customer, deps.payments)) return null;
    const fresh = await readFromService(deps, known.customer, known.user.email, { withInvoices });
    try {
      return await write(deps, known, fresh, by, event);
    } catch (error) {
      // Something was written since the read: the same event by another process, another state, or the account was deleted.
      if (!(error instanceof Outdated) && !isConstraintViolation(error)) throw error;
    }
  }
  throw paymentsUnavailable();
}

/** Whether an event took effect before. */
export async function tookEffect({ db }: Pick<Deps, 'db'>, eventId: string): Promise<boolean> {
  const { paymentEvents } = db.tables;
  const [row] = await db.orm.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, eventId));
  return row !== undefined;
}

async function readKnown({ db }: SyncDeps, userId: string, withInvoices: boolean): Promise<Known | null> {
  const customer = await findCustomer(db, userId);
  if (!customer) return null;
  const { users } = db.tables;
  const [[user], rows, invoices] = await Promise.all([
    db.orm.select().from(users).where(eq(users.id, userId)),
    subscriptionsOf(db, userId),
    withInvoices ? invoicesOf(db, userId) : [],
  ]);
  return user ? { customer, user, rows, invoices } : null;
}

class Outdated extends Error {}

async function write(
  deps: SyncDeps,
  { customer, user, rows, invoices: known }: Known,
  { subscriptions, email, invoices: read }: Fresh,
  by: SyncCause,
  event: { id: string; type: string } | undefined,
): Promise<Synced> {
  const { db } = deps;
  const { paymentCustomers, paymentEvents, paymentInvoices } = db.tables;
  const at = deps.now();
  const after = rowsAfter(user.id, rows, subscriptions);
  const changed = after.filter((row) => isChanged(rows, row));
  const level = levelAfter(user, rows, after, at);
  const ended = changed.filter(
    (row) => isEnded(row) && !rows.some(({ id, status }) => id === row.id && isEnded({ status })),
  );
  const invoices = read ?? [];
  const paid = withoutReceipt(known, invoices);
  const revenue = revenueOf(known, invoices, at);
  const reconciledAt = read ? at : readAgainFrom(at);
  const change = { user, level, before: rows, changed, by };
  const {
    rows: [written],
  } = await db.atomic((step) => {
    const claimed = step.must(
      step.orm
        .update(paymentCustomers)
        .set({
          version: customer.version + 1,
          attempt: customer.attempt + ended.length,
          email,
          reconciledAt,
        })
        .where(and(eq(paymentCustomers.userId, user.id), eq(paymentCustomers.version, customer.version)))
        .returning(),
      () => new Outdated(),
    );
    if (level) step.must(levelStatement(deps, step.orm, user, level), () => new Outdated());
    if (event && read) step.add(step.orm.insert(paymentEvents).values({ ...event, receivedAt: at }));
    for (const row of changed) step.add(upsert(deps, step.orm, row));
    addNotices(deps, step, change);
    addEvents(deps, step, change);
    for (const { id } of paid) step.add(step.orm.insert(paymentInvoices).values({ id, userId: user.id, netCents: 0 }));
    for (const invoice of paid) mailReceipt(deps, step, user, invoice);
    for (const { id, netCents } of revenue) step.add(upsertInvoice(deps, step.orm, { id, userId: user.id, netCents }));
    for (const { at: paidAt, figure } of revenue) addFigures(deps, step, [figure], paidAt);
    return claimed;
  });
  if (changed.length > 0 || level || paid.length > 0) announceMail(deps);
  if (changed.length > 0) announceEvents(deps);
  if (changed.length > 0 || level) announceAccount(deps, user.id);
  if (event && !read) throw new PaymentFailure('unreachable', unreachableText);
  return { customer: written as CustomerRow, subscriptions };
}

/** The rows of everything that the service has. What it no longer has is canceled. */
function rowsAfter(
  userId: string,
  before: readonly SubscriptionRow[],
  fresh: readonly PaidSubscription[],
): SubscriptionRow[] {
  const gone = before
    .filter(({ id, status }) => !isEnded({ status }) && fresh.every((one) => one.id !== id))
    .map((row) => ({ ...row, status: 'canceled' as const }));
  const known = (id: string) => before.find((row) => row.id === id);
  const kept = fresh.map((one) => ({
    id: one.id,
    userId,
    customerId: one.customerId,
    status: one.status,
    cancelAtPeriodEnd: one.cancelAtPeriodEnd,
    cancelAt: one.cancelAt,
    currentPeriodEnd: one.currentPeriodEnd,
    paidUntil: paidUntil(one, known(one.id)),
    // The payments of an ended subscription are no longer read.
    refunded: one.refunded || (isEnded(one) && known(one.id)?.refunded === true),
    disputed: one.disputed || (isEnded(one) && known(one.id)?.disputed === true),
    cardBrand: one.card?.brand ?? null,
    cardLast4: one.card?.last4 ?? null,
    createdAt: one.createdAt,
  }));
  return [...kept, ...gone];
}

/** If another renewal comes due while one is unpaid, the last paid period stays the same. */
function paidUntil({ status, paidUntil }: PaidSubscription, known: SubscriptionRow | undefined): Date | null {
  const before = known?.paidUntil;
  return status === 'past_due' && paidUntil && before && before < paidUntil ? before : paidUntil;
}

function isChanged(before: readonly SubscriptionRow[], row: SubscriptionRow): boolean {
  const old = before.find(({ id }) => id === row.id);
  return !old || !isDeepStrictEqual(old, row);
}

function upsert({ db }: SyncDeps, orm: Orm, row: SubscriptionRow): Statement {
  const { subscriptions } = db.tables;
  const { id: _, userId: __, ...changes } = row;
  return orm.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.id, set: changes });
}

function upsertInvoice({ db }: SyncDeps, orm: Orm, row: InvoiceRow): Statement {
  const { paymentInvoices } = db.tables;
  const { netCents } = row;
  return orm.insert(paymentInvoices).values(row).onConflictDoUpdate({ target: paymentInvoices.id, set: { netCents } });
}

/** Returns no row if an administrator changed the level since it was read. */
function levelStatement(
  { db, now }: SyncDeps,
  orm: Orm,
  user: UserRow,
  level: NonNullable<ReturnType<typeof levelAfter>>,
) {
  const { users } = db.tables;
  return orm
    .update(users)
    .set({ ...level, updatedAt: now() })
    .where(
      and(
        eq(users.id, user.id),
        eq(users.accessLevel, user.accessLevel),
        user.premiumUntil ? eq(users.premiumUntil, user.premiumUntil) : isNull(users.premiumUntil),
      ),
    )
    .returning({ id: users.id });
}
