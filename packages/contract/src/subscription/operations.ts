import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import type { Refusal } from '../calls/operation.ts';
import {
  cardChangeSchema,
  createSubscriptionResultSchema,
  finishCardChangeInputSchema,
  invoiceRefSchema,
  invoiceSchema,
  sandboxConfirmInputSchema,
  subscriptionStatusSchema,
  webhookResultSchema,
} from './schemas.ts';

/** Money is for people who are signed in with a browser, not for their tokens. */
const own = { access: 'signed-in', token: 'never' } as const;
const declined = {
  code: 'PAYMENT_DECLINED',
  fields: z.object({ authenticationRequired: z.literal(true).optional() }),
} as const satisfies Refusal;

/** The calls of subscriptions and payments. */
export const subscriptionOperations = {
  status: {
    ...own,
    type: 'query',
    summary: 'Get the subscription and the plan.',
    output: subscriptionStatusSchema,
    rest: { method: 'get', path: '/api/subscription/status' },
  },
  create: {
    ...own,
    type: 'mutation',
    summary: 'Begin to subscribe, or continue an attempt that has not been paid yet.',
    output: createSubscriptionResultSchema,
    refusals: ['ALREADY_SUBSCRIBED', 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/create' },
  },
  cancel: {
    ...own,
    type: 'mutation',
    summary: 'Let the subscription end with its current period.',
    output: subscriptionStatusSchema,
    refusals: ['BAD_REQUEST', 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/cancel' },
  },
  reactivate: {
    ...own,
    type: 'mutation',
    summary: 'Let a cancelled subscription renew again, before it has ended.',
    output: subscriptionStatusSchema,
    refusals: ['BAD_REQUEST', 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/reactivate' },
  },
  refresh: {
    ...own,
    type: 'mutation',
    summary: 'Read the subscription from the payment service again, for instance after a payment.',
    output: subscriptionStatusSchema,
    refusals: ['RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/refresh' },
  },
  invoices: {
    ...own,
    type: 'query',
    summary: 'List the invoices, newest first, at most 100.',
    output: z.array(invoiceSchema),
    refusals: ['RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'get', path: '/api/subscription/invoices' },
  },
  invoice: {
    ...own,
    method: 'get',
    path: '/api/subscription/invoices/{id}',
    summary: 'Get an invoice of the test payments as a page to print.',
    params: invoiceRefSchema,
    answers: [{ status: 200, file: 'text/html' }],
    refusals: ['RATE_LIMITED'],
  },
  changeCard: {
    ...own,
    type: 'mutation',
    summary: 'Begin to change the card. The browser confirms the secret, which is a setup.',
    output: cardChangeSchema,
    refusals: ['BAD_REQUEST', 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/change-card' },
  },
  finishCardChange: {
    ...own,
    type: 'mutation',
    summary: 'Pay with the card of a confirmed setup from now on, an open invoice included.',
    input: finishCardChangeInputSchema,
    output: subscriptionStatusSchema,
    refusals: ['BAD_REQUEST', declined, 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/finish-card-change' },
  },
  sandboxConfirm: {
    ...own,
    type: 'mutation',
    summary: 'Confirm a test payment or card change with a test card. Only while payments are test payments.',
    input: sandboxConfirmInputSchema,
    output: subscriptionStatusSchema,
    refusals: [declined, 'NOT_FOUND', 'RATE_LIMITED', 'PAYMENTS_UNAVAILABLE'],
    rest: { method: 'post', path: '/api/subscription/sandbox/confirm' },
  },
  webhook: {
    method: 'post',
    path: '/api/webhooks/stripe',
    summary: 'Receive a signed event of the payment service.',
    access: 'anyone',
    token: 'never',
    headers: z.object({ 'stripe-signature': z.string().optional() }),
    body: { mediaType: 'application/json' },
    answers: [{ status: 200, json: webhookResultSchema }],
    refusals: ['PAYMENTS_UNAVAILABLE'],
  },
} as const satisfies Declarations;
