import type { ReportBody, Reported } from '@noek/contract/reports/schemas';
import { isConstraintViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import type { AppError } from '../../errors.ts';
import { callerOf } from '../auth/limits/auth-limits.ts';
import { type Rate, takeRate } from '../auth/limits/rate-limit.ts';
import { type Owner, ownerOf } from '../chat/records/owner.ts';
import { announceEvents, eventStatement } from '../webhook-outbox/event-statement.ts';

export type ReportRow = Tables['reports']['$inferSelect'];

/** A new guest costs nothing, so the network has a limit, too. */
const ofReporter: Rate = { burst: 10, perMs: 2 * 60_000 };
const ofNetwork: Rate = { burst: 40, perMs: 60_000 };

/** Counts one attempt to report something, of the caller's network and of the caller. Throws RATE_LIMITED. */
export async function limitReports(ctx: Ctx): Promise<void> {
  await takeRate(ctx, JSON.stringify(['reportIp', callerOf(ctx)]), ofNetwork);
  const reporter = ownerOf(ctx.actor);
  if (reporter) await takeRate(ctx, JSON.stringify(['reportOwner', reporter.key]), ofReporter);
}

/**
 * Stores a report. A person's open report about the same thing is changed instead. Throws `gone()` if the thing, or the guest who
 * reports it, was deleted in the meantime.
 */
export async function storeReport(
  ctx: Ctx,
  reporter: Owner,
  about: Pick<ReportRow, 'kind' | 'targetId' | 'conversationId'>,
  { reason, text, gone }: ReportBody & { gone: () => AppError },
): Promise<Reported> {
  const { reports: r } = ctx.db.tables;
  const now = ctx.now();
  const said = { reason, text: text || null, updatedAt: now };
  const mine = reporter.kind === 'user' ? r.reporterUserId : r.reporterGuestId;
  const id = uuidv7();
  const { kind, conversationId } = about;
  const url = `${ctx.config.origins.chat}/admin/reports`;
  const {
    rows: [row],
  } = await ctx.db
    .atomic((step) => {
      const row = step.add(
        step.orm
          .insert(r)
          .values({
            ...about,
            ...said,
            id,
            reporterUserId: reporter.userId,
            reporterGuestId: reporter.guestId,
            createdAt: now,
          })
          .onConflictDoUpdate({
            target: [mine, r.kind, r.targetId],
            targetWhere: isNull(r.closedAt),
            set: { ...said, version: sql`${r.version} + 1` },
          })
          .returning({ version: r.version }),
      );
      step.add(
        eventStatement(ctx, step.orm, {
          type: 'report.opened',
          userId: null,
          conversationId,
          data: { reportId: id, kind, reason, conversationId, url },
          // A report that was changed keeps its id, and is no event.
          onlyIf: sql`exists (select 1 from ${r} where ${r.id} = ${id})`,
        }),
      );
      return row;
    })
    .catch((error: unknown) => {
      throw isConstraintViolation(error) ? gone() : error;
    });
  const isNew = row?.version === 1;
  if (isNew) announceEvents(ctx);
  return { message: isNew ? 'Thank you. An administrator will look at it.' : alreadyReported, isNew };
}

const alreadyReported = 'You have already reported this. Your report now says what you wrote this time.';
