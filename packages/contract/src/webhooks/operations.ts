import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  createWebhookInputSchema,
  deliveriesPageSchema,
  deliveryRefSchema,
  listDeliveriesInputSchema,
  newWebhookSchema,
  webhookDeliverySchema,
  webhookRefSchema,
  webhookSchema,
} from './schemas.ts';

const own = { access: 'signed-in', token: 'never' } as const;

/** The calls of webhooks. A token cannot make them: a webhook that a stranger adds sends them what the person does. */
export const webhookOperations = {
  list: {
    ...own,
    type: 'query',
    summary: 'List your webhooks, the newest first.',
    output: z.array(webhookSchema),
    rest: { method: 'get', path: '/api/webhooks' },
  },
  create: {
    ...own,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Create a webhook. Only this response contains the secret that signs its deliveries.',
    input: createWebhookInputSchema,
    output: newWebhookSchema,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
    example: { url: 'https://hooks.example.org/noek', events: ['answer.finished'] },
    rest: { method: 'post', path: '/api/webhooks', status: 201 },
  },
  remove: {
    ...own,
    type: 'mutation',
    summary: 'Delete a webhook with its deliveries. Nothing is sent to it any more.',
    input: webhookRefSchema,
    output: messageResultSchema,
    rest: { method: 'delete', path: '/api/webhooks/{id}' },
  },
  test: {
    ...own,
    type: 'mutation',
    summary: 'Send a test to a webhook now, once. Returns how that went, or the delivery as it is after five seconds.',
    input: webhookRefSchema,
    output: webhookDeliverySchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/webhooks/{id}/test' },
  },
  deliveries: {
    ...own,
    type: 'query',
    summary: 'List what was sent to a webhook in the last 30 days, the newest first.',
    input: listDeliveriesInputSchema,
    output: deliveriesPageSchema,
    refusals: ['BAD_REQUEST'],
    rest: { method: 'get', path: '/api/webhooks/{id}/deliveries', pageOf: 'deliveries' },
  },
  redeliver: {
    ...own,
    type: 'mutation',
    summary:
      'Send a delivery again now, with the same `webhook-id`. One that is being sent is not sent twice. Returns how that went, or the delivery as it is after five seconds.',
    input: deliveryRefSchema,
    output: webhookDeliverySchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/webhooks/{id}/deliveries/{deliveryId}/redeliver' },
  },
} as const satisfies Declarations;
