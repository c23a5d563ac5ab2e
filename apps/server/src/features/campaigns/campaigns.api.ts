import { campaignOperations, emailOperations } from '@noek/contract/campaigns/operations';
import { implement } from '../../transports/implement.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign } from './change-campaign.ts';
import { campaignProgress, listCampaignResults, listCampaigns } from './list-campaigns.ts';
import { previewCampaign, previewRecipients, sendTestEmail } from './preview-campaign.ts';
import { sendEmail, startCampaign } from './start-campaign.ts';
import { readOwnEmails, setOwnEmails } from './unsubscribing/unsubscribe.ts';

/** The procedures of emails to many people, and their documented path. */
export const campaignsApi = implement(campaignOperations, {
  sendEmail: (ctx, { body }) => sendEmail(ctx, body),
  countRecipients: previewRecipients,
  preview: previewCampaign,
  sendTest: sendTestEmail,
  start: startCampaign,
  list: listCampaigns,
  progress: campaignProgress,
  results: listCampaignResults,
  pause: pauseCampaign,
  resume: resumeCampaign,
  cancel: cancelCampaign,
});

/** Whether the caller gets those emails. */
export const emailsApi = implement(emailOperations, { setting: readOwnEmails, changeSetting: setOwnEmails });
