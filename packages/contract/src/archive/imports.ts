import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';

/** The products whose exports can be imported. */
export const importSourceSchema = z.enum(['noek', 'chatgpt', 'claude', 'deepseek', 'open-webui', 'librechat']);
export type ImportSource = z.infer<typeof importSourceSchema>;

/** How many problems a report lists at most. Further ones only count. */
export const maxImportProblems = 500;

export const importProblemSchema = z
  .object({
    title: z.string().describe('The conversation or file, or what the reason adds up.'),
    reason: z.string().describe('Why it could not be imported: a sentence for people.'),
  })
  .meta({ id: 'ImportProblem' });
export type ImportProblem = z.infer<typeof importProblemSchema>;

const count = z.number().int().nonnegative();

/** What undoing an import did, in numbers of conversations. */
export const undoneImportSchema = z
  .object({
    removed: count.describe(
      'The conversations that were removed, or that lost the messages that the import had added.',
    ),
    kept: count.describe('Those that stay, because the person has continued them since.'),
  })
  .meta({ id: 'UndoneImport' });
export type UndoneImport = z.infer<typeof undoneImportSchema>;

/** An import of conversations from another product or another account of Noek: how far it is, and its report. */
export const importSchema = z
  .object({
    id: z.string(),
    source: importSourceSchema
      .nullable()
      .describe('The product that the upload is from; null while that is not known.'),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().int().min(0).max(100).describe('In percent.'),
    message: z.string().optional().describe('Why it failed, or that it was cancelled: a sentence for people.'),
    found: count.nullable().describe('How many conversations the upload has; null while that is not known.'),
    conversations: z.object({
      added: count,
      updated: count.describe('Those that were there already and got new messages.'),
      unchanged: count.describe('Those that were there already, with everything.'),
      skipped: count.describe('Those in which there is nothing to import.'),
      failed: count.describe('Those that could not be read.'),
    }),
    messages: count.describe('How many messages were added.'),
    files: z.object({
      added: count,
      missing: count.describe(
        'Those of which only the names were added: their bytes are not in the export, or are not taken.',
      ),
    }),
    memories: z.object({
      added: count,
      known: count.describe('Those that the account remembers already.'),
      beyondLimit: count.describe('Those for which the plan has no room.'),
    }),
    projects: z.object({ added: count, known: count.describe('Those that the account has already.') }),
    prompts: z.object({ added: count, known: count.describe('Those that the account has already.') }),
    documents: z.object({ added: count, known: count.describe('Those that the account has already.') }),
    problems: z.array(importProblemSchema),
    createdAt: isoDateSchema,
    endedAt: isoDateSchema.nullable(),
    undone: undoneImportSchema.nullable().describe('What undoing it has removed; null if it was not undone.'),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof importSchema>;

/**
 * What `import.json` in an archive says, if its conversations were converted from the export of another product: which one, and what could
 * not be converted.
 */
export const convertedSchema = z.object({
  source: importSourceSchema.exclude(['noek']),
  problems: z
    .array(importProblemSchema.extend({ title: z.string().max(300), reason: z.string().max(600) }))
    .max(maxImportProblems),
  skipped: count,
  failed: count,
});
export type Converted = z.infer<typeof convertedSchema>;
export const importsSchema = z.object({ imports: z.array(importSchema).describe('Newest first.') });

/** Its path in the archive. */
export const convertedPath = 'import.json';
