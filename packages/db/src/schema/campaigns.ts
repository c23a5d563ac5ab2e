import { isNull } from 'drizzle-orm';
import type { Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** What administrators write to many people. Each recipient's mail is a row of the outbox. */
export function campaignTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  const campaigns = k.table(
    'campaigns',
    {
      id: k.text('id').primaryKey(),
      /** Null once that account is deleted. */
      createdBy: k.text('created_by').references(() => users.id, { onDelete: 'set null' }),
      recipientType: k.text('recipient_type', { enum: ['selected', 'all', 'basic', 'supernoek', 'admin'] }).notNull(),
      subject: k.text('subject').notNull(),
      content: k.text('content').notNull(),
      format: k.text('format', { enum: ['text', 'markdown'] }).notNull(),
      status: k.text('status', { enum: ['sending', 'paused', 'cancelled', 'done'] }).notNull(),
      /** How many people it was written to, and how many were left out because they had unsubscribed or were suspended. */
      total: k.integer('total').notNull(),
      unsubscribed: k.integer('unsubscribed').notNull(),
      suspended: k.integer('suspended').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      /** When its last mail was settled. Until then, the outbox says how many were sent. */
      endedAt: k.timestamp('ended_at'),
      /** The number of mails per outcome, from then on. The outbox deletes its rows. */
      results: k.json('results').$type<Record<string, number>>(),
    },
    (t) => [
      k.index('campaigns_created').on(t.createdAt, t.id),
      k.index('campaigns_open').on(t.status).where(isNull(t.endedAt)),
      k.index('campaigns_author').on(t.createdBy),
    ],
  );
  return { campaigns };
}
