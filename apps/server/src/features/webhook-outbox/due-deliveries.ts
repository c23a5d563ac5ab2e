import { testEvent } from '@noek/contract/webhooks/events';
import { deliveryDays } from '@noek/contract/webhooks/limits';
import { backOff } from '@noek/db/back-off';
import type { Tables } from '@noek/db/tables';
import { and, asc, eq, inArray, isNull, lte, min, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { WebhookError } from '../../integrations/webhook-receivers/webhook-receivers.ts';
import { mayHear } from './event-statement.ts';
import { eventIdOf, openForWebhooks } from './seal-webhook.ts';
import { announceWebhooks } from './webhook-listeners.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than any attempt may take, so that another process only claims the delivery of one that died. */
export const leaseMs = MINUTE;
const purgedAtOnce = 500;
const maxPurges = 200;

export type DeliveryDeps = Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'webhookReceivers'>;
export type DeliveryRow = Tables['webhookDeliveries']['$inferSelect'];
export type WebhookRow = Tables['webhooks']['$inferSelect'];
type RowLock = { for(strength: 'update', options: { skipLocked: true }): unknown };

/** How long after its n-th failure a delivery is tried again: 10 s, 1 min, then doubling up to 6 h. */
export const retryAfterMs = (attempts: number): number =>
  attempts <= 1 ? 10 * SECOND : backOff(attempts - 1, MINUTE, 6 * HOUR);

/** The webhooks with a delivery that is due, those that wait longest first, and their owners, `besides` some. */
export async function dueWebhooks(
  { db, now }: DeliveryDeps,
  besides: { webhooks: readonly string[]; owners: readonly string[] },
  limit: number,
): Promise<{ id: string; userId: string }[]> {
  const { webhooks: w, webhookDeliveries: d } = db.tables;
  return db.orm
    .select({ id: w.id, userId: w.userId })
    .from(d)
    .innerJoin(w, eq(w.id, d.webhookId))
    .where(
      and(
        eq(d.status, 'waiting'),
        lte(d.nextAttemptAt, now()),
        isNull(w.stoppedAt),
        mayHear(db, sql`${d.event}`),
        besides.webhooks.length > 0 ? notInArray(w.id, [...besides.webhooks]) : undefined,
        besides.owners.length > 0 ? notInArray(w.userId, [...besides.owners]) : undefined,
      ),
    )
    .groupBy(w.id, w.userId)
    .orderBy(asc(min(d.nextAttemptAt)))
    .limit(limit);
}

/**
 * Claims the delivery of a webhook that has waited longest, in one conditional UPDATE, so that only one of several processes gets it while
 * the lease lasts.
 */
export async function claimDelivery({ db, now }: DeliveryDeps, webhookId: string): Promise<DeliveryRow | undefined> {
  const { webhooks: w, webhookDeliveries: d } = db.tables;
  const at = now();
  const isDue = and(eq(d.status, 'waiting'), lte(d.nextAttemptAt, at));
  const due = db.orm
    .select({ id: d.id })
    .from(d)
    .where(
      and(
        eq(d.webhookId, webhookId),
        isDue,
        sql`exists (select 1 from ${w} where ${w.id} = ${d.webhookId} and ${w.stoppedAt} is null and ${mayHear(db, sql`${d.event}`)})`,
      ),
    )
    .orderBy(asc(d.nextAttemptAt), asc(d.createdAt))
    .limit(1);
  let isChosen = inArray(d.id, due);
  if (db.engine === 'postgres') {
    // As for mail: processes do not wait for each other, and the choice is made once.
    (due as unknown as RowLock).for('update', { skipLocked: true });
    isChosen = sql`${d.id} = any(array(${due}))`;
  }
  const [claimed] = await db.write((orm) =>
    orm.update(d).set(claimOf({ db, now })).where(and(isChosen, isDue)).returning(),
  );
  return claimed;
}

/** What a claim writes. */
export function claimOf({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const until = new Date(now().getTime() + leaseMs);
  return { nextAttemptAt: until, sendingUntil: until, attempts: sql`${db.tables.webhookDeliveries.attempts} + 1` };
}

/**
 * Sends a claimed delivery and records the result. Resolves to how long until it is tried again, in milliseconds; null if it is not.
 * 2xx is delivered; a test then also ends a stop of the webhook. 410 stops the webhook. Everything else is tried again until 24 hours have
 * passed.
 */
export async function deliverClaimed(deps: DeliveryDeps, row: DeliveryRow): Promise<number | null> {
  const { db, now, log } = deps;
  const { webhooks: w } = db.tables;
  const [webhook] = await db.orm.select().from(w).where(eq(w.id, row.webhookId));
  if (!webhook) return null;
  const { answerStatus, problem } = await attempt(deps, webhook, row);
  const { id, event, attempts } = row;
  if (problem === null) {
    await settle(deps, row, { status: 'delivered', deliveredAt: now(), answerStatus, problem });
    if (event === testEvent) await letContinue(deps, webhook);
    return null;
  }
  const at = now().getTime();
  const isFinal = answerStatus === 410 || at >= row.triedUntil.getTime();
  log.info({ delivery: id, event, attempts, answerStatus, isFinal }, 'a webhook could not be delivered');
  if (answerStatus === 410) await stop(deps, webhook.id);
  if (isFinal) {
    await settle(deps, row, { status: 'failed', answerStatus, problem });
    return null;
  }
  const nextAttemptAt = new Date(Math.min(at + retryAfterMs(attempts), row.triedUntil.getTime()));
  await settle(deps, row, { nextAttemptAt, answerStatus, problem });
  return nextAttemptAt.getTime() - at;
}

type Attempt = Pick<DeliveryRow, 'answerStatus' | 'problem'>;

async function attempt(
  { config, now, webhookReceivers }: DeliveryDeps,
  webhook: WebhookRow,
  { id, body }: DeliveryRow,
): Promise<Attempt> {
  let opened: { secret: string; body: string };
  try {
    const secret = openForWebhooks(config, webhook.id, webhook.secret);
    opened = { secret, body: openForWebhooks(config, eventIdOf(id), body) };
  } catch {
    return { answerStatus: null, problem: 'It was encrypted with another APP_SECRET. Create the webhook again.' };
  }
  try {
    const status = await webhookReceivers.send({ url: webhook.url, id, at: now(), ...opened });
    return { answerStatus: status, problem: problemOfAnswer(status) };
  } catch (error) {
    return { answerStatus: null, problem: error instanceof WebhookError ? error.message : 'It could not be sent.' };
  }
}

function problemOfAnswer(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'The receiver answered with status 410: it wants no more requests.';
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (${status}), which is not followed.`;
  return `The receiver answered with status ${status}.`;
}

/** Records a result, unless the lease has expired and it was claimed again. */
async function settle({ db }: DeliveryDeps, { id, attempts, sendingUntil }: DeliveryRow, result: Partial<DeliveryRow>) {
  const { webhookDeliveries: d } = db.tables;
  const isOurs = and(
    eq(d.id, id),
    eq(d.attempts, attempts),
    sendingUntil === null ? undefined : eq(d.sendingUntil, sendingUntil),
  );
  await db.write((orm) =>
    orm
      .update(d)
      .set({ ...result, sendingUntil: null })
      .where(isOurs),
  );
}

/** Stops a webhook whose receiver wants no more requests, and gives up what waits for it. */
async function stop({ db, now }: DeliveryDeps, webhookId: string): Promise<void> {
  const { webhooks: w, webhookDeliveries: d } = db.tables;
  await db.atomic((step) => {
    step.add(
      step.orm
        .update(w)
        .set({ stoppedAt: now(), stoppedBecause: 'gone' })
        .where(and(eq(w.id, webhookId), isNull(w.stoppedAt))),
    );
    step.add(
      step.orm
        .update(d)
        .set({ status: 'failed', problem: 'It was not sent, because the receiver wants no more requests.' })
        .where(and(eq(d.webhookId, webhookId), eq(d.status, 'waiting'), isNull(d.sendingUntil))),
    );
  });
}

/** Ends a stop, unless the webhook was stopped while the test was sent. */
async function letContinue({ db, now }: DeliveryDeps, { id, userId, stoppedAt }: WebhookRow): Promise<void> {
  if (stoppedAt === null) return;
  const { webhooks: w } = db.tables;
  const set = { stoppedAt: null, stoppedBecause: null, changedAt: now() };
  await db.write((orm) =>
    orm
      .update(w)
      .set(set)
      .where(and(eq(w.id, id), eq(w.stoppedAt, stoppedAt))),
  );
  announceWebhooks({ db }, userId);
}

/**
 * Deletes deliveries of more than 30 days ago, in small steps, and gives up those whose time has passed while nothing could be sent: the
 * webhook was stopped, or its owner may not get it any more.
 */
export async function purgeDeliveries({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { webhookDeliveries: d } = db.tables;
  const before = (ms: number) => new Date(now().getTime() - ms);
  await db.write((orm) =>
    orm
      .update(d)
      .set({ status: 'failed', sendingUntil: null, problem: sql`coalesce(${d.problem}, 'It was not sent in time.')` })
      .where(
        and(
          eq(d.status, 'waiting'),
          lte(d.triedUntil, before(HOUR)),
          or(isNull(d.sendingUntil), lte(d.sendingUntil, before(0))),
        ),
      ),
  );
  for (let step = 0; step < maxPurges; step++) {
    const old = db.orm
      .select({ id: d.id })
      .from(d)
      .where(and(lte(d.createdAt, before(deliveryDays * DAY)), ne(d.status, 'waiting')))
      .limit(purgedAtOnce);
    const deleted = await db.write((orm) => orm.delete(d).where(inArray(d.id, old)).returning({ id: d.id }));
    if (deleted.length < purgedAtOnce) return;
  }
}
