import { z } from 'zod';
import type { Operations } from '../calls/operation.ts';
import { conversationParamsSchema } from '../chat/operations.ts';
import {
  closeReportBodySchema,
  listReportsInputSchema,
  openedReportSchema,
  reopenReportBodySchema,
  reportBodySchema,
  reportedAnswerParamsSchema,
  reportedSchema,
  reportRefSchema,
  reportSchema,
  takeDownBodySchema,
} from './schemas.ts';

const reported = { status: 200, json: reportedSchema } as const;
const example = { body: { reason: 'wrong', text: 'The year is wrong.' } } as const;
const ofReport = { access: 'admin', token: 'never', params: reportRefSchema } as const;
const changed = { status: 200, json: reportSchema } as const;

/** The documented calls about reports. */
export const reportOperations = {
  reportAnswer: {
    method: 'post',
    path: '/api/messages/{id}/report',
    summary:
      'Report one of your answers to the administrators, who may then read it with the messages around it. Until they have closed your report, reporting it again changes that report.',
    access: 'anyone',
    token: 'never',
    params: reportedAnswerParamsSchema,
    body: reportBodySchema,
    answers: [reported],
    refusals: ['RATE_LIMITED'],
    example,
  },
  reportShare: {
    method: 'post',
    path: '/api/shared/{id}/report',
    summary: 'Report a shared conversation to the administrators. Sets the guest cookie if it is absent.',
    access: 'guest',
    token: 'never',
    params: conversationParamsSchema,
    body: reportBodySchema,
    answers: [reported],
    refusals: ['GUEST_SIGNED_IN', 'RATE_LIMITED'],
    example,
  },
  list: {
    method: 'get',
    path: '/api/admin/reports',
    summary: 'List what people reported, the latest first.',
    access: 'admin',
    token: 'never',
    query: listReportsInputSchema.extend({
      limit: z.coerce.number().pipe(listReportsInputSchema.shape.limit.unwrap()).default(20),
    }),
    answers: [
      {
        status: 200,
        json: z.array(reportSchema),
        headers: { Link: 'The next page, if there is one: `<…>; rel="next"`.' },
      },
    ],
    refusals: ['BAD_REQUEST'],
    example: { query: { status: 'open' } },
  },
  open: {
    ...ofReport,
    method: 'get',
    path: '/api/admin/reports/{id}',
    summary:
      'Read what a report is about. Each call is an entry of the audit log, which the owner of the conversation can see.',
    answers: [{ status: 200, json: openedReportSchema }],
  },
  close: {
    ...ofReport,
    method: 'post',
    path: '/api/admin/reports/{id}/close',
    summary: 'Close a report with a note.',
    body: closeReportBodySchema,
    answers: [changed],
    refusals: ['CONFLICT'],
    example: { body: { version: 1, note: 'Nothing to do.' } },
  },
  reopen: {
    ...ofReport,
    method: 'post',
    path: '/api/admin/reports/{id}/reopen',
    summary: 'Open a closed report again. Its note stays in the audit log.',
    body: reopenReportBodySchema,
    answers: [changed],
    refusals: ['CONFLICT'],
    example: { body: { version: 2 } },
  },
  takeDown: {
    ...ofReport,
    method: 'post',
    path: '/api/admin/reports/{id}/take-down',
    summary: 'Take the reported link down: it answers 404 at once, and the owner cannot share the conversation again.',
    body: takeDownBodySchema,
    answers: [changed],
    refusals: ['CONFLICT'],
    example: { body: { reason: 'Harassment' } },
  },
  allowSharing: {
    ...ofReport,
    method: 'post',
    path: '/api/admin/reports/{id}/allow-sharing',
    summary: 'Let the owner share a conversation again whose link was taken down.',
    body: takeDownBodySchema,
    answers: [changed],
    refusals: ['CONFLICT'],
    example: { body: { reason: 'It was a mistake.' } },
  },
} as const satisfies Operations;
