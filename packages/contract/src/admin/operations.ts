import { z } from 'zod';
import { messageResultSchema } from '../auth/schemas.ts';
import type { Operations } from '../calls/operation.ts';
import { messageSchema } from '../chat/schemas.ts';
import { isoDateSchema } from '../text/dates.ts';
import { figuresInputSchema, figuresSchema, providerRefSchema, providerSchema, providersSchema } from './figures.ts';
import {
  adminUserRefSchema,
  adminUserSchema,
  auditEntrySchema,
  auditFilterSchema,
  changeUserBodySchema,
  listAuditInputSchema,
  listPeopleInputSchema,
  optionalReasonBodySchema,
  payerWithoutPlanSchema,
  readPaymentSchema,
  reasonSchema,
  subscriptionDecisions,
  suspendBodySchema,
  userMessagesPageSize,
} from './schemas.ts';

const people = listPeopleInputSchema.shape;
const changed = { status: 200, json: adminUserSchema } as const;
const ofUser = { access: 'admin', token: 'never', params: adminUserRefSchema } as const;

const decisionRequired = {
  code: 'SUBSCRIPTION_DECISION_REQUIRED',
  fields: z.object({ decisions: z.array(z.enum(subscriptionDecisions)), currentPeriodEnd: isoDateSchema }),
} as const;

/** The documented calls of administrators. */
export const adminOperations = {
  users: {
    method: 'get',
    path: '/api/admin/users',
    summary:
      'List people, the oldest account first: everybody, or a page if `search`, `page` or `pageSize` is given. Unchanged since the given ETag: 304.',
    access: 'admin',
    token: 'never',
    query: z.object({
      search: people.search.unwrap().optional(),
      page: z.coerce.number().pipe(people.page.unwrap()).optional(),
      pageSize: z.coerce.number().pipe(people.pageSize.unwrap()).optional(),
    }),
    answers: [
      {
        status: 200,
        json: z.array(adminUserSchema),
        headers: { 'X-Total-Count': 'How many people match.', ETag: 'Changes with the list.' },
      },
      { status: 304 },
    ],
    refusals: ['BAD_REQUEST'],
    example: { query: { search: 'mira', page: '1', pageSize: '30' } },
  },
  userMessages: {
    ...ofUser,
    method: 'get',
    path: '/api/admin/users/{id}/messages',
    summary:
      "Read the latest messages of a person's conversations, oldest first. Each call is an entry of the audit log, which the person can see with the reason.",
    query: z.object({
      reason: reasonSchema.optional(),
      limit: z.coerce.number().int().min(1).max(userMessagesPageSize).default(userMessagesPageSize),
      cursor: z.string().max(256).optional().describe('From the Link header: the messages before that page.'),
    }),
    answers: [
      {
        status: 200,
        json: z.array(messageSchema),
        headers: { Link: 'The earlier messages, if there are any: `<…>; rel="next"`.' },
      },
    ],
    refusals: ['BAD_REQUEST'],
    example: { query: { reason: 'A report of abuse' } },
  },
  changeUser: {
    ...ofUser,
    method: 'patch',
    path: '/api/admin/users/{id}',
    summary:
      'Change an account. Absent fields keep their values. A new password ends the sessions and API tokens of the person.',
    body: changeUserBodySchema,
    answers: [changed],
    refusals: ['CONFLICT', decisionRequired],
    example: { body: { name: 'Mira Novak', accessLevel: 'supernoek' } },
  },
  userPayment: {
    ...ofUser,
    method: 'get',
    path: '/api/admin/users/{id}/payment',
    summary: 'Read what a person pays for SuperNoek.',
    answers: [{ status: 200, json: readPaymentSchema }],
  },
  payersWithoutPlan: {
    method: 'get',
    path: '/api/admin/payers-without-plan',
    summary: 'List the people who are charged for SuperNoek without having it, at most 200, the nearest payment first.',
    access: 'admin',
    token: 'never',
    answers: [{ status: 200, json: z.array(payerWithoutPlanSchema) }],
  },
  suspendUser: {
    ...ofUser,
    method: 'post',
    path: '/api/admin/users/{id}/suspend',
    summary:
      'Suspend an account: its sessions, API tokens and running answers end, and sign-in is refused. Its data is kept.',
    body: suspendBodySchema,
    answers: [changed],
    refusals: ['CONFLICT', decisionRequired],
    example: { body: { reason: 'Spam' } },
  },
  liftSuspension: {
    ...ofUser,
    method: 'post',
    path: '/api/admin/users/{id}/lift-suspension',
    summary: 'Let a suspended person sign in again.',
    body: optionalReasonBodySchema,
    answers: [changed],
  },
  endUserSessions: {
    ...ofUser,
    method: 'post',
    path: '/api/admin/users/{id}/end-sessions',
    summary: 'Sign a person out everywhere.',
    body: optionalReasonBodySchema,
    answers: [{ status: 200, json: messageResultSchema }],
  },
  audit: {
    method: 'get',
    path: '/api/admin/audit',
    summary: 'List what administrators and the system did, the latest first.',
    access: 'admin',
    token: 'never',
    query: listAuditInputSchema.extend({
      limit: z.coerce.number().pipe(listAuditInputSchema.shape.limit.unwrap()).default(50),
    }),
    answers: [
      {
        status: 200,
        json: z.array(auditEntrySchema),
        headers: { Link: 'The next page, if there is one: `<…>; rel="next"`.' },
      },
    ],
    refusals: ['BAD_REQUEST'],
    example: { query: { action: 'user.updated' } },
  },
  auditFile: {
    method: 'get',
    path: '/api/admin/audit.csv',
    summary: 'Download the audit log as a CSV file, with the same filter.',
    access: 'admin',
    token: 'never',
    query: auditFilterSchema,
    answers: [{ status: 200, file: 'text/csv' }],
    refusals: ['BAD_REQUEST'],
  },
  figures: {
    method: 'get',
    path: '/api/admin/figures',
    summary: 'Read how Noek is doing, in numbers per hour (24h) or day.',
    access: 'admin',
    token: 'never',
    query: figuresInputSchema,
    answers: [{ status: 200, json: figuresSchema }],
    refusals: ['BAD_REQUEST'],
    example: { query: { range: '7d' } },
  },
  providers: {
    method: 'get',
    path: '/api/admin/providers',
    summary: 'List the model providers with the state of their circuit breakers, as this server process knows it.',
    access: 'admin',
    token: 'never',
    answers: [{ status: 200, json: providersSchema }],
  },
  tryProvider: {
    method: 'post',
    path: '/api/admin/providers/{id}/try',
    summary: 'Ask a model provider for a few words now. It is used again if it answers. An entry of the audit log.',
    access: 'admin',
    token: 'never',
    params: providerRefSchema,
    answers: [{ status: 200, json: providerSchema }],
    refusals: ['NOT_FOUND', 'RATE_LIMITED'],
  },
} as const satisfies Operations;
