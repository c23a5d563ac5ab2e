import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';
import { maxFilesOfMessage } from './limits.ts';

export const fileIdSchema = z.string().min(1).max(64);
export const fileRefSchema = z.object({ fileId: fileIdSchema });

/** The ids of the files of a message, in their order. */
export const fileIdsSchema = z
  .array(fileIdSchema)
  .max(maxFilesOfMessage, `A message can have up to ${maxFilesOfMessage} files.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A file can be in a message only once.');

export const fileStateSchema = z.enum(['reading', 'ready', 'failed']);

const count = z.number().int().nonnegative();

export const fileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().describe('The media type, found out from the content: "image/jpeg", "application/pdf".'),
    size: count.describe('In bytes, as it is stored. Pictures are re-encoded.'),
    width: count.optional().describe('Of a picture, in pixels.'),
    height: count.optional(),
    pages: count.optional().describe('How many pages, sheets or slides it has.'),
    pagesRead: count
      .optional()
      .describe('How many of its pages were read, while those that are pictures wait. Absent once all were.'),
    characters: count.optional().describe('How much text was read.'),
    state: fileStateSchema.describe('Whether its text is being read, or could not be read.'),
    problem: z
      .string()
      .optional()
      .describe('Why its text could not be read, or only a part of it: a sentence for people.'),
    deleted: z.literal(true).optional().describe('In messages: it was deleted since, and only this is left of it.'),
  })
  .meta({ id: 'File' });
export type File = z.infer<typeof fileSchema>;

/** A file in the list of an account, with the conversations and projects that have it. */
export const listedFileSchema = fileSchema.omit({ deleted: true }).extend({
  createdAt: isoDateSchema,
  conversations: z.array(z.object({ id: z.number().int(), title: z.string() })),
  projects: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type ListedFile = z.infer<typeof listedFileSchema>;

export const listFilesInputSchema = z.object({
  limit: z.coerce.number<number | string>().int().min(1).max(1_000).default(200),
  cursor: z.string().max(256).optional(),
});
export const filePageSchema = z.object({
  files: z.array(listedFileSchema),
  nextCursor: z.string().nullable(),
  bytesUsed: count,
  bytesLimit: count,
});
export type FilePage = z.infer<typeof filePageSchema>;

export const filePagesInputSchema = fileRefSchema.extend({
  from: z.coerce.number<number | string>().int().min(1).default(1).describe('The number of the first page to read.'),
});
/** The text of some of a file's pages, slides or sheets. A file without any has its whole text as page 1. */
export const filePagesSchema = z.object({
  pages: z.array(
    z.object({
      number: z.number().int().positive(),
      name: z.string().nullable().describe('The name of a sheet.'),
      text: z
        .string()
        .describe(
          'Headings, lists and tables of documents as in Markdown; the cells of a row of a sheet between " | ".',
        ),
    }),
  ),
  nextFrom: z.number().int().positive().nullable().describe('From where to read further; null at the end.'),
});
export type FilePages = z.infer<typeof filePagesSchema>;

/** What the pages of a file are. */
export const pageUnitSchema = z.enum(['page', 'slide', 'sheet']);
export type PageUnit = z.infer<typeof pageUnitSchema>;

/** What an answer was given of a file. */
export const usedFileSchema = z
  .object({
    fileId: z.string(),
    name: z.string(),
    given: z.enum(['whole', 'passages', 'none']),
    pages: z
      .array(z.tuple([count, count]))
      .optional()
      .describe('The first and the last page of each range that the passages are from.'),
    pagesOfFile: count.optional().describe('How many pages the file has.'),
    unit: pageUnitSchema.optional().describe('What its pages are.'),
    reason: z.string().optional().describe('Why nothing or not everything was given, for people, without a full stop.'),
    isPicture: z.literal(true).optional(),
    fromScan: z
      .array(z.tuple([count, count]))
      .optional()
      .describe('Ranges of given pages that are pictures, whose text was recognised. A picture is page 1 of itself.'),
    readAs: z.string().optional().describe('The encoding that its text was guessed to have.'),
  })
  .meta({ id: 'UsedFile' });
export type UsedFile = z.infer<typeof usedFileSchema>;
