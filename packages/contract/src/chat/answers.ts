import { z } from 'zod';
import { memoryTextSchema } from '../memory/memory-text.ts';

/** What an answer did before or while it was written: a search, a page that was read, a memory, the knowledge base, a document. */
export const stepKindSchema = z.enum(['search', 'read', 'memory', 'knowledge', 'document']);
export type StepKind = z.infer<typeof stepKindSchema>;

/** Memories that the person may want to have deleted. They decide once; until then nothing is deleted. */
export const forgetProposalSchema = z
  .object({
    state: z.enum(['open', 'decided']),
    memories: z.array(
      z.object({
        id: z.string(),
        title: z.string().describe('Its title when this was asked.'),
        deleted: z.boolean().describe('Whether the person had it deleted. Undo brings it back for a day.'),
      }),
    ),
  })
  .meta({ id: 'ForgetProposal' });
export type ForgetProposal = z.infer<typeof forgetProposalSchema>;

/** A memory that the person may want to keep. They decide once; until then nothing is saved, and no answer is given it. */
export const keepProposalSchema = z
  .object({
    state: z.enum(['open', 'kept', 'declined']),
    memory: memoryTextSchema,
    replaces: z.string().nullable().describe('What the memory says that this one replaces; null for a new memory.'),
  })
  .meta({ id: 'KeepProposal' });
export type KeepProposal = z.infer<typeof keepProposalSchema>;

export const stepSchema = z
  .object({
    id: z.string().describe('Unique within the answer. A step that comes again replaces the earlier one.'),
    kind: stepKindSchema,
    status: z.enum(['running', 'done', 'failed']),
    text: z
      .string()
      .describe(
        'A sentence for people: "Searching the web for …", "Reading example.org", "Saved to memory", "Wrote “Plan”".',
      ),
    url: z.string().nullable().describe('The page that is read; otherwise null.'),
    memoryId: z.string().nullable().describe('The memory that was saved or forgotten; otherwise null.'),
    forget: forgetProposalSchema.optional().describe('The memories that the person is asked about; otherwise absent.'),
    keep: keepProposalSchema.optional().describe('The memory that the person is asked about; otherwise absent.'),
    at: z.number().int().nonnegative().describe('How much of the text came before it, in UTF-16 code units.'),
  })
  .meta({ id: 'Step' });
export type Step = z.infer<typeof stepSchema>;

/** A page that was opened for an answer, or a passage of the knowledge base or a file that it was given. The answer may cite it. */
export const sourceSchema = z
  .object({
    number: z.number().int().positive().describe('Its number in the text, as in [1].'),
    url: z.string().describe('The page; empty for a passage of the knowledge base or a file.'),
    title: z.string(),
    site: z.string(),
    quote: z.string().describe('The passage that the answer was given, as plain text.'),
    kind: z.enum(['web', 'knowledge', 'file']).optional().describe('What it is; absent: a page of the web.'),
    fileId: z.string().optional().describe('Of a passage of a file: the file.'),
    page: z.number().int().positive().optional().describe('Of a passage of a file: its page, sheet or slide.'),
    revision: z.string().optional().describe('Of a passage: the revision of the knowledge base, as "12-3fa9c04d".'),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof sourceSchema>;

/** A memory that an answer has used, with its title at that time. */
export const usedMemorySchema = z.object({ id: z.string(), title: z.string() }).meta({ id: 'UsedMemory' });
export type UsedMemory = z.infer<typeof usedMemorySchema>;

/** Which instructions an answer was given. */
export const usedInstructionsSchema = z
  .object({
    project: z.string().nullable().describe('The name that the project had then; null: those of the account.'),
  })
  .meta({ id: 'UsedInstructions' });
export type UsedInstructions = z.infer<typeof usedInstructionsSchema>;
/** With their text, which only the person gets. */
export const usedInstructionsTextSchema = usedInstructionsSchema.extend({ text: z.string() });
export type UsedInstructionsText = z.infer<typeof usedInstructionsTextSchema>;

/** What a model thought before it answered. */
export const reasoningSchema = z
  .object({ text: z.string(), ms: z.number().int().nonnegative().describe('How long it took, in milliseconds.') })
  .meta({ id: 'Reasoning' });
export type Reasoning = z.infer<typeof reasoningSchema>;

const tokensSchema = z.number().int().nonnegative();

/** The tokens that the model calls of an answer have used together, as the provider counts them. */
export const usageSchema = z
  .object({
    input: tokensSchema.describe('The tokens of what the models were given, with those that the provider had cached.'),
    output: tokensSchema.describe('The tokens of what they wrote, with their reasoning.'),
    cached: tokensSchema.optional().describe('How many of `input` were cached. Absent: the provider does not say.'),
    reasoning: tokensSchema
      .optional()
      .describe('How many of `output` were reasoning. Absent: the provider does not say.'),
    estimated: z.boolean().describe('Whether a provider did not count all of it, so that some is an upper estimate.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof usageSchema>;
