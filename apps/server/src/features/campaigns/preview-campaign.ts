import type { CampaignPreview, CampaignText } from '@noek/contract/campaigns';
import type { Ctx } from '../../context.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { campaignTexts, withFooter } from './campaign-texts.ts';
import { unsubscribeUrl } from './unsubscribing/unsubscribe-token.ts';

/** Both forms of an email to many people, with the caller's own link in the footer. Throws UNAUTHORIZED and FORBIDDEN. */
export async function previewCampaign(ctx: Ctx, { format, content }: CampaignText): Promise<CampaignPreview> {
  const { user } = requireAdministrator(ctx);
  return withFooter(await campaignTexts(format, content), unsubscribeUrl(ctx.config, user.id));
}
