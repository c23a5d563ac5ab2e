import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { characterCount, trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { longestAppName, memoryFieldLimits } from './limits.ts';
import { importanceSchema, type MemoryText, memoryTextSchema } from './memory-text.ts';
import { defaultMemoryCategory } from './texts.ts';

const limitedFields = Object.keys(memoryFieldLimits) as (keyof typeof memoryFieldLimits)[];

/** Whether no field is longer than that of a memory may be. */
export const fitsMemoryLimits = (memory: MemoryText): boolean =>
  limitedFields.every((name) => characterCount(memory[name]) <= memoryFieldLimits[name]);

export const memorySchema = z
  .object({
    id: z.string(),
    ...memoryTextSchema.shape,
    conversationId: conversationIdSchema
      .nullable()
      .describe('The conversation it comes from; null if the person wrote it themselves.'),
    messageId: z.string().nullable(),
    projectId: z.string().nullable().describe('The project whose chats alone use it; null: all other chats.'),
    app: z
      .string()
      .nullable()
      .describe('The app or API token that saved it or sent the message it comes from; null if it was the person.'),
    createdAt: isoDateSchema,
    updatedAt: isoDateSchema,
  })
  .meta({ id: 'Memory' });
export type Memory = z.infer<typeof memorySchema>;

export const memoryListSchema = z
  .object({
    memories: z.array(memorySchema),
    count: z.number().int(),
    limit: z.union([z.number().int(), z.literal('unlimited')]),
  })
  .meta({ id: 'MemoryList' });
export type MemoryList = z.infer<typeof memoryListSchema>;

const count = new Intl.NumberFormat('en-US');
const atMost = (what: string, limit: number) => `${what} has at most ${count.format(limit)} characters.`;

/** The fields of a memory that a person can edit, for every call and form. */
export const memoryFieldsSchema = z.object({
  title: z
    .string({ error: 'A memory needs a title.' })
    .overwrite(trimmed)
    .min(1, 'A memory needs a title.')
    .max(memoryFieldLimits.title, atMost('A title', memoryFieldLimits.title)),
  content: z
    .string({ error: 'Write what Noek should remember.' })
    .overwrite(trimmed)
    .min(1, 'Write what Noek should remember.')
    .max(memoryFieldLimits.content, atMost('A memory', memoryFieldLimits.content)),
  /** An empty category becomes the default one. */
  category: z
    .string()
    .overwrite(trimmed)
    .max(memoryFieldLimits.category, atMost('A category', memoryFieldLimits.category))
    .transform((category) => category || defaultMemoryCategory),
  importance: importanceSchema,
});
export type MemoryFields = z.output<typeof memoryFieldsSchema>;

export const createMemoryInputSchema = memoryFieldsSchema.extend({
  category: memoryFieldsSchema.shape.category.default(defaultMemoryCategory),
  importance: importanceSchema.default('normal'),
});
export type CreateMemoryInput = z.input<typeof createMemoryInputSchema>;
export const memoryRefSchema = z.object({ id: z.string().min(1).max(128) });
export const updateMemoryInputSchema = memoryRefSchema.extend(memoryFieldsSchema.partial().shape);
export type UpdateMemoryInput = z.output<typeof updateMemoryInputSchema>;

/** What a memory said before it was changed. */
export const memoryVersionSchema = memoryTextSchema.extend({
  replacedAt: isoDateSchema,
  replacedBy: z.enum(['person', 'assistant']).describe('Who changed it then.'),
});
export type MemoryVersion = z.infer<typeof memoryVersionSchema>;

/** Names the answer whose change of a memory is to be undone. */
export const undoMemoryChangeInputSchema = z.object({
  memoryId: z.string().min(1).max(128),
  messageId: z.string().min(1).max(128),
});
export type UndoMemoryChangeInput = z.infer<typeof undoMemoryChangeInputSchema>;
export const undoneMemoryChangeSchema = z.object({ memory: memorySchema.nullable() });

/** A deleted memory to restore. It gets a new id. */
export const restoreMemoryInputSchema = memoryFieldsSchema.extend({
  conversationId: memorySchema.shape.conversationId,
  messageId: z.string().min(1).max(128).nullable(),
  app: z.string().min(1).max(longestAppName).nullable().default(null),
  projectId: z.string().min(1).max(64).nullable().default(null),
  createdAt: isoDateSchema,
});
export type RestoreMemoryInput = z.infer<typeof restoreMemoryInputSchema>;
