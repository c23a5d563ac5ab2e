import { z } from 'zod';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { messageRefSchema } from '../chat/schemas.ts';
import { sharedMessageSchema } from '../chat/sharing.ts';
import { documentIdSchema, versionNumberSchema } from '../documents/schemas.ts';
import { readableDocumentSchema, sharedDocumentRefSchema } from '../documents/sharing.ts';
import { fileIdSchema } from '../files/schemas.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { maxReasonLength, maxReportLength } from './limits.ts';
import { type ReportReason, reportReasons } from './reasons.ts';

export const reportReasonSchema = z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]], {
  error: 'Choose a reason.',
});

/** What a person reports. Unknown fields are refused. */
export const reportBodySchema = z.strictObject({
  reason: reportReasonSchema,
  text: z
    .string({ error: 'Describe it as text.' })
    .overwrite(trimmed)
    .max(maxReportLength, `A report can have up to ${maxReportLength.toLocaleString('en-US')} characters.`)
    .optional(),
});
export type ReportBody = z.infer<typeof reportBodySchema>;
export const reportAnswerInputSchema = reportBodySchema.extend(messageRefSchema.shape);
export const reportShareInputSchema = reportBodySchema.extend({ conversationId: conversationIdSchema });
export const reportDocumentInputSchema = reportBodySchema.extend(sharedDocumentRefSchema.shape);

export const reportedSchema = z
  .object({
    message: z.string().describe('What happened: a sentence for people.'),
    isNew: z.boolean().describe('Otherwise, the person had reported it already, and that report was changed.'),
  })
  .meta({ id: 'Reported' });
export type Reported = z.infer<typeof reportedSchema>;

const personSchema = z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable();

/** A report as administrators see it. */
export const reportSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['answer', 'share', 'document']),
    reason: reportReasonSchema,
    text: z.string().nullable().describe('What the person wrote.'),
    createdAt: isoDateSchema,
    updatedAt: isoDateSchema.describe('When the person last changed it.'),
    version: z.number().int().positive().describe('Increases with every change.'),
    reporter: personSchema.describe('Who reported it; null: a guest, or a deleted account.'),
    owner: personSchema.describe('Whose conversation it is; null: a guest.'),
    conversationId: conversationIdSchema.describe('Of a document, the conversation that it belongs to.'),
    link: z
      .enum(['works', 'ended', 'taken-down'])
      .nullable()
      .describe('Whether the shared link works. Null for reports of answers.'),
    closed: z
      .object({
        at: isoDateSchema,
        by: z.string().nullable().describe('The name of the administrator; null: a deleted account.'),
        note: z.string(),
      })
      .nullable()
      .describe('Null while it is open.'),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;

export const reportRefSchema = z.object({ id: z.string().min(1).max(128) });
export const reportedFileSchema = reportRefSchema.extend({ fileId: fileIdSchema });
export const reportedDocumentInputSchema = reportRefSchema.extend({
  documentId: documentIdSchema,
  version: versionNumberSchema,
});

export const listReportsInputSchema = z.object({
  status: z.enum(['open', 'closed']).default('open'),
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().max(256).optional(),
});
export type ListReportsInput = z.infer<typeof listReportsInputSchema>;
export const reportsPageSchema = z.object({ reports: z.array(reportSchema), nextCursor: z.string().nullable() });
export type ReportsPage = z.infer<typeof reportsPageSchema>;

/** A report with what it is about, as it is now. */
export const openedReportSchema = z
  .object({
    report: reportSchema,
    title: z.string().nullable().describe('Of the conversation or the document; null if nothing of it can be read.'),
    messages: z
      .array(sharedMessageSchema)
      .describe(
        'The answer with a few messages before and after it, or what is shared. Empty if it was deleted or is no longer shared.',
      ),
    document: readableDocumentSchema
      .nullable()
      .describe(
        'The document that was reported. Null for other reports, and if it was deleted or is no longer shared.',
      ),
    messageId: z.string().nullable().describe('The answer that was reported.'),
  })
  .meta({ id: 'OpenedReport' });
export type OpenedReport = z.infer<typeof openedReportSchema>;

/** `version`: the version of the report that the administrator has seen. A report that has changed since then stays as it is. */
const seen = { version: reportSchema.shape.version };
const text = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(trimmed)
    .min(1, missing)
    .max(maxReasonLength, `This can have up to ${maxReasonLength} characters.`);
export const closeReportInputSchema = z.strictObject({
  ...reportRefSchema.shape,
  ...seen,
  note: text('Write a note.'),
});
export const reopenReportInputSchema = z.strictObject({ ...reportRefSchema.shape, ...seen });
/** What the owner of a conversation reads whose link was taken down. */
export const takeDownSchema = z
  .object({
    takenDownAt: isoDateSchema,
    reason: z.string().nullable().describe('Why, as the administrator wrote it; null: it is no longer kept.'),
  })
  .meta({ id: 'TakeDown' });
export type TakeDown = z.infer<typeof takeDownSchema>;
/** Why a link is taken down, or may be shared again. */
export const takeDownInputSchema = z.strictObject({ ...reportRefSchema.shape, reason: text('Give a reason.') });
