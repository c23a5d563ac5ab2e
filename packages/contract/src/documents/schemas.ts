import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { projectIdSchema } from '../projects/schemas.ts';
import { isWithinBytes, trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { documentKinds } from './kinds.ts';
import { maxDocumentBytes, maxDocumentTitleLength, maxDocumentVersions } from './limits.ts';
import { documentProblems } from './texts.ts';

export const documentIdSchema = z.string().min(1).max(64);
export const documentRefSchema = z.object({ documentId: documentIdSchema });

export const documentKindSchema = z.enum(documentKinds, { error: documentProblems.kind });

/** Control marks and marks of the writing direction could make a title look like another one. */
const hiddenMarks = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

export const documentTitleSchema = z
  .string({ error: documentProblems.noTitle })
  .refine((title) => !hiddenMarks.test(title), documentProblems.titleMarks)
  .overwrite(trimmed)
  .min(1, documentProblems.noTitle)
  .max(maxDocumentTitleLength, documentProblems.longTitle);

export const documentContentSchema = z
  .string({ error: documentProblems.noContent })
  .refine((content) => isWithinBytes(content, maxDocumentBytes), documentProblems.tooLarge);

export const versionNumberSchema = z.number().int().min(1).max(maxDocumentVersions);

export const documentSchema = z
  .object({
    id: z.string(),
    conversationId: conversationIdSchema,
    title: z.string(),
    kind: documentKindSchema,
    version: z.number().int().describe('The number of its newest version, from 1.'),
    versions: z.number().int().describe('How many versions it has.'),
    madeBy: z.enum(['answer', 'person']).describe('Who made the newest version.'),
    messageId: z
      .string()
      .nullable()
      .describe('The answer that its newest version comes from; null if it comes from none.'),
    updatedAt: isoDateSchema,
  })
  .meta({ id: 'Document' });
export type Document = z.infer<typeof documentSchema>;

export const documentWithContentSchema = documentSchema
  .extend({ content: z.string() })
  .meta({ id: 'DocumentWithContent' });
export type DocumentWithContent = z.infer<typeof documentWithContentSchema>;

/** A version in the list of a document's versions. */
export const documentVersionSchema = z
  .object({
    number: z.number().int(),
    madeBy: documentSchema.shape.madeBy,
    messageId: documentSchema.shape.messageId,
    bytes: z.number().int().describe('The size of its content in bytes of UTF-8.'),
    createdAt: isoDateSchema,
  })
  .meta({ id: 'DocumentVersion' });
export type DocumentVersion = z.infer<typeof documentVersionSchema>;

/** A document that an answer has made or changed, as it was then. */
export const madeDocumentSchema = documentSchema.pick({ id: true, title: true, kind: true, version: true });
export type MadeDocument = z.infer<typeof madeDocumentSchema>;

/** Which documents: those of a conversation, or those of all chats of a project. */
export const listDocumentsInputSchema = z.object({
  conversationId: conversationIdSchema.optional(),
  projectId: projectIdSchema.optional(),
});

/** Which code block of an answer a document is made from: it is made once. `block`: its place among all code blocks, from 0. */
const fromBlockSchema = z.object({ messageId: z.string().min(1).max(128), block: z.number().int().min(0).max(10_000) });

export const createDocumentInputSchema = z.object({
  conversationId: conversationIdSchema,
  title: documentTitleSchema,
  kind: documentKindSchema,
  content: documentContentSchema,
  from: fromBlockSchema
    .optional()
    .describe(
      'The code block of an answer that it is made from. Made from the same block again, the document is returned.',
    ),
});
export type CreateDocumentInput = z.output<typeof createDocumentInputSchema>;

export const updateDocumentInputSchema = documentRefSchema.extend({
  baseVersion: versionNumberSchema.describe('The version that the change was made to. An older one is refused.'),
  content: documentContentSchema.optional().describe('Makes a new version.'),
  title: documentTitleSchema.optional().describe('A new title makes no version.'),
});
export type UpdateDocumentInput = z.output<typeof updateDocumentInputSchema>;

export const documentVersionRefSchema = documentRefSchema.extend({ version: versionNumberSchema });
