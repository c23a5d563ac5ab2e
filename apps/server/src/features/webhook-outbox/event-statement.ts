import { administratorsEvents, type WebhookData, type WebhookEvent } from '@noek/contract/webhooks/events';
import type { Database, Orm } from '@noek/db/database';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { newEventId, sealForWebhooks } from './seal-webhook.ts';

const triedForMs = 24 * 60 * 60_000;

/** The topic of db.notify that wakes the delivery of webhooks in all processes. */
export const deliveriesTopic = 'webhook-deliveries';

type EventDeps = Pick<Deps, 'db' | 'now' | 'config'>;

export type NewEvent<Type extends WebhookEvent = WebhookEvent> = {
  type: Type;
  data: WebhookData[Type];
  /** Who did it: the person's own webhooks get it. Events of administrators have none: all administrators' webhooks get them. */
  userId: Type extends 'answer.finished' | 'conversation.shared' ? string : null;
  /** The conversation that `data` has text of. The deliveries are deleted with it. */
  conversationId?: number;
  /** The person that an event of administrators is about. The deliveries are deleted with their account. */
  aboutUserId?: string;
  /** Otherwise nothing is written. */
  onlyIf?: SQL;
};

/**
 * The statement that puts an event on its way to the webhooks that chose it, often none. Run it in the same atomic step as what it tells,
 * and call `announceEvents` after the commit; otherwise it is sent at the next poll. Returns the ids of the deliveries.
 */
export function eventStatement<Type extends WebhookEvent>(
  deps: EventDeps,
  orm: Orm,
  { type, data, userId, conversationId, aboutUserId, onlyIf }: NewEvent<Type>,
): PromiseLike<{ id: string }[]> {
  const { webhooks: w, webhookDeliveries: d } = deps.db.tables;
  const id = newEventId();
  const at = deps.now();
  const body = sealForWebhooks(deps.config, id, bodyOf(type, at, data));
  const chosen = and(
    userId === null ? eq(w.isForEverybody, true) : eq(w.userId, userId),
    sql`cast(${w.events} as text) like ${`%"${type}"%`}`,
    isNull(w.stoppedAt),
    mayHear(deps.db, sql`${type}`),
    onlyIf,
  );
  const value = (given: unknown, column: keyof typeof d.$inferSelect) =>
    sql`cast(${sql.param(given, d[column])} as ${sql.raw(d[column].getSQLType())})`;
  // Every column in the order of the table, because INSERT … SELECT names them all.
  const row = sql.join(
    [
      sql`${`${id}_`} || ${w.id}`,
      sql`${w.id}`,
      value(conversationId ?? null, 'conversationId'),
      value(aboutUserId ?? null, 'aboutUserId'),
      value(type, 'event'),
      value(body, 'body'),
      sql`'waiting'`,
      sql`0`,
      value(at, 'nextAttemptAt'),
      value(null, 'sendingUntil'),
      value(new Date(at.getTime() + triedForMs), 'triedUntil'),
      value(at, 'createdAt'),
      value(null, 'deliveredAt'),
      value(null, 'answerStatus'),
      value(null, 'problem'),
    ],
    sql`, `,
  );
  return orm.insert(d).select(sql`select ${row} from ${w} where ${chosen}`).returning({ id: d.id });
}

/** The body of an event, as Standard Webhooks has it. */
export const bodyOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * Whether the owner of a webhook may get this event now: their account is not suspended, and they are still an administrator if it is
 * about everybody.
 */
export function mayHear({ tables }: Pick<Database, 'tables'>, event: SQL): SQL {
  const { users: u, webhooks: w } = tables;
  const everybody = sql.join(
    administratorsEvents.map((one) => sql`${one}`),
    sql`, `,
  );
  return sql`exists (select 1 from ${u} where ${u.id} = ${w.userId} and ${u.suspendedAt} is null and ${u.deletedAt} is null
    and (${u.accessLevel} = 'admin' or ${event} not in (${everybody})))`;
}

/** Tells the delivery of all processes that events are due. */
export function announceEvents({ db }: Pick<Deps, 'db'>): void {
  db.notify(deliveriesTopic);
}
