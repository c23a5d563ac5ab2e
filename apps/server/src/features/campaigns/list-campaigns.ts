import type {
  Campaign,
  CampaignResultsPage,
  CampaignsPage,
  ListCampaignResultsInput,
  ListCampaignsInput,
} from '@noek/contract/campaigns/schemas';
import { nextCursorOf } from '@noek/db/list-cursor';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { readCursor } from '../../read-cursor.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
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

/** A page of the results of an email, one per person, in the order of their accounts' ids. Throws UNAUTHORIZED and FORBIDDEN. */
export async function listCampaignResults(ctx: Ctx, input: ListCampaignResultsInput): Promise<CampaignResultsPage> {
  requireAdministrator(ctx);
  const { id, status, limit, cursor } = input;
  const { outbox, users } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select({
      userId: users.id,
      name: users.name,
      email: outbox.recipient,
      status: outbox.status,
      attempts: outbox.attempts,
      sentAt: outbox.sentAt,
      problem: outbox.lastError,
    })
    .from(outbox)
    .innerJoin(users, eq(users.id, outbox.userId))
    .where(
      and(eq(outbox.campaignId, id), status && eq(outbox.status, status), cursor ? gt(users.id, cursor) : undefined),
    )
    .orderBy(asc(users.id))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map((row) => ({ ...row, sentAt: row.sentAt?.toISOString() ?? null }));
  return { results, nextCursor: rows.length > limit ? (results.at(-1)?.userId ?? null) : null };
}
