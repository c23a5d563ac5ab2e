import { messageResultSchema } from '@noek/contract/auth/schemas';
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
  startCampaignInputSchema,
  startedCampaignSchema,
} from '@noek/contract/campaigns/schemas';
import { adminProcedure, procedure, router } from '../../transports/trpc.ts';
import { cancelCampaign, pauseCampaign, resumeCampaign } from './change-campaign.ts';
import { listCampaignResults } from './list-campaign-results.ts';
import { campaignProgress, listCampaigns } from './list-campaigns.ts';
import { previewCampaign } from './preview-campaign.ts';
import { previewRecipients } from './preview-recipients.ts';
import { sendTestEmail } from './send-test-email.ts';
import { startCampaign } from './start-campaign.ts';
import { readOwnEmails, setOwnEmails } from './unsubscribing/unsubscribe.ts';

const ofCampaign = adminProcedure.input(campaignRefSchema).output(campaignSchema);

/** Emails to many people, for administrators. */
export const campaignsRouter = router({
  // These two are mutations because their input may be longer than an address.
  countRecipients: adminProcedure
    .input(countRecipientsInputSchema)
    .output(recipientCountSchema)
    .mutation(({ ctx, input }) => previewRecipients(ctx, input)),
  preview: adminProcedure
    .input(campaignTextSchema)
    .output(campaignPreviewSchema)
    .mutation(({ ctx, input }) => previewCampaign(ctx, input)),
  sendTest: adminProcedure
    .input(campaignTextSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => sendTestEmail(ctx, input)),
  start: adminProcedure
    .input(startCampaignInputSchema)
    .output(startedCampaignSchema)
    .mutation(({ ctx, input }) => startCampaign(ctx, input)),
  list: adminProcedure
    .input(listCampaignsInputSchema)
    .output(campaignsPageSchema)
    .query(({ ctx, input }) => listCampaigns(ctx, input)),
  progress: ofCampaign.query(({ ctx, input }) => campaignProgress(ctx, input)),
  results: adminProcedure
    .input(listCampaignResultsInputSchema)
    .output(campaignResultsPageSchema)
    .query(({ ctx, input }) => listCampaignResults(ctx, input)),
  pause: ofCampaign.mutation(({ ctx, input }) => pauseCampaign(ctx, input)),
  resume: ofCampaign.mutation(({ ctx, input }) => resumeCampaign(ctx, input)),
  cancel: ofCampaign.mutation(({ ctx, input }) => cancelCampaign(ctx, input)),
});

/** Whether the caller gets those emails. */
export const emailsRouter = router({
  setting: procedure
    .meta({ access: 'anyone', token: 'never' })
    .output(emailsSettingSchema)
    .query(({ ctx }) => readOwnEmails(ctx)),
  changeSetting: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(emailsSettingSchema)
    .output(emailsSettingSchema)
    .mutation(({ ctx, input }) => setOwnEmails(ctx, input)),
});
