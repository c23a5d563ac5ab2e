import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  campaignPreviewSchema,
  campaignRefSchema,
  campaignResultsPageSchema,
  campaignSchema,
  campaignsPageSchema,
  campaignTextSchema,
  countRecipientsInputSchema,
  emailsSettingSchema,
  listCampaignResultsInputSchema,
  listCampaignsInputSchema,
  recipientCountSchema,
  sendEmailBodySchema,
  sendEmailResultSchema,
  startCampaignInputSchema,
  startedCampaignSchema,
} from './schemas.ts';

const ofAdministrators = { access: 'admin', token: 'never' } as const;
const ofCampaign = { ...ofAdministrators, input: campaignRefSchema, output: campaignSchema } as const;
const own = { access: 'signed-in', token: 'never' } as const;

/** The calls of emails to many people. */
export const campaignOperations = {
  sendEmail: {
    ...ofAdministrators,
    freshProof: 'always',
    method: 'post',
    path: '/api/admin/send-email',
    summary:
      'Send an email to many people, one message each, in the background. Suspended people and those who unsubscribed are left out.',
    body: sendEmailBodySchema,
    answers: [{ status: 200, json: sendEmailResultSchema }],
    example: { body: { recipients: [], subject: 'News', content: 'Noek has news for you.', recipientType: 'all' } },
  },
  countRecipients: {
    ...ofAdministrators,
    // A mutation, as `preview` is, because its input may be longer than an address.
    type: 'mutation',
    summary: 'Count who would get an email.',
    input: countRecipientsInputSchema,
    output: recipientCountSchema,
  },
  preview: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Show an email as its readers see it.',
    input: campaignTextSchema,
    output: campaignPreviewSchema,
  },
  sendTest: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Send an email to yourself.',
    input: campaignTextSchema,
    output: messageResultSchema,
  },
  start: {
    ...ofAdministrators,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Send an email to many people, and get the campaign. Repeated with the same `id`, it starts once.',
    input: startCampaignInputSchema,
    output: startedCampaignSchema,
  },
  list: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the campaigns, the latest first.',
    input: listCampaignsInputSchema,
    output: campaignsPageSchema,
  },
  progress: { ...ofCampaign, type: 'query', summary: 'Get how far a campaign is.' },
  results: {
    ...ofAdministrators,
    type: 'query',
    summary: 'List the recipients of a campaign, with what happened to each email.',
    input: listCampaignResultsInputSchema,
    output: campaignResultsPageSchema,
  },
  pause: { ...ofCampaign, type: 'mutation', summary: 'Pause a campaign.' },
  resume: { ...ofCampaign, type: 'mutation', summary: 'Continue a paused campaign.' },
  cancel: { ...ofCampaign, type: 'mutation', summary: 'Cancel a campaign. What is sent stays sent.' },
} as const satisfies Declarations;

/** Whether the caller gets those emails. */
export const emailOperations = {
  setting: {
    ...own,
    type: 'query',
    summary: 'Get whether you receive emails of administrators.',
    output: emailsSettingSchema,
  },
  changeSetting: {
    ...own,
    type: 'mutation',
    summary: 'Change whether you receive emails of administrators.',
    input: emailsSettingSchema,
    output: emailsSettingSchema,
  },
} as const satisfies Declarations;
