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

export const searchHitSchema = z.object({
  conversationId: conversationIdSchema,
  /** The message with the words; null when only the title has them. */
  messageId: z.string().nullable(),
  title: z.string(),
  /** Plain text around the first hit. */
  snippet: z.string(),
  /** Which parts of the snippet are hits: where each begins and its length, in UTF-16 code units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  role: z.enum(['user', 'assistant']).nullable(),
  archived: z.boolean(),
  createdAt: isoDateSchema,
});
export type SearchHit = z.infer<typeof searchHitSchema>;
