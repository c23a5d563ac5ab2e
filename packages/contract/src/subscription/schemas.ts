import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';
import { passesLuhn } from './card-number.ts';

/** What a person knows about their subscription. */
export const subscriptionStatusSchema = z
  .object({
    isActive: z.boolean().describe('Whether a subscription gives SuperNoek now.'),
    plan: z.enum(['basic', 'supernoek']).describe('What the person has now, whoever gave it.'),
    cancelAtPeriodEnd: z.boolean().describe('Whether it ends at `currentPeriodEnd` instead of renewing.'),
    currentPeriodEnd: isoDateSchema
      .nullable()
      .describe('When it renews or ends; while a renewal is unpaid, until when it is paid.'),
    state: z
      .enum(['none', 'incomplete', 'trialing', 'active', 'past_due', 'ended'])
      .describe('`incomplete` waits for its first payment, `past_due` for the payment of a renewal.'),
    problem: z
      .enum(['payment-failed', 'disputed', 'lowered'])
      .nullable()
      .describe('What the person should know or do; `lowered`: an administrator set the account to Basic.'),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable().describe('The card that pays.'),
    provider: z.enum(['none', 'sandbox', 'stripe']).describe('Who takes payments; `none` if they are switched off.'),
  })
  .meta({ id: 'SubscriptionStatus' });
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

/**
 * What the browser confirms with a card. Without a secret there is nothing to confirm, and `message` says why. `intent` is what
 * the secret belongs to: a payment, or a setup if the first payment is zero.
 */
export const createSubscriptionResultSchema = z
  .object({
    clientSecret: z.string().optional(),
    intent: z.enum(['payment', 'setup']).optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'CreateSubscriptionResult' });
export type CreateSubscriptionResult = z.infer<typeof createSubscriptionResultSchema>;

export const invoiceSchema = z
  .object({
    id: z.string(),
    number: z.string().nullable().describe('The number printed on it.'),
    createdAt: isoDateSchema,
    amountCents: z.number().int(),
    refundedCents: z.number().int(),
    currency: z.string().describe('Three lower-case letters, such as "usd".'),
    status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
    url: z.string().nullable().describe('A page to read or print.'),
    pdfUrl: z.string().nullable(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof invoiceSchema>;
export const invoiceRefSchema = z.object({ id: z.string().min(1).max(128) });

export const cardChangeSchema = z.object({ clientSecret: z.string() });
export const finishCardChangeInputSchema = z.object({
  setupId: z.string({ error: 'The card is missing.' }).min(1, 'The card is missing.').max(255),
});
export type FinishCardChangeInput = z.infer<typeof finishCardChangeInputSchema>;

const digits = (text: string) => text.replace(/[\s-]/g, '');

/** The form of the built-in test payments. The words name the field that is wrong. */
export const sandboxConfirmInputSchema = z.object({
  clientSecret: z.string({ error: 'The payment is missing.' }).min(1, 'The payment is missing.').max(255),
  cardNumber: z
    .string({ error: 'Enter the card number.' })
    .min(1, 'Enter the card number.')
    .max(40, 'This card number is too long.')
    .transform(digits)
    .refine((number) => /^\d{13,19}$/.test(number) && passesLuhn(number), 'This card number is not valid.'),
  expiry: z
    .string({ error: 'Enter the expiry date.' })
    .min(1, 'Enter the expiry date.')
    .max(12, 'Enter the expiry date as MM/YY.')
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => /^(0[1-9]|1[0-2])\/(\d\d|20\d\d)$/.test(text), 'Enter the expiry date as MM/YY.'),
  cvc: z
    .string({ error: 'Enter the CVC.' })
    .min(1, 'Enter the CVC.')
    .regex(/^\d{3,4}$/, 'Enter the CVC: three or four digits.'),
  authentication: z
    .enum(['complete', 'fail'], { error: 'The authentication either succeeds or fails.' })
    .optional()
    .describe('What the person answers when the bank asks; sent after a refusal with `authenticationRequired`.'),
});
export type SandboxConfirmInput = z.infer<typeof sandboxConfirmInputSchema>;

/** An accepted delivery. */
export const webhookResultSchema = z.object({ received: z.literal(true) });
