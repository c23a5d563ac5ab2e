import { isNotNull, isNull } from 'drizzle-orm';
import type { Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { campaignTables } from './campaigns.ts';

/** The mail outbox, the audit log, which process does what only one may do, and what processes have learned about models. */
export function operationsTables(
  k: Kit,
  { users, campaigns }: Pick<ReturnType<typeof authTables>, 'users'> & ReturnType<typeof campaignTables>,
) {
  const outbox = k.table(
    'outbox',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind').notNull(),
      recipient: k.text('recipient').notNull(),
      /** The account that the mail is about and is deleted with; null for people without one. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      subject: k.text('subject').notNull(),
      /** Both texts are encrypted until the mail is sent or abandoned, and then empty. The texts of a campaign are in its own row. */
      text: k.text('text').notNull(),
      html: k.text('html').notNull(),
      headers: k.json('headers').$type<Record<string, string>>().notNull(),
      status: k
        .text('status', { enum: ['pending', 'sent', 'failed', 'cancelled', 'unsubscribed'] })
        .notNull()
        .default('pending'),
      attempts: k.integer('attempts').notNull().default(0),
      /** When to try next. A claim moves it forward by the lease, so that the row is free again after a crash. */
      nextAttemptAt: k.timestamp('next_attempt_at').notNull(),
      lastError: k.text('last_error'),
      createdAt: k.timestamp('created_at').notNull(),
      sentAt: k.timestamp('sent_at'),
      /** Whether the row is deleted when the mail is sent or abandoned, so that no trace of the recipient remains. */
      forgetWhenDone: k.boolean('forget_when_done').notNull().default(false),
      /** The campaign that the mail is a part of; null for every other mail. */
      campaignId: k.text('campaign_id').references(() => campaigns.id),
    },
    (t) => [
      k.index('outbox_due').on(t.status, t.nextAttemptAt).where(isNull(t.campaignId)),
      k.index('outbox_campaign').on(t.campaignId, t.status, t.nextAttemptAt).where(isNotNull(t.campaignId)),
      k.index('outbox_created').on(t.createdAt),
      k.index('outbox_user').on(t.userId).where(isNotNull(t.userId)),
      k.index('outbox_recipient').on(t.recipient),
    ],
  );

  const auditLog = k.table(
    'audit_log',
    {
      id: k.text('id').primaryKey(),
      /** Who did it; null for the system. Not a foreign key, because the row outlives the account. */
      actorId: k.text('actor_id'),
      action: k.text('action').notNull(),
      targetUserId: k.text('target_user_id'),
      detail: k.json('detail').$type<Record<string, unknown>>().notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('audit_log_target').on(t.targetUserId, t.createdAt),
      k.index('audit_log_target_action').on(t.targetUserId, t.action, t.createdAt),
      k.index('audit_log_actor').on(t.actorId, t.createdAt),
      k.index('audit_log_action').on(t.action, t.createdAt),
      k.index('audit_log_created').on(t.createdAt),
    ],
  );

  /** Work that one process does at a time. */
  const leases = k.table('leases', {
    name: k.text('name').primaryKey(),
    /** The process that does it, and until when. Another one may begin after that. */
    bootId: k.text('boot_id').notNull(),
    until: k.timestamp('until').notNull(),
  });

  /** The server processes on this database, so that they find each other. What a dead process leaves here is removed by the others. */
  const processes = k.table('processes', {
    id: k.text('id').primaryKey(),
    /** Where other processes reach it, as "host:port"; null if they cannot. */
    address: k.text('address'),
    heartbeatAt: k.timestamp('heartbeat_at').notNull(),
  });

  /** What the server has learned about models from the answers of their providers, such as what they refuse. */
  const modelNotes = k.table(
    'model_notes',
    {
      /** The name and the address of the provider. */
      provider: k.text('provider').notNull(),
      model: k.text('model').notNull(),
      what: k.text('what').notNull(),
      value: k.text('value').notNull(),
      until: k.timestamp('until').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.provider, t.model, t.what] })],
  );

  return { outbox, auditLog, leases, processes, modelNotes };
}
