import { z } from 'zod';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { testEvent, webhookEvents } from './events.ts';
import { maxWebhookUrlLength } from './limits.ts';

export const webhookEventSchema = z.enum(webhookEvents);

const webhookFields = {
  id: z.string(),
  url: z.string(),
  events: z.array(webhookEventSchema),
  createdAt: isoDateSchema,
  stoppedAt: isoDateSchema
    .nullable()
    .describe('Since when nothing is sent to it any more. It is sent to again once a test has succeeded.'),
  stoppedBecause: z
    .enum(['gone', 'secured'])
    .nullable()
    .describe('`gone`: its receiver answered with 410. `secured`: the account was secured, as with a new password.'),
};

export const webhookSchema = z.object(webhookFields).meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

/** The response to a creation, and the only one that contains the secret. */
export const newWebhookSchema = z
  .object({
    ...webhookFields,
    secret: z.string().describe('Shown only once: `whsec_…`, which signs the deliveries. Keep it like a password.'),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookUrlSchema = z
  .string({ error: 'Enter a URL.' })
  .overwrite(trimmed)
  .min(1, 'Enter a URL.')
  .max(maxWebhookUrlLength, `A URL can have up to ${maxWebhookUrlLength.toLocaleString('en-US')} characters.`);

export const createWebhookInputSchema = z.strictObject({
  url: webhookUrlSchema.describe('Where events are sent: http or https, and not a private address.'),
  events: z
    .array(webhookEventSchema, { error: 'Choose what to send.' })
    .min(1, 'Choose what to send.')
    .max(webhookEvents.length)
    .describe('What it hears of. Only administrators can name the last three, and then hear of everybody.'),
});
export type CreateWebhookInput = z.output<typeof createWebhookInputSchema>;

export const webhookRefSchema = z.object({ id: z.string().min(1).max(128) });
export const deliveryRefSchema = webhookRefSchema.extend({ deliveryId: z.string().min(1).max(128) });

/** One event on its way to one webhook. */
export const webhookDeliverySchema = z
  .object({
    id: z.string().describe('Also the header `webhook-id`, which stays the same when it is sent again.'),
    event: z.enum([...webhookEvents, testEvent]),
    status: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.number().int().nonnegative().describe('How often it was sent.'),
    createdAt: isoDateSchema,
    nextAttemptAt: isoDateSchema
      .nullable()
      .describe('When it is sent next; null while it is being sent, and once it is not sent any more.'),
    deliveredAt: isoDateSchema.nullable(),
    answerStatus: z.number().int().nullable().describe('The status of the last answer; null if there was none.'),
    problem: z.string().nullable().describe('Why the last attempt failed: a sentence for people.'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const listDeliveriesInputSchema = webhookRefSchema.extend({
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().max(256).optional(),
});
export type ListDeliveriesInput = z.output<typeof listDeliveriesInputSchema>;
export const deliveriesPageSchema = z.object({
  deliveries: z.array(webhookDeliverySchema),
  nextCursor: z.string().nullable(),
});
export type DeliveriesPage = z.infer<typeof deliveriesPageSchema>;
