import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { documentVersionPartsSchema, readableDocumentSchema } from '../documents/sharing.ts';
import { fileIdSchema } from '../files/schemas.ts';
import { isoDateSchema } from '../text/dates.ts';
import { figuresInputSchema, figuresSchema, providerRefSchema, providerSchema, providersSchema } from './figures.ts';
import {
  adminUserRefSchema,
  adminUserSchema,
  auditFilterSchema,
  auditPageSchema,
  changeUserInputSchema,
  listAuditInputSchema,
  listPeopleInputSchema,
  payerWithoutPlanSchema,
  pendingSignUpsSchema,
  peoplePageSchema,
  readPaymentSchema,
  readUserMessagesInputSchema,
  subscriptionDecisions,
  suspendInputSchema,
  userDocumentInputSchema,
  userMessagesPageSchema,
  userMessagesPageSize,
  withOptionalReasonSchema,
  withReasonSchema,
} from './schemas.ts';
import {
  factorsPageSchema,
  failedSignInsPageSchema,
  listFactorsInputSchema,
  listFailedSignInsInputSchema,
} from './security.ts';

const ofAdministrators = { access: 'admin', token: 'never' } as const;
const people = listPeopleInputSchema.shape;
const messages = readUserMessagesInputSchema.shape;

const fileOfUser = z.object({ id: adminUserRefSchema.shape.id, fileId: fileIdSchema });
const afterReading =
  'The administrator must have read the messages of the person within the last hour: that entry of the audit log holds for the files and documents, too. 404 otherwise.';

const decisionRequired = {
  code: 'SUBSCRIPTION_DECISION_REQUIRED',
  fields: z.object({ decisions: z.array(z.enum(subscriptionDecisions)), currentPeriodEnd: isoDateSchema }),
} as const;

/** The calls of administrators. */
export const adminOperations = {
  users: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List a page of the people, the oldest account first.',
    input: listPeopleInputSchema,
    output: peoplePageSchema,
    refusals: ['BAD_REQUEST'],
    example: { search: 'mira', page: 1, pageSize: 30 },
    rest: {
      method: 'get',
      path: '/api/admin/users',
      summary:
        'List people, the oldest account first: everybody, or a page if `search`, `page` or `pageSize` is given. Unchanged since the given ETag: 304.',
      query: z.object({
        search: people.search.unwrap().optional(),
        page: z.coerce.number().pipe(people.page.unwrap()).optional(),
        pageSize: z.coerce.number().pipe(people.pageSize.unwrap()).optional(),
      }),
      answers: [
        {
          status: 200,
          json: peoplePageSchema.shape.users,
          headers: { 'X-Total-Count': 'How many people match.', ETag: 'Changes with the list.' },
        },
        { status: 304 },
      ],
    },
  },
  signUps: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the people who signed up and have not verified their address.',
    output: pendingSignUpsSchema,
  },
  changeUser: {
    ...ofAdministrators,
    freshProof: 'always',
    type: 'mutation',
    summary:
      'Change an account. Absent fields keep their values. A new password ends the sessions and API tokens of the person.',
    input: changeUserInputSchema,
    output: adminUserSchema,
    refusals: ['CONFLICT', decisionRequired],
    example: { name: 'Mira Novak', accessLevel: 'supernoek' },
    rest: { method: 'patch', path: '/api/admin/users/{id}' },
  },
  readUserMessages: {
    ...ofAdministrators,
    // A mutation, because it writes to the audit log.
    type: 'mutation',
    summary:
      "Read the latest messages of a person's conversations, oldest first. Each call is an entry of the audit log, which the person can see with the reason.",
    input: readUserMessagesInputSchema,
    output: userMessagesPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { reason: 'A report of abuse' },
    rest: {
      method: 'get',
      path: '/api/admin/users/{id}/messages',
      query: z.object({
        reason: messages.reason.optional(),
        limit: z.coerce.number().int().min(1).max(userMessagesPageSize).default(userMessagesPageSize),
        cursor: messages.cursor.describe('From the Link header: the messages before that page.'),
      }),
      answers: [
        {
          status: 200,
          json: userMessagesPageSchema.shape.messages,
          headers: { Link: 'The earlier messages, if there are any: `<…>; rel="next"`.' },
        },
      ],
      pageOf: 'messages',
    },
  },
  userFileContent: {
    ...ofAdministrators,
    method: 'get',
    path: '/api/admin/users/{id}/files/{fileId}/content',
    summary: `The bytes of a file in a person's conversations. ${afterReading}`,
    params: fileOfUser,
    answers: [{ status: 200, file: 'application/octet-stream' }],
  },
  userFilePreview: {
    ...ofAdministrators,
    method: 'get',
    path: '/api/admin/users/{id}/files/{fileId}/preview',
    summary: `A picture in a person's conversations as WebP with at most 768 pixels on each side. ${afterReading}`,
    params: fileOfUser,
    answers: [{ status: 200, file: 'image/webp' }],
  },
  userDocument: {
    ...ofAdministrators,
    type: 'query',
    summary: `A version of a document of a person's conversations, as its text was. ${afterReading}`,
    input: userDocumentInputSchema,
    output: readableDocumentSchema,
    rest: {
      method: 'get',
      path: '/api/admin/users/{id}/documents/{documentId}/versions/{n}',
      params: adminUserRefSchema.extend(documentVersionPartsSchema.shape),
      fields: { n: 'version' },
    },
  },
  userPayment: {
    ...ofAdministrators,
    type: 'query',
    summary: 'Read what a person pays for SuperNoek.',
    input: adminUserRefSchema,
    output: readPaymentSchema,
    rest: { method: 'get', path: '/api/admin/users/{id}/payment' },
  },
  payersWithoutPlan: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the people who are charged for SuperNoek without having it, at most 200, the nearest payment first.',
    output: z.array(payerWithoutPlanSchema),
    rest: { method: 'get', path: '/api/admin/payers-without-plan' },
  },
  suspendUser: {
    ...ofAdministrators,
    type: 'mutation',
    summary:
      'Suspend an account: its sessions, API tokens and running answers end, and sign-in is refused. Its data is kept.',
    input: suspendInputSchema,
    output: adminUserSchema,
    refusals: ['CONFLICT', decisionRequired],
    example: { reason: 'Spam' },
    rest: { method: 'post', path: '/api/admin/users/{id}/suspend' },
  },
  liftSuspension: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Let a suspended person sign in again.',
    input: withOptionalReasonSchema,
    output: adminUserSchema,
    rest: { method: 'post', path: '/api/admin/users/{id}/lift-suspension' },
  },
  endUserSessions: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Sign a person out everywhere.',
    input: withOptionalReasonSchema,
    output: messageResultSchema,
    rest: { method: 'post', path: '/api/admin/users/{id}/end-sessions' },
  },
  factors: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List who has which second factor, the newest account first.',
    input: listFactorsInputSchema,
    output: factorsPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { filter: 'without', limit: 1 },
    rest: { method: 'get', path: '/api/admin/second-factors', pageOf: 'people' },
  },
  failedSignIns: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the sign-ins to accounts that failed in the last 90 days, the latest first.',
    input: listFailedSignInsInputSchema,
    output: failedSignInsPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { limit: 1 },
    rest: { method: 'get', path: '/api/admin/failed-sign-ins', pageOf: 'signIns' },
  },
  resetSecondFactor: {
    ...ofAdministrators,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Remove the authenticator app and the recovery codes of a person who lost both.',
    input: withReasonSchema,
    output: messageResultSchema,
    refusals: ['CONFLICT'],
    example: { reason: 'They called from the number in the contract' },
    rest: { method: 'post', path: '/api/admin/users/{id}/reset-second-factor' },
  },
  audit: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List what administrators and the system did, the latest first.',
    input: listAuditInputSchema,
    output: auditPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { action: 'user.updated' },
    rest: { method: 'get', path: '/api/admin/audit', pageOf: 'entries' },
  },
  auditFile: {
    ...ofAdministrators,
    method: 'get',
    path: '/api/admin/audit.csv',
    summary: 'Download the audit log as a CSV file, with the same filter.',
    query: auditFilterSchema,
    answers: [{ status: 200, file: 'text/csv' }],
    refusals: ['BAD_REQUEST'],
  },
  figures: {
    ...ofAdministrators,
    type: 'query',
    summary: 'Read how Noek is doing, in numbers per hour (24h) or day.',
    input: figuresInputSchema,
    output: figuresSchema,
    refusals: ['BAD_REQUEST'],
    example: { range: '7d' },
    rest: { method: 'get', path: '/api/admin/figures' },
  },
  providers: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the model providers with the state of their circuit breakers, as this server process knows it.',
    output: providersSchema,
    rest: { method: 'get', path: '/api/admin/providers' },
  },
  tryProvider: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Ask a model provider for a few words now. It is used again if it answers. An entry of the audit log.',
    input: providerRefSchema,
    output: providerSchema,
    refusals: ['NOT_FOUND', 'RATE_LIMITED'],
    rest: { method: 'post', path: '/api/admin/providers/{id}/try' },
  },
} as const satisfies Declarations;
