import type { Reasoning, Source, Step, Usage, UsedMemory } from '@noek/contract/chat/answers';
import type { SharedMessage } from '@noek/contract/chat/sharing';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import type { File, UsedFile } from '@noek/contract/files/schemas';
import { isNotNull, not, sql } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { projectTables } from './projects.ts';

type Others = Pick<ReturnType<typeof authTables>, 'users' | 'guests'> &
  Pick<ReturnType<typeof projectTables>, 'projects'>;

/**
 * An event in the log of an answer: text, a step, reasoning, sources, instructions, or model calls with their results. Followers are not
 * sent the last three. `usage`: what the answer has used so far.
 */
export type LogEntry =
  | string
  | { step: Step }
  | { reasoning: string }
  | { sources: Source[]; usage?: Usage }
  | { instructions: StoredInstructions[] }
  | { turn: unknown };

/** Instructions of the account, or of a project with its name then. */
export type StoredInstructions = { project: string | null; text: string };

/**
 * Conversations, messages, running generations with their event log, and the allowance ledger. Indexes on columns that are mostly
 * null leave those rows out, so that a turn writes fewer pages.
 */
export function chatTables(k: Kit, { users, guests, projects }: Others) {
  const conversations = k.table(
    'conversations',
    {
      /** Random positive integer of at most 53 bits. */
      id: k.integer('id').primaryKey(),
      /** Exactly one of userId and guestId is set. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      guestId: k.text('guest_id').references(() => guests.id, { onDelete: 'cascade' }),
      title: k.text('title').notNull(),
      archived: k.boolean('archived').notNull().default(false),
      /** Whether it is above the others in the list. */
      pinned: k.boolean('pinned').notNull().default(false),
      /** The project that it is in; null for none. */
      projectId: k.text('project_id').references(() => projects.id, { onDelete: 'set null' }),
      /** The project that it was in until that was deleted. It gets its place back when the project is restored. */
      formerProjectId: k.text('former_project_id'),
      /** Whether it is in no list, search or export, and deleted a day after its last message. */
      temporary: k.boolean('temporary').notNull().default(false),
      funMode: k.boolean('fun_mode').notNull().default(false),
      harmfulMode: k.boolean('harmful_mode').notNull().default(false),
      /** Whether its answers may search the web. */
      webSearch: k.boolean('web_search').notNull().default(false),
      /** The model that answers; null: chosen automatically. */
      model: k.text('model'),
      /** How much the model may reason. */
      effort: k
        .text('effort', { enum: ['automatic', 'quick', 'thorough'] })
        .notNull()
        .default('automatic'),
      /** The newest message of the current branch. */
      headMessageId: k.text('head_message_id'),
      /** How many of its first messages are copies, from a shared conversation or an import: their ordinals are lower than this. */
      copiedMessages: k.integer('copied_messages').notNull().default(0),
      /** Which conversation of an imported archive it is: the same one is not imported twice. */
      importKey: k.text('import_key'),
      /** The import that is still filling it. Until that is done, the conversation is hidden. */
      importJobId: k.text('import_job_id'),
      /** The ordinal of the next message. */
      nextOrdinal: k.integer('next_ordinal').notNull().default(0),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
      /** When it was moved to the trash. */
      deletedAt: k.timestamp('deleted_at'),
      /** When the snapshot was shared by link, and when the link expires (null: never). */
      sharedAt: k.timestamp('shared_at'),
      shareExpiresAt: k.timestamp('share_expires_at'),
      /** Whether readers of the link get the files in `share_files`, or only their names. */
      shareIncludesFiles: k.boolean('share_includes_files').notNull().default(false),
      /** Whether readers of the link get the documents in `share_documents`. */
      shareIncludesDocuments: k.boolean('share_includes_documents').notNull().default(false),
      /** Since when an administrator keeps it from being shared; null: the owner may share it. */
      shareTakenDownAt: k.timestamp('share_taken_down_at'),
    },
    (t) => [
      k.index('conversations_user').on(t.userId, t.archived, t.updatedAt, t.id, t.projectId).where(isNotNull(t.userId)),
      k.index('conversations_project').on(t.projectId, t.updatedAt, t.id).where(isNotNull(t.projectId)),
      k.index('conversations_former_project').on(t.formerProjectId).where(isNotNull(t.formerProjectId)),
      k.index('conversations_temporary').on(t.userId, t.updatedAt).where(sql`${t.temporary}`),
      k.index('conversations_guest').on(t.guestId, t.updatedAt).where(isNotNull(t.guestId)),
      k.uniqueIndex('conversations_import').on(t.userId, t.importKey).where(isNotNull(t.importKey)),
      k.index('conversations_pinned').on(t.userId, t.updatedAt, t.id).where(sql`${t.pinned}`),
      k.index('conversations_deleted').on(t.deletedAt).where(isNotNull(t.deletedAt)),
      k.index('conversations_trash').on(t.userId, t.deletedAt, t.id).where(isNotNull(t.deletedAt)),
    ],
  );

  const messages = k.table(
    'messages',
    {
      id: k.text('id').primaryKey(),
      conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id),
      parentId: k.text('parent_id'),
      /** Position in the conversation, from 0. */
      ordinal: k.integer('ordinal').notNull(),
      role: k.text('role', { enum: ['user', 'assistant'] }).notNull(),
      content: k.text('content').notNull(),
      status: k.text('status', { enum: ['complete', 'streaming', 'stopped', 'interrupted', 'failed'] }).notNull(),
      /** Who sent it ("u:…" or "g:…"), with clientMessageId the idempotency key; null without one. */
      senderKey: k.text('sender_key'),
      clientMessageId: k.text('client_message_id'),
      /** The name of the app or API token that sent it; null if it was a person. Memories that come from it have the name, too. */
      app: k.text('app'),
      answeredBy: k.text('answered_by'),
      error: k.text('error'),
      /** Details of `error`. */
      errorHint: k.text('error_hint'),
      /** The last event that `content` includes. */
      sequence: k.integer('sequence').notNull().default(0),
      /** Whether it is on the current branch. Ordinals increase along a branch. */
      active: k.boolean('active').notNull().default(true),
      feedback: k.text('feedback', { enum: ['good', 'bad'] }),
      feedbackReason: k.text('feedback_reason'),
      /** How many earlier messages did not fit into the prompt of this answer. */
      turnsLeftOut: k.integer('turns_left_out').notNull().default(0),
      /** Whether it was already continued once without a charge, after an interruption that the person did not cause. */
      freeContinueUsed: k.boolean('free_continue_used').notNull().default(false),
      /** The clientMessageId of the last request to continue it. */
      continueId: k.text('continue_id'),
      /** The model that was chosen for this answer; null: chosen automatically. */
      model: k.text('model'),
      /** What the answer did; null for none, like the seven columns below. */
      steps: k.json('steps').$type<Step[]>(),
      /** The pages that it cites. */
      sources: k.json('sources').$type<Source[]>(),
      /** The memories that it was given. */
      usedMemories: k.json('used_memories').$type<UsedMemory[]>(),
      /** The instructions that the answer was given, as they were. */
      usedInstructions: k.json('used_instructions').$type<StoredInstructions[]>(),
      /** The files of a person's message, as they were when it was sent. */
      files: k.json('files').$type<File[]>(),
      /** What the answer was given of files. */
      usedFiles: k.json('used_files').$type<UsedFile[]>(),
      /** The documents that the answer has made or changed, as they were then. */
      documents: k.json('documents').$type<MadeDocument[]>(),
      /** What the model thought before it answered. */
      reasoning: k.json('reasoning').$type<Reasoning>(),
      /** Whether tools were offered to a model that takes none. */
      toolsLeftOut: k.boolean('tools_left_out').notNull().default(false),
      /** The models that did not answer because they are no longer available; null for none. */
      modelsGone: k.json('models_gone').$type<string[]>(),
      /** The tokens that its model calls have used; null if no model was asked. */
      usage: k.json('usage').$type<Usage>(),
      /** Whether a later import has added it, after the first copied messages. */
      addedByImport: k.boolean('added_by_import').notNull().default(false),
      /** Whether the person pasted a part of it. */
      pasted: k.boolean('pasted').notNull().default(false),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('messages_conversation').on(t.conversationId, t.ordinal),
      k.uniqueIndex('messages_sender').on(t.senderKey, t.clientMessageId).where(isNotNull(t.clientMessageId)),
      // With the conversation, because the first messages of all conversations have the same parent: none.
      k.index('messages_parent').on(t.parentId, t.conversationId),
      k.index('messages_hidden').on(t.conversationId, t.ordinal).where(not(t.active)),
    ],
  );

  /** Snapshots of shared conversations: the messages as they were when they were shared. */
  const shareSnapshots = k.table('share_snapshots', {
    conversationId: belongsTo(k.integer('conversation_id'), () => conversations.id).primaryKey(),
    title: k.text('title').notNull(),
    messages: k.json('messages').$type<SharedMessage[]>().notNull(),
  });

  /** One row per answer that is being generated. The step that makes the message final deletes it. Too few rows for an index. */
  const generations = k.table('generations', {
    messageId: belongsTo(k.text('message_id'), () => messages.id).primaryKey(),
    /** The server process that runs it. */
    bootId: k.text('boot_id').notNull(),
    /** When that process began with it. The heartbeats of processes are in their own rows. */
    heartbeatAt: k.timestamp('heartbeat_at').notNull(),
    /** Its process has stopped in an orderly way and left it to another one, which continues the text that has been shown. */
    handedOver: k.boolean('handed_over').notNull().default(false),
    /** How often it was started. Unless it was handed over, it is only restarted if no text has been shown. */
    attempts: k.integer('attempts').notNull().default(1),
    /** The ledger rows to refund if no token arrives. */
    chargeIds: k.json('charge_ids').$type<string[]>().notNull(),
    /** Since when it waits for its turn, before any model is called; null if it is not waiting. */
    waitingSince: k.timestamp('waiting_since'),
    stopRequestedAt: k.timestamp('stop_requested_at'),
    /** How much of the text was on screen when Stop was pressed, in UTF-16 code units. */
    stopShownLength: k.integer('stop_shown_length'),
    createdAt: k.timestamp('created_at').notNull(),
  });

  /** The event log of running generations: one row per generation and flush, deleted when the message is final. */
  const generationEvents = k.table(
    'generation_events',
    {
      messageId: belongsTo(k.text('message_id'), () => messages.id),
      firstSequence: k.integer('first_sequence').notNull(),
      lastSequence: k.integer('last_sequence').notNull(),
      /** Events firstSequence … lastSequence, in order: a text, or anything else that the answer did. */
      deltas: k.json('deltas').$type<LogEntry[]>().notNull(),
    },
    (t) => [k.primaryKey({ name: 'generation_events_pk', columns: [t.messageId, t.firstSequence] })],
  );

  const allowanceAccounts = k.table('allowance_accounts', {
    /** "user:…", "guest:…" or "ip:…". */
    subject: k.text('subject').primaryKey(),
    /** Charges minus refunds since the account was created. */
    total: k.integer('total').notNull(),
    /** The date of the last charge; null before the first one. The next charge is not dated before it. */
    chargedAt: k.timestamp('charged_at'),
  });

  /** Append-only, so deleting chats restores no allowance. */
  const allowanceLedger = k.table(
    'allowance_ledger',
    {
      id: k.text('id').primaryKey(),
      subject: k.text('subject').notNull(),
      /** +1 for a charge, -1 for a refund. */
      amount: k.integer('amount').notNull(),
      /** The account's total before this row. The usage in a window is the difference of two totals, never a count of rows. */
      totalBefore: k.integer('total_before').notNull(),
      /** The charge that this row refunds. A charge can be refunded only once. */
      refundOf: k.text('refund_of'),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('allowance_ledger_subject').on(t.subject, t.createdAt, t.totalBefore),
      k.index('allowance_ledger_created').on(t.createdAt),
      k.uniqueIndex('allowance_ledger_refund').on(t.refundOf).where(isNotNull(t.refundOf)),
    ],
  );

  return { conversations, messages, shareSnapshots, generations, generationEvents, allowanceAccounts, allowanceLedger };
}
