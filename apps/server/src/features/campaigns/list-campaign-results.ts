import type { CampaignResultsPage, ListCampaignResultsInput } from '@noek/contract/campaigns/schemas';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';

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
