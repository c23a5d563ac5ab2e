import type { Campaign } from '@noek/contract/campaigns/schemas';
import type { Tables } from '@noek/db/tables';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { readCampaign } from './campaign.queries.ts';
import { announceCampaigns } from './sending/campaigns-topic.ts';

type Status = Campaign['status'];

/** Sends no more emails of a campaign until it is resumed. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const pauseCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, { from: ['sending'], to: 'paused', action: 'campaign.paused' });

/** Continues a paused campaign. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const resumeCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, {
    from: ['paused'],
    to: 'sending',
    action: 'campaign.resumed',
    // The pause does not count as part of the time after which a mail is given up.
    pending: () => ({ createdAt: ctx.now() }),
  });

/** Withdraws the emails that were not sent yet, for good. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const cancelCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, {
    from: ['sending', 'paused'],
    to: 'cancelled',
    action: 'campaign.cancelled',
    pending: () => ({ status: 'cancelled' }),
  });

async function change(
  ctx: Ctx,
  id: string,
  {
    from,
    to,
    action,
    pending,
  }: {
    from: Status[];
    to: Status;
    action: string;
    /** What changes in the emails that were not sent yet. */
    pending?: () => Partial<Tables['outbox']['$inferSelect']>;
  },
): Promise<Campaign> {
  requireAdministrator(ctx);
  const before = await readCampaign(ctx.db, id);
  if (!before) throw campaignNotFound();
  if (before.status === to) return before;
  const { campaigns, outbox } = ctx.db.tables;
  const entry = { action, targetUserId: null, detail: { campaign: id, subject: [null, before.subject] } };
  await administratorStep(ctx, entry, (step) => {
    step.must(
      step.orm
        .update(campaigns)
        .set({ status: to })
        .where(and(eq(campaigns.id, id), inArray(campaigns.status, from), isNull(campaigns.endedAt)))
        .returning({ id: campaigns.id }),
      () => new AppError('CONFLICT', 'This email has already ended.'),
    );
    if (!pending) return;
    const isPending = and(eq(outbox.campaignId, id), eq(outbox.status, 'pending'));
    step.add(step.orm.update(outbox).set(pending()).where(isPending));
  });
  announceCampaigns(ctx);
  return (await readCampaign(ctx.db, id)) ?? before;
}

export const campaignNotFound = () => notFound('Email not found.');
