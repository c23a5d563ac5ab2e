import { z } from 'zod';

export const importanceSchema = z.enum(['low', 'normal', 'high']);
export type Importance = z.infer<typeof importanceSchema>;

/** What a memory says. Its earlier versions, exports and imports have the same fields. */
export const memoryTextSchema = z.object({
  title: z.string(),
  content: z.string(),
  category: z.string(),
  importance: importanceSchema,
});
export type MemoryText = z.infer<typeof memoryTextSchema>;

/** What a new memory says before anything is written. An empty category becomes the default one. */
export const emptyMemoryText: MemoryText = { title: '', content: '', category: '', importance: 'normal' };

const textFields = Object.keys(memoryTextSchema.shape) as (keyof MemoryText)[];

/** What a memory says, without the rest of its row. */
export const memoryTextOf = (memory: MemoryText): MemoryText =>
  Object.fromEntries(textFields.map((name) => [name, memory[name]])) as MemoryText;

/** Whether these fields say something else than the memory does. */
export const changesMemoryText = (memory: MemoryText, fields: Partial<MemoryText>): boolean =>
  textFields.some((name) => fields[name] !== undefined && fields[name] !== memory[name]);
