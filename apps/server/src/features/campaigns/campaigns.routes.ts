import { campaignOperations } from '@noek/contract/campaigns/operations';
import { implement } from '../../transports/implement.ts';
import { sendEmail } from './start-campaign.ts';

/** The documented paths about emails to many people, under /api. */
export const { routes: campaignRoutes } = implement(campaignOperations, {
  sendEmail: (ctx, { body }) => sendEmail(ctx, body),
});
