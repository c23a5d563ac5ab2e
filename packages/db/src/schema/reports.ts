import { isNotNull, isNull } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { chatTables } from './chat.ts';

/** What people reported to the administrators: answers, and conversations and documents that are shared by link. */
export function reportTables(
  k: Kit,
  {
    users,
    guests,
    conversations,
  }: Pick<ReturnType<typeof authTables>, 'users' | 'guests'> & Pick<ReturnType<typeof chatTables>, 'conversations'>,
) {
  const reports = k.table(
    'reports',
    {
      id: k.text('id').primaryKey(),
      kind: k.text('kind', { enum: ['answer', 'share', 'document'] }).notNull(),
      /** The id of the answer or of the document; for a shared conversation, its id as text. */
      targetId: k.text('target_id').notNull(),
      conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id),
      reason: k.text('reason').notNull(),
      /** What the person wrote; null for nothing, and once their account is deleted. */
      text: k.text('text'),
      /** At most one of both is set; none once that account or guest is deleted. */
      reporterUserId: k.text('reporter_user_id').references(() => users.id, { onDelete: 'set null' }),
      reporterGuestId: k.text('reporter_guest_id').references(() => guests.id, { onDelete: 'set null' }),
      /** Increases with every change, so that administrators overwrite only what they have seen. */
      version: k.integer('version').notNull().default(1),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
      closedAt: k.timestamp('closed_at'),
      /** Null while it is open, and once that account is deleted. */
      closedBy: k.text('closed_by').references(() => users.id, { onDelete: 'set null' }),
      closingNote: k.text('closing_note'),
    },
    (t) => [
      k.uniqueIndex('reports_open_user').on(t.reporterUserId, t.kind, t.targetId).where(isNull(t.closedAt)),
      k.uniqueIndex('reports_open_guest').on(t.reporterGuestId, t.kind, t.targetId).where(isNull(t.closedAt)),
      k.index('reports_open').on(t.createdAt, t.id).where(isNull(t.closedAt)),
      k.index('reports_closed').on(t.createdAt, t.id).where(isNotNull(t.closedAt)),
      k.index('reports_conversation').on(t.conversationId),
      k.index('reports_user').on(t.reporterUserId).where(isNotNull(t.reporterUserId)),
      k.index('reports_guest').on(t.reporterGuestId).where(isNotNull(t.reporterGuestId)),
      k.index('reports_closed_by').on(t.closedBy).where(isNotNull(t.closedBy)),
    ],
  );
  return { reports };
}
