import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { documentIdSchema, documentSchema } from '../documents/schemas.ts';
import { filePagesInputSchema, fileRefSchema, fileSchema } from '../files/schemas.ts';
import { isoDateSchema } from '../text/dates.ts';
import { conversationRefSchema, messageSchema } from './schemas.ts';

export const shareInputSchema = conversationRefSchema.extend({
  /** When the link stops working. null: never. Absent: unchanged. */
  expiresAt: isoDateSchema.nullish(),
  /** false keeps the snapshot as it is. The conversation must already be shared. */
  refresh: z.boolean().optional(),
  includeFiles: z
    .boolean()
    .optional()
    .describe(
      'Whether readers get the files, or only their names. Absent: only the names; unchanged with refresh: false.',
    ),
  includeDocuments: z
    .boolean()
    .optional()
    .describe(
      'Whether readers get the documents, or only their titles. Absent: only the titles; unchanged with refresh: false.',
    ),
});

export const readSharedInputSchema = conversationRefSchema.extend({
  unlessOwn: z
    .boolean()
    .optional()
    .describe("true: the caller's own conversations are not found. For a page that asks for both at once."),
});

export const shareSchema = z
  .object({
    url: z.url(),
    conversationId: conversationIdSchema,
    sharedAt: isoDateSchema.describe('When the snapshot was taken.'),
    expiresAt: isoDateSchema.nullable(),
    includesFiles: z.boolean().describe('Whether readers get the files, or only their names.'),
    includesDocuments: z.boolean().describe('Whether readers get the documents, or only their titles.'),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof shareSchema>;

/** A file of a shared message: only its name and media type, unless the owner included files. */
export const sharedFileSchema = fileSchema
  .partial()
  .required({ name: true, type: true })
  .meta({ id: 'SharedFile', description: 'Only the name and the type, unless the link includes files.' });
export type SharedFile = z.infer<typeof sharedFileSchema>;

/** A document of a shared message: only its title and kind, unless the owner included documents. */
export const sharedMessageDocumentSchema = documentSchema
  .pick({ title: true, kind: true })
  .extend({
    id: z
      .string()
      .optional()
      .describe('Its content is at /api/shared/{id}/documents/{documentId}. Absent: the link does not include it.'),
    version: documentSchema.shape.version.optional(),
  })
  .meta({ id: 'SharedMessageDocument' });
export type SharedMessageDocument = z.infer<typeof sharedMessageDocumentSchema>;

/** One of the documents of a shared conversation. */
export const documentOfSharedRefSchema = conversationRefSchema.extend({ documentId: documentIdSchema });

/** One of the files of a shared conversation. */
export const sharedFileRefSchema = conversationRefSchema.extend(fileRefSchema.shape);
export const sharedFilePagesInputSchema = conversationRefSchema.extend(filePagesInputSchema.shape);

/** A message as shown to readers of a shared conversation: without feedback and without anything about the owner. */
export const sharedMessageSchema = messageSchema
  .pick({
    id: true,
    role: true,
    content: true,
    createdAt: true,
    status: true,
    answeredBy: true,
    sources: true,
  })
  .extend({
    files: z.array(sharedFileSchema).describe('The files that were sent with it.'),
    documents: z
      .array(sharedMessageDocumentSchema)
      .optional()
      .describe('The documents that it has made or changed. Absent for none.'),
  })
  .meta({ id: 'SharedMessage' });
export type SharedMessage = z.infer<typeof sharedMessageSchema>;

export const sharedConversationSchema = z
  .object({
    conversation: z.object({
      id: conversationIdSchema,
      title: z.string(),
      sharedAt: isoDateSchema,
      olderLeftOut: z
        .boolean()
        .describe('Whether older messages were left out because the conversation was too long for a snapshot.'),
    }),
    messages: z.array(sharedMessageSchema),
  })
  .meta({ id: 'SharedConversation' });
export type SharedConversation = z.infer<typeof sharedConversationSchema>;

/** How many messages a preview has. */
export const previewedMessages = 2;

/** What readers of a link would get if the conversation were shared now. */
export const sharePreviewSchema = z.object({
  count: z.number().int().describe('How many messages a snapshot has now.'),
  messages: z.array(sharedMessageSchema).describe('The first of them, without files.'),
  olderLeftOut: z.boolean().describe('Whether older messages are left out because the conversation is too long.'),
  hasFiles: z.boolean().describe('Whether any of them has files that can be included.'),
  documents: z.number().int().describe('How many documents can be included.'),
});
export type SharePreview = z.infer<typeof sharePreviewSchema>;
