import type { DocumentKind } from '@noek/contract/documents/kinds';
import { isNotNull } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { chatTables } from './chat.ts';

type Others = Pick<ReturnType<typeof chatTables>, 'conversations' | 'shareSnapshots'>;

/** Documents of conversations: pages, drawings, tables and programs, with all their versions. */
export function documentTables(k: Kit, { conversations, shareSnapshots }: Others) {
  const documents = k.table(
    'documents',
    {
      id: k.text('id').primaryKey(),
      conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id),
      title: k.text('title').notNull(),
      kind: k.text('kind').$type<DocumentKind>().notNull(),
      /** The number of its newest version. Every change increases it under the condition that it is the one that was seen. */
      version: k.integer('version').notNull(),
      /** Which code block it was made from, as "message:block", or which call of a tool; null for neither. */
      sourceKey: k.text('source_key'),
      /** Which document of an imported archive it is: the same one is not imported twice. */
      importKey: k.text('import_key'),
      /** The import that has added it. */
      importJobId: k.text('import_job_id'),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
      /** The secret part of its link; null while it is not shared. */
      shareToken: k.text('share_token'),
      /** When the shared version was shared by link, and when the link expires (null: never). */
      sharedAt: k.timestamp('shared_at'),
      shareExpiresAt: k.timestamp('share_expires_at'),
      /** The version and the title that readers of the link get. */
      sharedVersion: k.integer('shared_version'),
      sharedTitle: k.text('shared_title'),
      /** Since when an administrator keeps it from being shared; null: the owner may share it. */
      shareTakenDownAt: k.timestamp('share_taken_down_at'),
      /** Whether the search has its title and its newest version. Setting this adds them: a trigger does so. */
      inSearch: k.boolean('in_search').notNull().default(false),
    },
    (t) => [
      k.index('documents_conversation').on(t.conversationId, t.updatedAt, t.id),
      k.uniqueIndex('documents_source').on(t.conversationId, t.sourceKey).where(isNotNull(t.sourceKey)),
      k.uniqueIndex('documents_import').on(t.conversationId, t.importKey).where(isNotNull(t.importKey)),
      k.index('documents_import_job').on(t.importJobId).where(isNotNull(t.importJobId)),
      k.uniqueIndex('documents_share').on(t.shareToken).where(isNotNull(t.shareToken)),
    ],
  );

  const documentVersions = k.table(
    'document_versions',
    {
      documentId: belongsTo(k.text('document_id'), () => documents.id),
      /** From 1, without gaps. */
      number: k.integer('number').notNull(),
      content: k.text('content').notNull(),
      madeBy: k.text('made_by', { enum: ['answer', 'person'] }).notNull(),
      /** The answer that it comes from; null for none. */
      messageId: k.text('message_id'),
      /** Which call of a tool has made it: the same call makes it once. */
      callKey: k.text('call_key'),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'document_versions_pk', columns: [t.documentId, t.number] }),
      k.uniqueIndex('document_versions_call').on(t.documentId, t.callKey).where(isNotNull(t.callKey)),
    ],
  );

  /** The versions of documents that readers of a shared conversation get, if its owner included documents. */
  const shareDocuments = k.table(
    'share_documents',
    {
      conversationId: belongsTo(k.integer('conversation_id'), () => shareSnapshots.conversationId),
      documentId: belongsTo(k.text('document_id'), () => documents.id),
      title: k.text('title').notNull(),
      version: k.integer('version').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'share_documents_pk', columns: [t.conversationId, t.documentId] }),
      k.index('share_documents_document').on(t.documentId),
    ],
  );

  return { documents, documentVersions, shareDocuments };
}
