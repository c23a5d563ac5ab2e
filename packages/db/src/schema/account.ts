import { isNotNull, isNull } from 'drizzle-orm';
import type { Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** What people make on their account page: personal API tokens, exports and imports. */
export function accountTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  const owner = () =>
    k
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' });

  const apiTokens = k.table(
    'api_tokens',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      name: k.text('name').notNull(),
      /** SHA-256 of the token, which is shown once. */
      tokenHash: k.text('token_hash').notNull(),
      scopes: k.json('scopes').$type<('read' | 'chat' | 'all')[]>().notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      /** Null: it does not expire. */
      expiresAt: k.timestamp('expires_at'),
      lastUsedAt: k.timestamp('last_used_at'),
    },
    (t) => [
      k.uniqueIndex('api_tokens_hash').on(t.tokenHash),
      k.index('api_tokens_user').on(t.userId, t.createdAt),
      k.index('api_tokens_expires').on(t.expiresAt).where(isNotNull(t.expiresAt)),
    ],
  );

  /** Exports of everything in an account, and imports of such archives. The archives themselves are files in DATA_DIR. */
  const archiveJobs = k.table(
    'archive_jobs',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      kind: k.text('kind', { enum: ['export', 'import'] }).notNull(),
      status: k.text('status', { enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
      /** How many conversations, memories and other things are done so far, and the total. */
      done: k.integer('done').notNull().default(0),
      total: k.integer('total').notNull().default(0),
      /** The size of the archive in bytes, once an export is done. */
      bytes: k.integer('bytes'),
      /** What an import has added and left out. */
      result: k.json('result').$type<Record<string, number>>(),
      /** Why it failed, as the person reads it. */
      error: k.text('error'),
      /** The server process that runs it. */
      bootId: k.text('boot_id'),
      heartbeatAt: k.timestamp('heartbeat_at'),
      attempts: k.integer('attempts').notNull().default(0),
      createdAt: k.timestamp('created_at').notNull(),
      endedAt: k.timestamp('ended_at'),
      /** When the archive and this row are deleted. */
      expiresAt: k.timestamp('expires_at').notNull(),
    },
    (t) => [
      k.index('archive_jobs_user').on(t.userId, t.createdAt),
      // One at a time of each kind per person.
      k.uniqueIndex('archive_jobs_active').on(t.userId, t.kind).where(isNull(t.endedAt)),
      k.index('archive_jobs_expires').on(t.expiresAt),
      k.index('archive_jobs_status').on(t.status),
    ],
  );

  return { apiTokens, archiveJobs };
}
