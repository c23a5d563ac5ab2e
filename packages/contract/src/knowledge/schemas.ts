import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';

const countSchema = z.number().int().nonnegative();

/** A change of the knowledge base. */
export const knowledgeRevisionSchema = z
  .object({
    name: z.string().describe('Its number and the beginning of its hash: "12-3fa9c04d". Sources of answers name it.'),
    createdAt: isoDateSchema,
    size: countSchema.describe('How many characters the text has.'),
    passages: countSchema,
    hash: z.string().describe('SHA-256 of the text, in hex.'),
  })
  .meta({ id: 'KnowledgeRevision' });
export type KnowledgeRevision = z.infer<typeof knowledgeRevisionSchema>;

export const knowledgeStatusSchema = z
  .object({
    configured: z.boolean().describe('Whether there is a document or a folder to read.'),
    hasServiceAccount: z.boolean(),
    hasDocumentId: z.boolean(),
    serviceAccountEmail: z.string().nullable().describe('The address to share the Google document with.'),
    source: z.enum(['google', 'folder']).nullable(),
    folder: z.string().nullable().describe('The folder of KNOWLEDGE_DIR.'),
    problem: z.string().nullable().describe('What is wrong with the settings.'),
    checkedAt: isoDateSchema.nullable().describe('When the source was last asked.'),
    syncedAt: isoDateSchema.nullable().describe('When that last succeeded: answers know everything up to then.'),
    lagMs: countSchema.nullable().describe('How long ago that was, in milliseconds.'),
    revision: knowledgeRevisionSchema.nullable().describe('The text that answers use.'),
    revisions: z.array(knowledgeRevisionSchema).describe('The latest changes, the newest first.'),
    emptied: z
      .object({
        since: isoDateSchema,
        kept: z.boolean().describe('Whether an administrator has decided to keep the last text.'),
      })
      .nullable()
      .describe('The source has become empty. Answers use the last text until an administrator decides otherwise.'),
    failure: z
      .object({
        problem: z.string(),
        message: z.string().describe('What happened and what to do.'),
        since: isoDateSchema,
        nextTryAt: isoDateSchema,
      })
      .nullable()
      .describe('Why the source cannot be read now. Answers use the last text that could be read.'),
    notes: z.array(z.string()).describe('What was left out.'),
  })
  .meta({ id: 'KnowledgeStatus' });
export type KnowledgeStatus = z.infer<typeof knowledgeStatusSchema>;

export const knowledgeTestSchema = z
  .object({
    success: z.boolean(),
    message: z.string(),
    empty: z.literal(true).optional().describe('The source could be read and has no text.'),
  })
  .meta({ id: 'KnowledgeTest' });
export type KnowledgeTest = z.infer<typeof knowledgeTestSchema>;

/** What answers use after the source has become empty: the last text, or none. */
export const decideEmptiedInputSchema = z.strictObject({ use: z.enum(['last', 'empty']) });
export type DecideEmptiedInput = z.infer<typeof decideEmptiedInputSchema>;

export const knowledgePreviewSchema = z
  .object({
    hasContent: z.boolean(),
    lastUpdated: isoDateSchema.nullable().describe('When the text last changed.'),
    content: z.string().describe('The text as Markdown.'),
    truncated: z.boolean().describe('Whether only its beginning is shown.'),
  })
  .meta({ id: 'KnowledgePreview' });
export type KnowledgePreview = z.infer<typeof knowledgePreviewSchema>;
