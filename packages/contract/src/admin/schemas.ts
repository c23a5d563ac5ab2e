import { z } from 'zod';
import { emailSchema, newPasswordSchema, personNameSchema, userSchema } from '../auth/schemas.ts';
import { messageSchema } from '../chat/schemas.ts';
import { documentIdSchema, versionNumberSchema } from '../documents/schemas.ts';
import { maxReasonLength } from '../reports/limits.ts';
import { accessLevelSchema } from '../subscription/plans.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { peoplePage } from './limits.ts';

/** A person as administrators see them. */
export const adminUserSchema = userSchema
  // What people tell Noek about how to answer is theirs, like their messages.
  .omit({ instructions: true })
  .extend({
    createdAt: isoDateSchema,
    suspendedAt: isoDateSchema.nullable().describe('Since when the person cannot sign in; null: they can.'),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUserSchema>;

/** The person that an administrator's call is about. */
export const adminUserRefSchema = z.object({ id: z.string().min(1).max(128) });

export const listPeopleInputSchema = z.object({
  search: z
    .string()
    .max(200, 'Search for at most 200 characters.')
    .default('')
    .describe('A part of the name, the email address or the access level, in any case.'),
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.number().int().min(1).max(peoplePage.max).default(peoplePage.size),
});
export type ListPeopleInput = z.infer<typeof listPeopleInputSchema>;
export const peoplePageSchema = z.object({
  users: z.array(adminUserSchema),
  total: z.number().int().nonnegative().describe('How many people match.'),
});
export type PeoplePage = z.infer<typeof peoplePageSchema>;

/** People who signed up and have not verified their address. They have no account yet. */
export const pendingSignUpsSchema = z.object({
  signUps: z.array(
    z.object({ name: z.string(), email: z.string(), createdAt: isoDateSchema.describe('When they last signed up.') }),
  ),
});
export type PendingSignUps = z.infer<typeof pendingSignUpsSchema>;

const tooLong = `Reasons are at most ${maxReasonLength} characters.`;
/** Why an administrator does something. It is part of the audit log. */
export const reasonSchema = z
  .string({ error: 'Give a reason.' })
  .overwrite(trimmed)
  .min(1, 'Give a reason.')
  .max(maxReasonLength, tooLong);
const optionalReason = z
  .string({ error: 'Give the reason as text.' })
  .overwrite(trimmed)
  .max(maxReasonLength, tooLong)
  .optional();

/** What may happen to the subscription of a person who pays and would lose the plan. */
export const subscriptionDecisions = ['end-now', 'end-with-period', 'keep'] as const;
export type SubscriptionDecision = (typeof subscriptionDecisions)[number];
const subscriptionDecision = z
  .enum(subscriptionDecisions, { error: 'Choose end-now, end-with-period or keep.' })
  .optional()
  .describe(
    'What happens to the subscription. Required if the person pays and would be left without the plan; `keep` needs a `reason`. Ignored if nothing is charged, or the person has the plan.',
  );

/** What an administrator decided about a subscription. */
const paymentDecisionSchema = z
  .object({
    decision: z.enum(subscriptionDecisions),
    reason: z.string().nullable(),
    decidedAt: isoDateSchema,
    isPending: z.boolean().describe('Whether the payment service has not confirmed it yet.'),
  })
  .meta({ id: 'PaymentDecision' });

/** What a person pays for SuperNoek. */
export const personPaymentSchema = z
  .object({
    currentPeriodEnd: isoDateSchema.describe('When it renews.'),
    isOverdue: z.boolean().describe('Whether the last renewal is unpaid and is tried again.'),
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    decision: paymentDecisionSchema.nullable().describe('What an administrator decided last.'),
  })
  .meta({ id: 'PersonPayment' });
export type PersonPayment = z.infer<typeof personPaymentSchema>;
export const readPaymentSchema = z.object({
  payment: personPaymentSchema.nullable().describe('Null: nothing more is charged.'),
});

/** A person who is charged for SuperNoek without having it. */
export const payerWithoutPlanSchema = z
  .object({
    user: userSchema.pick({ id: true, name: true, email: true }),
    why: z.enum(['suspended', 'basic', 'disputed']),
    payment: personPaymentSchema,
    advice: z.string().describe('What to do, for people.'),
  })
  .meta({ id: 'PayerWithoutPlan' });
export type PayerWithoutPlan = z.infer<typeof payerWithoutPlanSchema>;

/** A change of an account. Absent fields keep their values; unknown fields are refused. */
export const changeUserBodySchema = z.strictObject({
  name: personNameSchema.optional(),
  email: emailSchema.optional(),
  accessLevel: accessLevelSchema.optional(),
  specialFeatures: z
    .array(z.string().overwrite(trimmed).min(1).max(60))
    .max(20, 'At most 20 special features.')
    .optional(),
  newPassword: newPasswordSchema.optional(),
  subscription: subscriptionDecision,
  reason: optionalReason,
});
export type ChangeUserBody = z.infer<typeof changeUserBodySchema>;
export const changeUserInputSchema = changeUserBodySchema.extend(adminUserRefSchema.shape);

export const suspendInputSchema = z.strictObject({
  reason: reasonSchema,
  subscription: subscriptionDecision,
  ...adminUserRefSchema.shape,
});
export const withReasonSchema = z.object({ ...adminUserRefSchema.shape, reason: reasonSchema });
export const withOptionalReasonSchema = z.strictObject({ reason: optionalReason, ...adminUserRefSchema.shape });

export const userMessagesPageSize = 200;
export const readUserMessagesInputSchema = adminUserRefSchema.extend({
  reason: reasonSchema,
  limit: z.number().int().min(1).max(userMessagesPageSize).default(userMessagesPageSize),
  cursor: z.string().max(256).optional(),
});
/** The latest messages before the cursor, oldest first. */
/** A version of a document in one of a person's conversations. */
export const userDocumentInputSchema = adminUserRefSchema.extend({
  documentId: documentIdSchema,
  version: versionNumberSchema,
});

export const userMessagesPageSchema = z.object({
  user: userSchema.pick({ id: true, name: true, email: true }),
  messages: z.array(messageSchema),
  nextCursor: z.string().nullable().describe('For the earlier messages; null if there are none.'),
});
export type UserMessagesPage = z.infer<typeof userMessagesPageSchema>;

const auditPersonSchema = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Null if the account no longer exists.'),
  email: z.string().nullable(),
});

/** One entry of the audit log. */
export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: isoDateSchema,
    action: z.string().describe('Such as `user.updated`.'),
    administrator: auditPersonSchema.nullable().describe('Who did it; null: the system, or a deleted account.'),
    person: auditPersonSchema.nullable().describe('Whose account it is about.'),
    reason: z.string().nullable(),
    changes: z
      .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .describe('What changed. Passwords are never part of it.'),
    note: z.string().nullable().describe('What else is known, such as what made the system do it.'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The actions that the audit log can be filtered by. */
export const auditActions = [
  'user.updated',
  'user.suspended',
  'user.suspension-lifted',
  'user.sessions-ended',
  'user.second-factor-removed',
  'user.made-admin',
  'user.level-changed',
  'user.deleted',
  'messages.read',
  'subscription.changed',
  'provider.tried',
  'knowledge.kept',
  'knowledge.emptied',
  'campaign.sent',
  'campaign.tested',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'report.closed',
  'webhook.created',
  'webhook.deleted',
  'report.reopened',
  'share.taken-down',
  'share.allowed',
  'prompt.published',
  'prompt.changed',
  'prompt.withdrawn',
] as const;
export type AuditAction = (typeof auditActions)[number];

const day = z.iso.date({ error: 'Give a date such as 2026-11-22.' });
/** Which entries of the audit log to read. */
export const auditFilterSchema = z.object({
  action: z.string().min(1).max(100).optional(),
  administrator: emailSchema.optional().describe('Done by the person with this address.'),
  person: emailSchema.optional().describe('About the person with this address.'),
  from: day.optional().describe('The first day, in UTC.'),
  to: day.optional().describe('The last day, in UTC.'),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;
export const listAuditInputSchema = auditFilterSchema.extend({
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().max(256).optional(),
});
export type ListAuditInput = z.infer<typeof listAuditInputSchema>;
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;
