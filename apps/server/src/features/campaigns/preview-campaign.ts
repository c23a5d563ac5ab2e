import type { CampaignPreview, CampaignText } from '@noek/contract/campaigns/schemas';
import type { Ctx } from '../../context.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { campaignTexts, withFooter } from './campaign-texts.ts';
import { unsubscribeUrl } from './unsubscribing/unsubscribe-token.ts';

/** Both forms of an email to many people, with the caller's own link in the footer. Throws UNAUTHORIZED, FORBIDDEN and BAD_REQUEST. */
export async function previewCampaign(ctx: Ctx, written: CampaignText): Promise<CampaignPreview> {
  const { user } = requireAdministrator(ctx);
  return withFooter(await campaignTexts(ctx, written), unsubscribeUrl(ctx.config, user.id));
}
