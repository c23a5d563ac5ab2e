import type { Declarations } from '../calls/declaration.ts';
import { conversationParamsSchema } from '../chat/declaration-parts.ts';
import { conversationRefSchema } from '../chat/schemas.ts';
import { documentVersionPartsSchema, readableDocumentSchema } from '../documents/sharing.ts';
import {
  closeReportInputSchema,
  listReportsInputSchema,
  openedReportSchema,
  reopenReportInputSchema,
  reportAnswerInputSchema,
  reportDocumentInputSchema,
  reportedDocumentInputSchema,
  reportedFileSchema,
  reportedSchema,
  reportRefSchema,
  reportSchema,
  reportShareInputSchema,
  reportsPageSchema,
  takeDownInputSchema,
  takeDownSchema,
} from './schemas.ts';

const example = { reason: 'wrong', text: 'The year is wrong.' } as const;
const ofAdministrators = { access: 'admin', token: 'never' } as const;

/** The calls of people who report something. */
export const reportOperations = {
  answer: {
    type: 'mutation',
    summary:
      'Report one of your answers to the administrators, who may then read it with the messages around it. Until they have closed your report, reporting it again changes that report.',
    access: 'anyone',
    token: 'never',
    input: reportAnswerInputSchema,
    output: reportedSchema,
    refusals: ['RATE_LIMITED'],
    example,
    rest: { method: 'post', path: '/api/messages/{id}/report', fields: { id: 'messageId' } },
  },
  share: {
    type: 'mutation',
    summary: 'Report a shared conversation to the administrators. Sets the guest cookie if it is absent.',
    access: 'guest',
    token: 'never',
    input: reportShareInputSchema,
    output: reportedSchema,
    refusals: ['GUEST_SIGNED_IN', 'RATE_LIMITED'],
    example,
    rest: {
      method: 'post',
      path: '/api/shared/{id}/report',
      params: conversationParamsSchema,
      fields: { id: 'conversationId' },
    },
  },
  document: {
    type: 'mutation',
    summary: 'Report a shared document to the administrators. Sets the guest cookie if it is absent.',
    access: 'guest',
    token: 'never',
    input: reportDocumentInputSchema,
    output: reportedSchema,
    refusals: ['GUEST_SIGNED_IN', 'RATE_LIMITED'],
    example,
    rest: { method: 'post', path: '/api/d/{token}/report' },
  },
  ownTakeDown: {
    type: 'query',
    summary: 'Get why the link of one of your conversations was taken down.',
    access: 'signed-in',
    token: 'never',
    input: conversationRefSchema,
    output: takeDownSchema,
  },
} as const satisfies Declarations;

/** What administrators do about reports. */
export const moderationOperations = {
  reports: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List what people reported, the latest first.',
    input: listReportsInputSchema,
    output: reportsPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { status: 'open' },
    rest: { method: 'get', path: '/api/admin/reports', pageOf: 'reports' },
  },
  open: {
    ...ofAdministrators,
    // A mutation, because it writes to the audit log.
    type: 'mutation',
    summary:
      'Read what a report is about. Each call is an entry of the audit log, which the owner of the conversation can see.',
    input: reportRefSchema,
    output: openedReportSchema,
    rest: { method: 'get', path: '/api/admin/reports/{id}' },
  },
  close: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Close a report with a note.',
    input: closeReportInputSchema,
    output: reportSchema,
    refusals: ['CONFLICT'],
    example: { version: 1, note: 'Nothing to do.' },
    rest: { method: 'post', path: '/api/admin/reports/{id}/close' },
  },
  reopen: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Open a closed report again. Its note stays in the audit log.',
    input: reopenReportInputSchema,
    output: reportSchema,
    refusals: ['CONFLICT'],
    example: { version: 2 },
    rest: { method: 'post', path: '/api/admin/reports/{id}/reopen' },
  },
  takeDown: {
    ...ofAdministrators,
    type: 'mutation',
    summary:
      'Take the reported link down: it answers 404 at once, and the owner cannot share the conversation or the document again.',
    input: takeDownInputSchema,
    output: reportSchema,
    refusals: ['CONFLICT'],
    example: { reason: 'Harassment' },
    rest: { method: 'post', path: '/api/admin/reports/{id}/take-down' },
  },
  allowSharing: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Let the owner share a conversation or a document again whose link was taken down.',
    input: takeDownInputSchema,
    output: reportSchema,
    refusals: ['CONFLICT'],
    example: { reason: 'It was a mistake.' },
    rest: { method: 'post', path: '/api/admin/reports/{id}/allow-sharing' },
  },
  documentContent: {
    ...ofAdministrators,
    type: 'query',
    summary:
      'A version of a document of what was reported, as its text was. The administrator must have opened the report within the last hour: that entry of the audit log holds for its documents, too. 404 otherwise.',
    input: reportedDocumentInputSchema,
    output: readableDocumentSchema,
    rest: {
      method: 'get',
      path: '/api/admin/reports/{id}/documents/{documentId}/versions/{n}',
      params: reportRefSchema.extend(documentVersionPartsSchema.shape),
      fields: { n: 'version' },
    },
  },
  fileContent: {
    ...ofAdministrators,
    method: 'get',
    path: '/api/admin/reports/{id}/files/{fileId}/content',
    summary:
      'The bytes of a file of what was reported. The administrator must have opened the report within the last hour: that entry of the audit log holds for its files, too. 404 otherwise.',
    params: reportedFileSchema,
    answers: [{ status: 200, file: 'application/octet-stream' }],
  },
} as const satisfies Declarations;
