import { z } from 'zod';
import { conversationIdSchema } from './chat.ts';
import { isoDateSchema } from './dates.ts';

export const searchInputSchema = z.object({
  /** Words, all of which have to be there; "several words" in quotes as a phrase. The last word may be unfinished. */
  q: z
    .string({ error: 'Write what to look for.' })
    .trim()
    .min(1, 'Write what to look for.')
    .max(200, 'Searches are at most 200 characters.'),
  limit: z.number().int().min(1).max(100).default(30),
});

export const searchHitSchema = z
  .object({
    conversationId: conversationIdSchema,
    messageId: z.string().nullable().describe('The message with the words; null when only the title has them.'),
    title: z.string(),
    snippet: z.string().describe('Plain text around the first hit.'),
    marks: z
      .array(z.tuple([z.number().int(), z.number().int()]))
      .describe('Which parts of the snippet are hits: where each begins and its length, in UTF-16 code units.'),
    role: z.enum(['user', 'assistant']).nullable(),
    archived: z.boolean(),
    createdAt: isoDateSchema,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHitSchema>;
