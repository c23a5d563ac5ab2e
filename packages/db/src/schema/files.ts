import { isNotNull, isNull, sql } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { chatTables } from './chat.ts';
import type { projectTables } from './projects.ts';

/** What is known about the content of a file: its own title, a table's columns, rows and sums, a picture's main colours. */
export type AboutFile = {
  title?: string;
  columns?: string[];
  rows?: number;
  totals?: Record<string, number>;
  colors?: string[];
};

type Others = Pick<ReturnType<typeof authTables>, 'users' | 'guests'> &
  Pick<ReturnType<typeof projectTables>, 'projects'> &
  Pick<ReturnType<typeof chatTables>, 'messages' | 'shareSnapshots'>;

/** Files in chats. Their bytes are outside the database, once for all files with the same content. */
export function fileTables(k: Kit, { users, guests, projects, messages, shareSnapshots }: Others) {
  const fileBlobs = k.table('file_blobs', {
    /** The SHA-256 of the bytes, in hexadecimal. */
    sha256: k.text('sha256').primaryKey(),
    size: k.integer('size').notNull(),
    /** Until then, an upload may still refer to it. Later, bytes without a file are removed. */
    claimedUntil: k.timestamp('claimed_until').notNull(),
    /** Its bytes are being removed, so nothing new may refer to it. */
    removing: k.boolean('removing').notNull().default(false),
  });

  const files = k.table(
    'files',
    {
      id: k.text('id').primaryKey(),
      /** Exactly one of userId and guestId is set. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      guestId: k.text('guest_id').references(() => guests.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      /** The media type. */
      type: k.text('type').notNull(),
      size: k.integer('size').notNull(),
      sha256: k
        .text('sha256')
        .notNull()
        .references(() => fileBlobs.sha256),
      /** The bytes of a picture's preview. */
      previewSha256: k.text('preview_sha256').references(() => fileBlobs.sha256),
      width: k.integer('width'),
      height: k.integer('height'),
      pages: k.integer('pages'),
      characters: k.integer('characters'),
      /** What its pages are: "page", "slide" or "sheet"; null if its kind has none. */
      unit: k.text('unit', { enum: ['page', 'slide', 'sheet'] }),
      /** What is known about its content. */
      about: k.json('about').$type<AboutFile>(),
      state: k.text('state', { enum: ['reading', 'ready', 'failed'] }).notNull(),
      problem: k.text('problem'),
      /** The encoding that its text was guessed to have, as people call it; null for UTF-8 and for kinds that name theirs. */
      readAs: k.text('read_as'),
      /** How many of its pages are pictures, whose text is recognised. */
      scans: k.integer('scans').notNull().default(0),
      /** How many of these were not looked at yet. */
      scansLeft: k.integer('scans_left').notNull().default(0),
      /** The version of the readers that read it; 0 before versions were counted, and for what was not read yet. */
      readWith: k.integer('read_with').notNull().default(0),
      /** How often reading it was begun. A file that ends the process that reads it is not read for ever. */
      attempts: k.integer('attempts').notNull().default(0),
      /** Until when a process reads it; null while none does. */
      readingUntil: k.timestamp('reading_until'),
      /** The network that it came from, as a keyed hash, by which those that wait to be read take turns; null once it was read. */
      network: k.text('network'),
      /** The file of which it is a copy, whose text it takes over; null once it has it. That file may be gone. */
      copiedFrom: k.text('copied_from'),
      /** Since when it belongs to no message and no project; null while it belongs to one. */
      unusedSince: k.timestamp('unused_since'),
      /** Whether the search has its name, which is added by setting this, and all its pages. */
      inSearch: k.boolean('in_search').notNull().default(false),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.index('files_user').on(t.userId, t.createdAt, t.id).where(isNotNull(t.userId)),
      k.index('files_guest').on(t.guestId, t.createdAt).where(isNotNull(t.guestId)),
      k.index('files_sha256').on(t.sha256),
      k.index('files_preview').on(t.previewSha256).where(isNotNull(t.previewSha256)),
      k.index('files_unused').on(t.unusedSince).where(isNotNull(t.unusedSince)),
      k.index('files_reading').on(t.createdAt).where(sql`${t.state} = 'reading'`),
      k.index('files_read_with').on(t.readWith).where(isNull(t.width)),
      k
        .index('files_not_in_search')
        .on(t.createdAt)
        .where(sql`not ${t.inSearch} and ${t.unusedSince} is null and ${t.userId} is not null`),
    ],
  );

  /** The text that was read, by page, sheet or slide. */
  const filePages = k.table(
    'file_pages',
    {
      fileId: belongsTo(k.text('file_id'), () => files.id),
      /** From 1. */
      number: k.integer('number').notNull(),
      /** Long pages are in several rows, from 0, because other writes wait for each row. */
      part: k.integer('part').notNull(),
      /** The name of a sheet. */
      name: k.text('name'),
      text: k.text('text').notNull(),
      /** Whether the search has it. Setting this adds it: a trigger does so. */
      inSearch: k.boolean('in_search').notNull().default(false),
    },
    (t) => [k.primaryKey({ name: 'file_pages_pk', columns: [t.fileId, t.number, t.part] })],
  );

  /** The pages of files that are pictures, whose text is recognised. A picture is page 1 of itself. */
  const fileScans = k.table(
    'file_scans',
    {
      fileId: belongsTo(k.text('file_id'), () => files.id),
      number: k.integer('number').notNull(),
      /** "hard": some letters may be wrong. "failed": it took too long or could not be drawn. */
      state: k.text('state', { enum: ['waiting', 'read', 'hard', 'failed'] }).notNull(),
      /** How often reading it was begun. */
      attempts: k.integer('attempts').notNull().default(0),
      /** Until when a process reads it; null while none does. */
      readingUntil: k.timestamp('reading_until'),
    },
    (t) => [
      k.primaryKey({ name: 'file_scans_pk', columns: [t.fileId, t.number] }),
      k.index('file_scans_waiting').on(t.fileId, t.number).where(sql`${t.state} = 'waiting'`),
    ],
  );

  /** Which files a message has. A file without a message and a project is removed. */
  const messageFiles = k.table(
    'message_files',
    {
      messageId: belongsTo(k.text('message_id'), () => messages.id),
      fileId: belongsTo(k.text('file_id'), () => files.id),
    },
    (t) => [
      k.primaryKey({ name: 'message_files_pk', columns: [t.messageId, t.fileId] }),
      k.index('message_files_file').on(t.fileId),
    ],
  );

  /** The files of projects, which their chats are given. */
  const projectFiles = k.table(
    'project_files',
    {
      projectId: belongsTo(k.text('project_id'), () => projects.id),
      fileId: belongsTo(k.text('file_id'), () => files.id),
      addedAt: k.timestamp('added_at').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'project_files_pk', columns: [t.projectId, t.fileId] }),
      k.index('project_files_file').on(t.fileId),
    ],
  );

  /** The files that readers of a shared conversation get: those of its snapshot, if its owner included files. */
  const shareFiles = k.table(
    'share_files',
    {
      conversationId: belongsTo(k.integer('conversation_id'), () => shareSnapshots.conversationId),
      fileId: belongsTo(k.text('file_id'), () => files.id),
    },
    (t) => [
      k.primaryKey({ name: 'share_files_pk', columns: [t.conversationId, t.fileId] }),
      k.index('share_files_file').on(t.fileId),
    ],
  );

  /** How many bytes of files a person has. Every new file updates this row, so that concurrent ones cannot exceed the limit. */
  const fileAccounts = k.table('file_accounts', {
    userId: belongsTo(k.text('user_id'), () => users.id).primaryKey(),
    bytes: k.integer('bytes').notNull(),
  });

  return { fileBlobs, files, filePages, fileScans, messageFiles, projectFiles, shareFiles, fileAccounts };
}
