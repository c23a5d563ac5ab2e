import type { Campaign } from '@noek/contract/campaigns/schemas';
import type { Orm, Statement } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { administratorsStatements, requireStillAdministrator } from '../auth/account/administrators.ts';
import { auditStatement } from '../auth/audit/audit-statement.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';
import { readCampaign } from './campaign.queries.ts';
import { announceCampaigns } from './sending/campaigns-topic.ts';

type Status = Campaign['status'];

/** Sends no more emails of a campaign until it is resumed. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const pauseCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, { from: ['sending'], to: 'paused', action: 'campaign.paused', more: () => [] });

/** Continues a paused campaign. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const resumeCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, {
    from: ['paused'],
    to: 'sending',
    action: 'campaign.resumed',
    // The pause does not count as part of the time after which a mail is given up.
    more: (orm, outbox, isPending) => [orm.update(outbox).set({ createdAt: ctx.now() }).where(isPending)],
  });

/** Withdraws the emails that were not sent yet, for good. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it has ended. */
export const cancelCampaign = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, {
    from: ['sending', 'paused'],
    to: 'cancelled',
    action: 'campaign.cancelled',
    more: (orm, outbox, isPending) => [orm.update(outbox).set({ status: 'cancelled' }).where(isPending)],
  });

type Pending = ReturnType<typeof and>;

async function change(
  ctx: Ctx,
  id: string,
  step: {
    from: Status[];
    to: Status;
    action: string;
    more: (orm: Orm, outbox: Tables['outbox'], isPending: Pending) => readonly Statement[];
  },
): Promise<Campaign> {
  const caller = requireAdministrator(ctx).user.id;
  const before = await readCampaign(ctx.db, id);
  if (!before) throw campaignNotFound();
  if (before.status === step.to) return before;
  const { campaigns, outbox } = ctx.db.tables;
  await ctx.db.atomic(
    (orm) =>
      [
        ...administratorsStatements(ctx, orm),
        orm
          .update(campaigns)
          .set({ status: step.to })
          .where(and(eq(campaigns.id, id), inArray(campaigns.status, step.from), isNull(campaigns.endedAt)))
          .returning({ id: campaigns.id }),
        ...step.more(orm, outbox, and(eq(outbox.campaignId, id), eq(outbox.status, 'pending'))),
        auditStatement(ctx, orm, {
          action: step.action,
          targetUserId: null,
          actorId: caller,
          detail: { campaign: id, subject: [null, before.subject] },
        }),
      ] as const,
    ([, administrators, changed]) => {
      requireStillAdministrator(administrators, caller);
      if ((changed as { id: string }[]).length === 0) throw new AppError('CONFLICT', 'This email has already ended.');
    },
  );
  announceCampaigns(ctx);
  return (await readCampaign(ctx.db, id)) ?? before;
}

export const campaignNotFound = () => notFound('Email not found.');
