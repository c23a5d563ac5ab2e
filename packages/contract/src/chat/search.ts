import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { documentSchema } from '../documents/schemas.ts';
import { fileIdSchema, pageUnitSchema } from '../files/schemas.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { longestSearch } from './limits.ts';

export const searchInputSchema = z.object({
  /** Words that must all occur; "several words" in quotes are a phrase. The last word may be incomplete. */
  q: z
    .string({ error: 'Write what to look for.' })
    .overwrite(trimmed)
    .min(1, 'Write what to look for.')
    .max(longestSearch, `Searches are at most ${longestSearch} characters.`),
  limit: z.number().int().min(1).max(100).default(30),
});

/** The same within one conversation, whose title is not searched. */
export const searchMessagesInputSchema = searchInputSchema.extend({ conversationId: conversationIdSchema.optional() });

export const searchHitSchema = z
  .object({
    conversationId: conversationIdSchema,
    messageId: z.string().nullable().describe('The matching message; null if a document or only the title matches.'),
    title: z.string(),
    snippet: z.string().describe('Plain text around the first match.'),
    marks: z
      .array(z.tuple([z.number().int(), z.number().int()]))
      .describe('The matches in the snippet: the start and length of each, in UTF-16 code units.'),
    role: z.enum(['user', 'assistant']).nullable(),
    archived: z.boolean(),
    file: z
      .object({
        id: fileIdSchema,
        name: z.string(),
        type: z.string().describe('The media type.'),
        page: z.number().int().optional().describe('The page, sheet or slide; absent if the name matches.'),
        unit: pageUnitSchema.optional().describe('What its pages are.'),
      })
      .optional()
      .describe('The file of the message whose text or name matches. The snippet is of it.'),
    document: documentSchema
      .pick({ id: true, title: true, kind: true })
      .optional()
      .describe('The document whose title or newest version matches. The snippet is of it.'),
    createdAt: isoDateSchema,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHitSchema>;
