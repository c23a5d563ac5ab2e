import type { Kit } from '../kit.ts';

/** What the operators of the product need: the mail outbox and the audit log. */
export function operationsTables(k: Kit) {
  const outbox = k.table(
    'outbox',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind').notNull(),
      recipient: k.text('recipient').notNull(),
      subject: k.text('subject').notNull(),
      text: k.text('text').notNull(),
      html: k.text('html').notNull(),
      headers: k.json('headers').$type<Record<string, string>>().notNull(),
      status: k
        .text('status', { enum: ['pending', 'sent', 'failed'] })
        .notNull()
        .default('pending'),
      attempts: k.integer('attempts').notNull().default(0),
      /** Not before then; a claim moves it forward by the lease, so that a crash frees the row again. */
      nextAttemptAt: k.timestamp('next_attempt_at').notNull(),
      lastError: k.text('last_error'),
      createdAt: k.timestamp('created_at').notNull(),
      sentAt: k.timestamp('sent_at'),
    },
    (t) => [k.index('outbox_due').on(t.status, t.nextAttemptAt), k.index('outbox_created').on(t.createdAt)],
  );

  const auditLog = k.table(
    'audit_log',
    {
      id: k.text('id').primaryKey(),
      /** Who did it; null for the system itself. No foreign key: the row outlives the account. */
      actorId: k.text('actor_id'),
      action: k.text('action').notNull(),
      targetUserId: k.text('target_user_id'),
      detail: k.json('detail').$type<Record<string, unknown>>().notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.index('audit_log_target').on(t.targetUserId, t.createdAt), k.index('audit_log_created').on(t.createdAt)],
  );

  return { outbox, auditLog };
}
