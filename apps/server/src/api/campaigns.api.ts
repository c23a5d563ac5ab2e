import { campaignOperations, emailOperations } from '@noek/contract/campaigns/operations';
import { cancelCampaign, pauseCampaign, resumeCampaign } from '../features/campaigns/change-campaign.ts';
import { campaignProgress, listCampaignResults, listCampaigns } from '../features/campaigns/list-campaigns.ts';
import { previewCampaign, previewRecipients, sendTestEmail } from '../features/campaigns/preview-campaign.ts';
import { sendEmail, startCampaign } from '../features/campaigns/start-campaign.ts';
import { readOwnEmails, setOwnEmails } from '../features/campaigns/unsubscribing/unsubscribe.ts';
import { implement } from '../transports/implement.ts';

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
