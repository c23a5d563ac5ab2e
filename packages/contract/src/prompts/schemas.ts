import { z } from 'zod';
import { isBlank, trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { maxPromptLength, maxPromptNameLength, maxPrompts } from './limits.ts';

export const promptIdSchema = z.string().min(1).max(64);
export const promptRefSchema = z.object({ id: promptIdSchema });

export const promptFieldsSchema = z.object({
  name: z
    .string({ error: 'A prompt needs a name.' })
    // One line, because lists show a name within a line of their own.
    .overwrite((name) => trimmed(name.replace(/[\s\p{Cc}]+/gu, ' ')))
    .min(1, 'A prompt needs a name.')
    .max(maxPromptNameLength, `The name of a prompt has at most ${maxPromptNameLength} characters.`),
  text: z
    .string({ error: 'Write the text of the prompt.' })
    .refine((text) => !isBlank(text), 'Write the text of the prompt.')
    .max(maxPromptLength, `A prompt has at most ${maxPromptLength.toLocaleString('en-US')} characters.`)
    .describe('May contain variables as {{name}}, whose values the person fills in.'),
});
export type PromptFields = z.infer<typeof promptFieldsSchema>;

export const createPromptInputSchema = promptFieldsSchema.extend({
  position: z
    .number()
    .int()
    .min(0)
    .max(maxPrompts)
    .optional()
    .describe('How many prompts of the person come before it. Absent: all of them.'),
});
export type CreatePromptInput = z.infer<typeof createPromptInputSchema>;

export const promptSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    text: z.string(),
    published: z.boolean().describe('Whether administrators have published it for everybody. Only they can change it.'),
    createdAt: isoDateSchema,
    updatedAt: isoDateSchema,
  })
  .meta({ id: 'Prompt' });
export type Prompt = z.infer<typeof promptSchema>;

/** Absent fields keep their values. At least one is needed, which the verb checks. */
export const updatePromptInputSchema = promptRefSchema.extend(promptFieldsSchema.partial().shape);
export type UpdatePromptInput = z.infer<typeof updatePromptInputSchema>;

/** All of the person's prompts in their new order. Those that are not named come after them. */
export const orderPromptsInputSchema = z.object({ ids: z.array(promptIdSchema).max(maxPrompts) });

export const importPromptsInputSchema = z.object({
  prompts: z.array(promptFieldsSchema).min(1).max(maxPrompts, `At most ${maxPrompts} prompts can be imported.`),
});
export const importedPromptsSchema = z.object({
  added: z.number().int().nonnegative(),
  known: z.number().int().nonnegative().describe('How many were there already, with the same name and text.'),
});
