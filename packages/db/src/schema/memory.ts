import { isNotNull } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { projectTables } from './projects.ts';

type Others = Pick<ReturnType<typeof authTables>, 'users'> & Pick<ReturnType<typeof projectTables>, 'projects'>;

/** What the assistant remembers about a person. */
export function memoryTables(k: Kit, { users, projects }: Others) {
  const owner = () => belongsTo(k.text('user_id'), () => users.id);
  /** What a memory says and where it comes from. Its earlier versions have the same. */
  const said = () => ({
    title: k.text('title').notNull(),
    content: k.text('content').notNull(),
    category: k.text('category').notNull(),
    importance: k.text('importance', { enum: ['low', 'normal', 'high'] }).notNull(),
    /** The project whose chats alone use it; null: all chats of the account. */
    projectId: k.text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    /** Where it comes from. Both ids stay when that message is deleted. */
    conversationId: k.integer('conversation_id'),
    messageId: k.text('message_id'),
    /** The tool call that saved it, as "answer id:number", so that a repeated call saves it once; null otherwise. */
    savedBy: k.text('saved_by'),
    /** The name of the app or API token that saved it, or that sent the message it comes from; null if it was the person. */
    app: k.text('app'),
    createdAt: k.timestamp('created_at').notNull(),
    updatedAt: k.timestamp('updated_at').notNull(),
  });
  const memories = k.table(
    'memories',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      ...said(),
    },
    (t) => [
      // Includes the last two, so that the index alone tells whether memories have changed since an earlier answer.
      k.index('memories_user').on(t.userId, t.createdAt, t.id, t.updatedAt, t.projectId),
      k.index('memories_project').on(t.projectId).where(isNotNull(t.projectId)),
      k.uniqueIndex('memories_saved_by').on(t.savedBy).where(isNotNull(t.savedBy)),
    ],
  );

  /** What memories said before they were changed, or forgotten in a chat. They are deleted with the memory otherwise. */
  const memoryVersions = k.table(
    'memory_versions',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** Not a foreign key: a memory that was forgotten in a chat can be restored for a while. */
      memoryId: k.text('memory_id').notNull(),
      ...said(),
      replacedAt: k.timestamp('replaced_at').notNull(),
      /** The tool call that changed or forgot the memory, as in `saved_by`; null if the person edited it. */
      replacedBy: k.text('replaced_by'),
      /** When the memory was forgotten in a chat; null for a version that was replaced by another. */
      forgottenAt: k.timestamp('forgotten_at'),
    },
    (t) => [
      k.index('memory_versions_memory').on(t.userId, t.memoryId, t.replacedAt),
      k.uniqueIndex('memory_versions_replaced_by').on(t.replacedBy, t.memoryId).where(isNotNull(t.replacedBy)),
      k.index('memory_versions_project').on(t.projectId).where(isNotNull(t.projectId)),
      k.index('memory_versions_forgotten').on(t.forgottenAt).where(isNotNull(t.forgottenAt)),
    ],
  );

  /** How many memories a person has. Every new memory updates this row, so that concurrent ones cannot exceed the limit. */
  const memoryAccounts = k.table('memory_accounts', {
    userId: belongsTo(k.text('user_id'), () => users.id).primaryKey(),
    total: k.integer('total').notNull(),
  });

  return { memories, memoryVersions, memoryAccounts };
}
