import type { Campaign, CampaignsPage, ListCampaignsInput } from '@noek/contract/campaigns/schemas';
import { nextCursorOf } from '@noek/db/list-cursor';
import type { Ctx } from '../../context.ts';
import { readCursor } from '../../read-cursor.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { readCampaign, readCampaigns } from './campaign.queries.ts';
import { campaignNotFound } from './change-campaign.ts';

/** A page of the emails to many people, the latest first. Throws UNAUTHORIZED, FORBIDDEN, and BAD_REQUEST for an unknown cursor. */
export async function listCampaigns(ctx: Ctx, { limit, cursor }: ListCampaignsInput): Promise<CampaignsPage> {
  requireAdministrator(ctx);
  const rows = await readCampaigns(ctx.db, cursor === undefined ? undefined : readCursor(cursor), limit + 1);
  return { campaigns: rows.slice(0, limit).map(({ campaign }) => campaign), nextCursor: nextCursorOf(rows, limit) };
}

/** One of them, and how far it is. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND. */
export async function campaignProgress(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  requireAdministrator(ctx);
  const campaign = await readCampaign(ctx.db, id);
  if (!campaign) throw campaignNotFound();
  return campaign;
}
