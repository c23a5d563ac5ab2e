import { z } from 'zod';
import { isBlank, trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { campaignLimits } from './limits.ts';
import { campaignProblems } from './problems.ts';

/** The recipients of a campaign: the listed people, or all people with a level. */
export const recipientTypes = ['selected', 'all', 'basic', 'supernoek', 'admin'] as const;
export const recipientTypeSchema = z.enum(recipientTypes);
export type RecipientType = z.infer<typeof recipientTypeSchema>;

export const campaignFormatSchema = z.enum(['text', 'markdown']);
export type CampaignFormat = z.infer<typeof campaignFormatSchema>;

const recipients = z
  .array(z.string().trim().min(1).max(254))
  .max(campaignLimits.recipients, campaignProblems.tooManyRecipients)
  .default([])
  .describe('Email addresses or ids of accounts, for the type `selected`. What belongs to no account is left out.');

const subject = z
  .string({ error: campaignProblems.missing })
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, campaignProblems.subjectLine)
  .overwrite(trimmed)
  .min(1, campaignProblems.missing)
  .max(campaignLimits.subject, campaignProblems.subjectTooLong);

const content = z
  .string({ error: campaignProblems.missing })
  .max(campaignLimits.content, campaignProblems.contentTooLong)
  .refine((text) => !isBlank(text), campaignProblems.missing);

const format = campaignFormatSchema.default('text');

/** What an administrator writes. It is sent as it is: nothing in it is filled in. */
export const campaignTextSchema = z.strictObject({ subject, content, format });
export type CampaignText = z.infer<typeof campaignTextSchema>;

export const sendEmailBodySchema = z.strictObject({
  recipients,
  recipientType: recipientTypeSchema.default('selected'),
  ...campaignTextSchema.shape,
});
export type SendEmailBody = z.infer<typeof sendEmailBodySchema>;

export const sendEmailResultSchema = z.object({
  message: z.string(),
  recipients: z.number().int().positive().describe('How many people it is sent to.'),
});

/** `id`: made by the caller. Sending the same one again sends nothing. */
export const startCampaignInputSchema = sendEmailBodySchema.extend({
  id: z.string().regex(/^[\w-]{16,64}$/),
  confirmedRecipients: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('How many people the caller was told. If it would be another number, the email is refused (CONFLICT).'),
});
export type StartCampaignInput = z.infer<typeof startCampaignInputSchema>;
export const startedCampaignSchema = sendEmailResultSchema.extend({ id: z.string() });
export type StartedCampaign = z.infer<typeof startedCampaignSchema>;

export const countRecipientsInputSchema = sendEmailBodySchema.pick({ recipients: true, recipientType: true });
export type CountRecipientsInput = z.infer<typeof countRecipientsInputSchema>;
export const recipientCountSchema = z.object({
  recipients: z.number().int().nonnegative().describe('How many people would get the email.'),
  unsubscribed: z.number().int().nonnegative().describe('How many are left out because they have unsubscribed.'),
  suspended: z.number().int().nonnegative().describe('How many are left out because they are suspended.'),
});
export type RecipientCount = z.infer<typeof recipientCountSchema>;

export const campaignPreviewSchema = z.object({
  text: z.string().describe('The plain text form.'),
  html: z.string().describe('The body of the HTML form, sanitized, without styles.'),
});
export type CampaignPreview = z.infer<typeof campaignPreviewSchema>;

export const campaignRefSchema = z.object({ id: z.string().min(1).max(64) });

const count = z.number().int().nonnegative();
/** A campaign and how far it is. The five numbers of people add up to `total`. */
export const campaignSchema = z.object({
  id: z.string(),
  subject: z.string(),
  recipientType: recipientTypeSchema,
  format: campaignFormatSchema,
  status: z.enum(['sending', 'paused', 'cancelled', 'done']),
  createdAt: isoDateSchema,
  endedAt: isoDateSchema.nullable().describe('When its last email was settled; null: some are not.'),
  author: z.string().nullable().describe('The name of the administrator; null: a deleted account.'),
  total: count.describe('How many people it was written to.'),
  sent: count,
  failed: count,
  pending: count,
  unsubscribed: count.describe('How many unsubscribed before their email was sent.'),
  withdrawn: count.describe('How many emails were cancelled or were for an account that was suspended or deleted.'),
  leftOut: z.object({ unsubscribed: count, suspended: count }).describe('Who was left out from the beginning.'),
});
export type Campaign = z.infer<typeof campaignSchema>;

export const listCampaignsInputSchema = z.object({
  limit: z.number().int().min(1).max(50).default(10),
  cursor: z.string().max(256).optional(),
});
export type ListCampaignsInput = z.infer<typeof listCampaignsInputSchema>;
export const campaignsPageSchema = z.object({ campaigns: z.array(campaignSchema), nextCursor: z.string().nullable() });
export type CampaignsPage = z.infer<typeof campaignsPageSchema>;

export const campaignResultStatuses = ['pending', 'sent', 'failed', 'cancelled', 'unsubscribed'] as const;
export const campaignResultSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string().describe('The address that it is sent to.'),
  status: z.enum(campaignResultStatuses),
  attempts: count,
  sentAt: isoDateSchema.nullable(),
  problem: z
    .string()
    .nullable()
    .describe("Why the last attempt failed: the mail server's own answer, if there is one."),
});
export type CampaignResult = z.infer<typeof campaignResultSchema>;
export const listCampaignResultsInputSchema = campaignRefSchema.extend({
  status: z.enum(campaignResultStatuses).optional(),
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().max(256).optional(),
});
export type ListCampaignResultsInput = z.infer<typeof listCampaignResultsInputSchema>;
/** By id of the account. Results are kept for 30 days. */
export const campaignResultsPageSchema = z.object({
  results: z.array(campaignResultSchema),
  nextCursor: z.string().nullable(),
});
export type CampaignResultsPage = z.infer<typeof campaignResultsPageSchema>;

/** Whether the caller gets the emails that administrators write to many people. */
export const emailsSettingSchema = z.object({ subscribed: z.boolean() });
export type EmailsSetting = z.infer<typeof emailsSettingSchema>;
