import { isNotNull, sql } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** Projects, which hold a person's chats, files and instructions for one topic, and the prompts that people keep. */
export function projectTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  const projects = k.table(
    'projects',
    {
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      name: k.text('name').notNull(),
      /** How to answer in its chats; empty for none. */
      instructions: k.text('instructions').notNull().default(''),
      /** Whose memories its chats read and write: the account's, only its own, or none. */
      memory: k
        .text('memory', { enum: ['shared', 'own', 'off'] })
        .notNull()
        .default('shared'),
      /** The name of a colour, or #rrggbb. */
      color: k.text('color').notNull(),
      /** Which project of an imported archive it is: the same one is not imported twice. */
      importKey: k.text('import_key'),
      /** The import that has added it. */
      importJobId: k.text('import_job_id'),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
      /** When it was moved to the trash. */
      deletedAt: k.timestamp('deleted_at'),
      /** Whether its conversations left it or went into the trash with it, when it was last deleted. */
      conversationsWent: k.text('conversations_went', { enum: ['keep', 'trash'] }),
      /** Whether some of its conversations have still to go with it or come back to it, which happens in small steps. */
      unsettled: k.boolean('unsettled').notNull().default(false),
    },
    (t) => [
      k.index('projects_user').on(t.userId, t.createdAt, t.id),
      k.index('projects_deleted').on(t.deletedAt).where(isNotNull(t.deletedAt)),
      k.index('projects_unsettled').on(t.id).where(sql`${t.unsettled}`),
      k.uniqueIndex('projects_import').on(t.userId, t.importKey).where(isNotNull(t.importKey)),
    ],
  );

  const prompts = k.table(
    'prompts',
    {
      id: k.text('id').primaryKey(),
      /** null: administrators have published it for everybody. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      /** May contain variables as "{{name}}". */
      text: k.text('text').notNull(),
      /** Its place in the list, from 0. */
      position: k.integer('position').notNull(),
      /** The import that has added it. */
      importJobId: k.text('import_job_id'),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
    },
    (t) => [k.index('prompts_user').on(t.userId, t.position, t.id)],
  );

  return { projects, prompts };
}
