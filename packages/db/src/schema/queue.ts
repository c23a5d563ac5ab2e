import type { AnswerSettings } from '@noek/contract/chat/schemas';
import { belongsTo, type Kit } from '../kit.ts';
import type { chatTables } from './chat.ts';
import type { fileTables } from './files.ts';

type Others = Pick<ReturnType<typeof chatTables>, 'conversations'> & Pick<ReturnType<typeof fileTables>, 'files'>;

/** An account that a guest's message is charged to besides the guest: a browser or a network, with its limit. */
export type SharedSubject = { key: string; windows: { limit: number; windowMs: number }[] };

/** The token that a message was queued with. */
export type QueuedWith = { id: string; name: string; appId: string | null };

/** Messages that wait for the end of an answer. They are in tables of their own so that a turn without them reads nothing more. */
export function queueTables(k: Kit, { conversations, files }: Others) {
  const queuedMessages = k.table(
    'queued_messages',
    {
      id: k.text('id').primaryKey(),
      conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id),
      /** Its place in the queue, with gaps. What steers comes before all others. */
      place: k.integer('place').notNull(),
      /** Whether it interrupts the answer that is running, and so is sent even if the queue is paused. */
      steers: k.boolean('steers').notNull().default(false),
      content: k.text('content').notNull(),
      /** Its files, in order. `queued_files` keeps them from being removed. */
      fileIds: k.json('file_ids').$type<string[]>().notNull(),
      pasted: k.boolean('pasted').notNull().default(false),
      /** The settings of answers that it names. */
      settings: k.json('settings').$type<AnswerSettings>().notNull(),
      /** Who queued it, with clientMessageId the idempotency key, which the sent message has, too. */
      senderKey: k.text('sender_key').notNull(),
      clientMessageId: k.text('client_message_id').notNull(),
      /** The app or API token that queued it; null if it was a person. */
      token: k.json('token').$type<QueuedWith>(),
      /** What a guest's message is charged to besides the guest. */
      chargedTo: k.json('charged_to').$type<SharedSubject[]>().notNull(),
      /** Increases with every edit, so that what is sent is what was seen. */
      revision: k.integer('revision').notNull().default(0),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('queued_messages_conversation').on(t.conversationId, t.place),
      k.uniqueIndex('queued_messages_sender').on(t.senderKey, t.clientMessageId),
    ],
  );

  /** Which files a queued message has. */
  const queuedFiles = k.table(
    'queued_files',
    {
      queuedId: belongsTo(k.text('queued_id'), () => queuedMessages.id),
      fileId: belongsTo(k.text('file_id'), () => files.id),
    },
    (t) => [
      k.primaryKey({ name: 'queued_files_pk', columns: [t.queuedId, t.fileId] }),
      k.index('queued_files_file').on(t.fileId),
    ],
  );

  /** The conversations whose queue waits until the person sends it, and why. */
  const queuePauses = k.table('queue_pauses', {
    conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id).primaryKey(),
    reason: k.text('reason', { enum: ['stopped', 'failed', 'allowance', 'refused', 'imported'] }).notNull(),
    /** A sentence for people. */
    message: k.text('message').notNull(),
  });

  return { queuedMessages, queuedFiles, queuePauses };
}
