import { z } from 'zod';
import { sourceSchema, stepSchema, usedInstructionsSchema } from '../chat/answers.ts';
import {
  maxAnswerLength,
  maxMessageLength,
  maxModelNameLength,
  maxTitleLength,
  mostModelsGone,
  mostQueued,
} from '../chat/limits.ts';
import { conversationSchema, messageSchema } from '../chat/schemas.ts';
import { maxDocumentVersions } from '../documents/limits.ts';
import { documentIdSchema, documentKindSchema, documentSchema, documentTitleSchema } from '../documents/schemas.ts';
import { maxFilesOfMessage } from '../files/limits.ts';
import { fileIdSchema } from '../files/schemas.ts';
import { longestAppName } from '../memory/limits.ts';
import { memoryTextSchema } from '../memory/memory-text.ts';
import { fitsMemoryLimits } from '../memory/schemas.ts';
import { maxFilesOfProject, maxInstructionsLength } from '../projects/limits.ts';
import { createProjectInputSchema, projectSchema } from '../projects/schemas.ts';
import { promptFieldsSchema } from '../prompts/schemas.ts';
import { isoDateSchema } from '../text/dates.ts';

/** The format of archives. A new version is needed when earlier versions of Noek could not import the result. */
export const archiveFormat = { name: 'noek-archive', version: 1 } as const;

/** An export of everything in an account. */
export const archiveJobSchema = z
  .object({
    id: z.string(),
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().int().min(0).max(100).describe('In percent.'),
    bytes: z.number().int().nullable().describe('The size of the archive in bytes, once it is done.'),
    error: z.string().nullable().describe('Why it failed: a sentence for people.'),
    createdAt: isoDateSchema,
    expiresAt: isoDateSchema.describe('When the archive is deleted.'),
  })
  .meta({ id: 'ArchiveJob' });
export type ArchiveJob = z.infer<typeof archiveJobSchema>;

/** The newest export of the person. */
export const archiveJobsSchema = z.object({ export: archiveJobSchema.nullable() });
export type ArchiveJobs = z.infer<typeof archiveJobsSchema>;

/** How much text the account stores, and how much it may, in bytes. */
export const textSpaceSchema = z.object({
  bytesUsed: z.number().int().nonnegative(),
  bytesLimit: z.number().int().positive(),
});
export type TextSpace = z.infer<typeof textSpaceSchema>;

export const startedJobSchema = z.object({ id: z.string() });
export const exportProgressSchema = z.object({ progress: archiveJobSchema.shape.progress });

/** An archive can be written by hand, and a page links to these addresses. */
const webAddressSchema = z.url({ protocol: /^https?$/ });

/** A message in an archive. Dates, ids and numbers are as in the account that it comes from. */
export const archivedMessageSchema = messageSchema
  .omit({ conversationId: true, clientMessageId: true, sequence: true })
  .extend({
    id: z.string().min(1).max(128),
    parentId: z.string().min(1).max(128).nullable(),
    content: z.string().max(maxAnswerLength),
    steps: z.array(stepSchema.extend({ url: webAddressSchema.nullable() })),
    sources: z.array(sourceSchema.extend({ url: webAddressSchema.or(z.literal('')) })),
    // Archives from before instructions and files have none.
    instructions: z
      .array(usedInstructionsSchema.extend({ text: z.string().max(maxInstructionsLength * 2) }))
      .max(2)
      .default([]),
    files: messageSchema.shape.files.default([]),
    usedFiles: messageSchema.shape.usedFiles.default([]),
    documents: messageSchema.shape.documents.default([]),
    // Archives from before these have none.
    modelsGone: z.array(z.string().max(maxModelNameLength)).max(mostModelsGone).optional(),
    usage: messageSchema.shape.usage.default(null),
    active: z.boolean().describe('Whether it is on the current branch. The others are earlier versions.'),
  });
export type ArchivedMessage = z.infer<typeof archivedMessageSchema>;

/** A prompt of a person in an archive. They are in their order. */
export const archivedPromptSchema = promptFieldsSchema.extend({ createdAt: isoDateSchema, updatedAt: isoDateSchema });
export type ArchivedPrompt = z.infer<typeof archivedPromptSchema>;

/** A conversation in an archive, without its messages. `deletedAt` marks one in the trash. */
export const archivedConversationSchema = conversationSchema
  .omit({ userId: true, shared: true, shareTakenDownAt: true, temporary: true })
  .extend({
    title: z.string().max(maxTitleLength * 2),
    // Earlier archives have none of the four.
    shareIncludesFiles: conversationSchema.shape.shareIncludesFiles.default(false),
    shareIncludesDocuments: conversationSchema.shape.shareIncludesDocuments.default(false),
    pinned: conversationSchema.shape.pinned.default(false),
    effort: conversationSchema.shape.effort.default('automatic'),
    projectId: z.string().max(64).nullable().default(null).describe('Its project in `projects.json`; null for none.'),
    queued: z
      .array(
        z.object({
          content: z.string().max(maxMessageLength),
          files: z.array(z.object({ id: z.string().max(128), name: z.string() })).max(maxFilesOfMessage),
        }),
      )
      .max(mostQueued.user)
      .optional()
      .describe('The messages that wait for the end of an answer, in their order; absent if there are none.'),
    origin: z
      .string()
      .min(1)
      .max(64)
      .describe('The same in every copy that was imported from an archive, so that nothing is imported twice.'),
  });
export type ArchivedConversation = z.infer<typeof archivedConversationSchema>;

const archivedMemoryTextSchema = memoryTextSchema.extend({
  conversationId: z.number().int().nullable().describe('The conversation that it comes from.'),
  messageId: z.string().max(128).nullable().describe('The message that it comes from.'),
  // Earlier archives have none.
  projectId: z
    .string()
    .max(64)
    .nullable()
    .default(null)
    .describe('The project in `projects.json` whose chats alone use it; null for all other chats.'),
  savedBy: z.enum(['person', 'assistant']),
  app: z
    .string()
    .max(longestAppName)
    .nullable()
    .default(null)
    .describe('The app or API token that saved it; null if the person or an answer saved it.'),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
});

/** A memory in an archive, with what it said before. `forgottenAt` marks one that was forgotten in a chat. */
export const archivedMemorySchema = archivedMemoryTextSchema
  .extend({
    id: z.string().min(1).max(128),
    forgottenAt: isoDateSchema.nullable(),
    versions: z.array(archivedMemoryTextSchema.extend({ replacedAt: isoDateSchema }).refine(fitsMemoryLimits)),
  })
  .refine(fitsMemoryLimits);
export type ArchivedMemory = z.infer<typeof archivedMemorySchema>;

/** A project in an archive. `deletedAt` marks one in the trash. Conversations and memories name their project by its id. */
export const archivedProjectSchema = projectSchema.extend({
  ...createProjectInputSchema.shape,
  id: z.string().min(1).max(64),
  files: z.array(fileIdSchema).max(maxFilesOfProject).default([]).describe('Its files, by id.'),
  origin: archivedConversationSchema.shape.origin,
});
export type ArchivedProject = z.infer<typeof archivedProjectSchema>;

/** A document in an archive. The text of each version is in a file of its own: `documents/{id}/v{number}.{extension}`. */
export const archivedDocumentSchema = z.object({
  id: documentIdSchema,
  conversationId: z.number().int().describe('The conversation that it belongs to.'),
  title: documentTitleSchema,
  kind: documentKindSchema,
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
  versions: z
    .array(
      z.object({
        number: z.number().int().positive(),
        madeBy: documentSchema.shape.madeBy,
        messageId: z.string().max(128).nullable().describe('The answer that it comes from.'),
        createdAt: isoDateSchema,
      }),
    )
    .min(1)
    .max(maxDocumentVersions)
    .describe('Oldest first.'),
  origin: archivedConversationSchema.shape.origin,
});
export type ArchivedDocument = z.infer<typeof archivedDocumentSchema>;

/** The formats in which one conversation is exported. */
export const conversationFormatSchema = z.enum(['markdown', 'json'], {
  error: 'Say in which format: markdown or json.',
});
export type ConversationFormat = z.infer<typeof conversationFormatSchema>;

/** What manifest.json says about each other file of the archive. */
export const manifestFileSchema = z.object({
  path: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  about: z
    .object({
      type: z.string(),
      files: z.array(z.object({ id: z.string().min(1).max(128), name: z.string().max(2_000) })).max(10_000),
    })
    .optional()
    .describe(
      'Of bytes below `files/`: the media type, and the files with these bytes. Messages name their files by id.',
    ),
});
export type ManifestFile = z.infer<typeof manifestFileSchema>;

export const manifestSchema = z.object({
  format: z.literal(archiveFormat.name),
  version: z.literal(archiveFormat.version),
  createdAt: isoDateSchema,
  counts: z.object({
    conversations: z.number().int().nonnegative(),
    messages: z.number().int().nonnegative(),
    memories: z.number().int().nonnegative(),
  }),
  files: z.array(manifestFileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
