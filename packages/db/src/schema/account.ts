import type { ImportProblem, ImportSource } from '@noek/contract/archive/imports';
import { sql } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { chatTables } from './chat.ts';
import type { memoryTables } from './memory.ts';

/** What people make on their account page: exports and imports. */
export function accountTables(
  k: Kit,
  {
    users,
    conversations,
    memories,
  }: Pick<ReturnType<typeof authTables>, 'users'> &
    Pick<ReturnType<typeof chatTables>, 'conversations'> &
    Pick<ReturnType<typeof memoryTables>, 'memories'>,
) {
  const owner = () => belongsTo(k.text('user_id'), () => users.id);

  /** Exports of everything in an account, and imports. The archives themselves are files in DATA_DIR. */
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
      /** Of an import: the product that the upload is from, once that is known. */
      source: k.text('source').$type<ImportSource>(),
      /** Of an import: what could not be imported, as the person reads it. */
      problems: k.json('problems').$type<ImportProblem[]>(),
      /** Of an import: how many conversations the upload has, once that is known. */
      found: k.integer('found'),
      /** When the person cancelled it, and when they undid it. */
      cancelledAt: k.timestamp('cancelled_at'),
      undoneAt: k.timestamp('undone_at'),
      /** What undoing it has removed and kept so far, in numbers of conversations. */
      undoneRemoved: k.integer('undone_removed').notNull().default(0),
      undoneKept: k.integer('undone_kept').notNull().default(0),
      /** Why it failed, as the person reads it. */
      error: k.text('error'),
      /** The server process that runs it. */
      bootId: k.text('boot_id'),
      heartbeatAt: k.timestamp('heartbeat_at'),
      attempts: k.integer('attempts').notNull().default(0),
      /** How often in a row it was started and ended with its process, before it had added anything. */
      failedStarts: k.integer('vain_starts').notNull().default(0),
      createdAt: k.timestamp('created_at').notNull(),
      endedAt: k.timestamp('ended_at'),
      /** When this row is deleted, with the archive of an export. */
      expiresAt: k.timestamp('expires_at').notNull(),
    },
    (t) => [
      k.index('archive_jobs_user').on(t.userId, t.createdAt),
      // Per person, one export at a time waits or runs, and one import runs.
      k.uniqueIndex('archive_jobs_export').on(t.userId).where(sql`${t.kind} = 'export' and ${t.endedAt} is null`),
      k.uniqueIndex('archive_jobs_import').on(t.userId).where(sql`${t.kind} = 'import' and ${t.status} = 'running'`),
      k.index('archive_jobs_expires').on(t.expiresAt),
      k.index('archive_jobs_status').on(t.status),
    ],
  );

  /** What imports have added: whole conversations, or messages to one that was there. */
  const importedConversations = k.table(
    'imported_conversations',
    {
      jobId: belongsTo(k.text('job_id'), () => archiveJobs.id),
      conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id),
      /** The ordinals of the messages: the first one, and the one after the last. From 0: the whole conversation was added. */
      fromOrdinal: k.integer('from_ordinal').notNull(),
      toOrdinal: k.integer('to_ordinal').notNull(),
      /** Of messages that were added: the head and date of the conversation before. */
      headBefore: k.text('head_before'),
      updatedBefore: k.timestamp('updated_before'),
      /** Whether nothing more comes, and the conversation shows them. */
      complete: k.boolean('complete').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'imported_conversations_pk', columns: [t.jobId, t.conversationId, t.fromOrdinal] }),
      k.index('imported_conversations_conversation').on(t.conversationId),
    ],
  );

  /** The memories that imports have added. */
  const importedMemories = k.table(
    'imported_memories',
    {
      jobId: belongsTo(k.text('job_id'), () => archiveJobs.id),
      memoryId: belongsTo(k.text('memory_id'), () => memories.id),
    },
    (t) => [
      k.primaryKey({ name: 'imported_memories_pk', columns: [t.jobId, t.memoryId] }),
      k.index('imported_memories_memory').on(t.memoryId),
    ],
  );

  return { archiveJobs, importedConversations, importedMemories };
}
