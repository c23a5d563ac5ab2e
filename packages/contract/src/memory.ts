import { z } from 'zod';
import { conversationIdSchema } from './chat.ts';
import { isoDateSchema } from './dates.ts';
import { memoryFieldLimits } from './limits.ts';

export const importanceSchema = z.enum(['low', 'normal', 'high']);
export type Importance = z.infer<typeof importanceSchema>;

export const memorySchema = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  importance: importanceSchema,
  /** Where it was said; null when the person wrote it down themselves. */
  conversationId: conversationIdSchema.nullable(),
  messageId: z.string().nullable(),
  createdAt: isoDateSchema,
  updatedAt: isoDateSchema,
});
export type Memory = z.infer<typeof memorySchema>;

export const memoryListSchema = z.object({
  memories: z.array(memorySchema),
  count: z.number().int(),
  limit: z.union([z.number().int(), z.literal('unlimited')]),
});
export type MemoryList = z.infer<typeof memoryListSchema>;

const titleSchema = z
  .string()
  .trim()
  .min(1, 'A memory needs a title.')
  .max(memoryFieldLimits.title, 'Titles of memories are at most 120 characters.');
const contentSchema = z
  .string()
  .trim()
  .min(1, 'Write what to remember.')
  .max(memoryFieldLimits.content, 'A memory is at most 2,000 characters.');
const categorySchema = z
  .string()
  .trim()
  .min(1, 'A category needs a name.')
  .max(memoryFieldLimits.category, 'Categories are at most 40 characters.');

export const createMemoryInputSchema = z.object({
  title: titleSchema,
  content: contentSchema,
  category: categorySchema.optional(),
  importance: importanceSchema.optional(),
});
export type CreateMemoryInput = z.infer<typeof createMemoryInputSchema>;
export const memoryRefSchema = z.object({ id: z.string().min(1).max(128) });
export const updateMemoryBodySchema = createMemoryInputSchema.partial();
export const updateMemoryInputSchema = memoryRefSchema.extend(updateMemoryBodySchema.shape);

/** A memory that was deleted, to be kept again as it was; it gets a new id. */
export const restoreMemoryInputSchema = createMemoryInputSchema.required().extend({
  conversationId: memorySchema.shape.conversationId,
  messageId: z.string().min(1).max(128).nullable(),
  createdAt: isoDateSchema,
});
export type RestoreMemoryInput = z.infer<typeof restoreMemoryInputSchema>;
