import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { isoDateSchema } from '../text/dates.ts';
import { documentIdSchema, documentRefSchema, documentSchema, versionNumberSchema } from './schemas.ts';

/** The secret part of a document's link: 256 random bits, or more. */
export const documentTokenSchema = z
  .string()
  .min(22)
  .max(86)
  .regex(/^[\w-]+$/);

export const shareDocumentInputSchema = documentRefSchema.extend({
  /** When the link stops working. null: never. Absent: unchanged. */
  expiresAt: isoDateSchema.nullish(),
  refresh: z
    .boolean()
    .optional()
    .describe(
      'false: only the expiry changes; the document must be shared already. Otherwise, readers get its newest version.',
    ),
});

export const documentShareSchema = z
  .object({
    url: z.url(),
    token: z.string().describe('The secret part of the link.'),
    documentId: z.string(),
    version: z.number().int().describe('The version that readers get.'),
    sharedAt: isoDateSchema.describe('When this version was shared.'),
    expiresAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'DocumentShare' });
export type DocumentShare = z.infer<typeof documentShareSchema>;

/** The link of a document as its owner sees it. */
export const documentLinkSchema = z.object({
  share: documentShareSchema.nullable().describe('Null while it is not shared.'),
  newest: z.number().int().describe('The newest version, which readers get after an update.'),
  takenDown: z
    .object({ at: isoDateSchema, reason: z.string().nullable().describe('Null: it is no longer kept.') })
    .nullable()
    .describe('Since when, and why, an administrator keeps it from being shared.'),
});
export type DocumentLink = z.infer<typeof documentLinkSchema>;

export const sharedDocumentRefSchema = z.object({ token: documentTokenSchema });

/** A document as readers of a link get it: without anything about its owner. */
export const readableDocumentSchema = documentSchema
  .pick({ title: true, kind: true })
  .extend({ content: z.string(), updatedAt: isoDateSchema.describe('When this version was made.') })
  .meta({ id: 'SharedDocument' });
export type ReadableDocument = z.infer<typeof readableDocumentSchema>;

/** Where the reader's copy of a document is. */
export const copiedDocumentSchema = z.object({ conversationId: conversationIdSchema, documentId: z.string() });
export type CopiedDocument = z.infer<typeof copiedDocumentSchema>;

/** The end of a path that names a version of a document of someone else. */
export const documentVersionPartsSchema = z.object({
  documentId: documentIdSchema,
  n: z.coerce.number<string>().pipe(versionNumberSchema),
});
