import { isNotNull } from 'drizzle-orm';
import type { Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** What the assistant remembers about a person. */
export function memoryTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  const memories = k.table(
    'memories',
    {
      id: k.text('id').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      title: k.text('title').notNull(),
      content: k.text('content').notNull(),
      category: k.text('category').notNull(),
      importance: k.text('importance', { enum: ['low', 'normal', 'high'] }).notNull(),
      /** Where it comes from. Both ids stay when that message is deleted. */
      conversationId: k.integer('conversation_id'),
      messageId: k.text('message_id'),
      /** The tool call that saved it, as "answer id:number", so that a repeated call saves it once; null otherwise. */
      savedBy: k.text('saved_by'),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
    },
    (t) => [
      k.index('memories_user').on(t.userId, t.createdAt, t.id),
      k.uniqueIndex('memories_saved_by').on(t.savedBy).where(isNotNull(t.savedBy)),
    ],
  );

  /** How many memories a person has. Every new memory updates this row, so that concurrent ones cannot exceed the limit. */
  const memoryAccounts = k.table('memory_accounts', {
    userId: k
      .text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    total: k.integer('total').notNull(),
  });

  return { memories, memoryAccounts };
}
