import { conversationRefSchema } from '@noek/contract/chat/schemas';
import {
  closeReportInputSchema,
  listReportsInputSchema,
  openedReportSchema,
  reopenReportInputSchema,
  reportAnswerInputSchema,
  reportedSchema,
  reportRefSchema,
  reportSchema,
  reportShareInputSchema,
  reportsPageSchema,
  takeDownInputSchema,
  takeDownSchema,
} from '@noek/contract/reports/schemas';
import { adminProcedure, procedure, router, withIdentity } from '../../transports/trpc.ts';
import { closeReport, reopenReport } from './close-report.ts';
import { listReports } from './list-reports.ts';
import { openReport } from './open-report.ts';
import { ownTakeDown } from './own-take-down.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';
import { allowSharing, takeDownShare } from './take-down-share.ts';

/** What people report. */
export const reportsRouter = router({
  answer: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(reportAnswerInputSchema)
    .output(reportedSchema)
    .mutation(({ ctx, input }) => reportAnswer(ctx, input)),
  share: withIdentity
    .meta({ access: 'anyone', token: 'never' })
    .input(reportShareInputSchema)
    .output(reportedSchema)
    .mutation(({ ctx, input }) => reportShare(ctx, input)),
  ownTakeDown: procedure
    .meta({ access: 'anyone', token: 'never' })
    .input(conversationRefSchema)
    .output(takeDownSchema)
    .query(({ ctx, input }) => ownTakeDown(ctx, input)),
});

/** What administrators do about it. */
export const moderationRouter = router({
  reports: adminProcedure
    .input(listReportsInputSchema)
    .output(reportsPageSchema)
    .query(({ ctx, input }) => listReports(ctx, input)),
  // A mutation, because it writes to the audit log.
  open: adminProcedure
    .input(reportRefSchema)
    .output(openedReportSchema)
    .mutation(({ ctx, input }) => openReport(ctx, input)),
  close: adminProcedure
    .input(closeReportInputSchema)
    .output(reportSchema)
    .mutation(({ ctx, input }) => closeReport(ctx, input)),
  reopen: adminProcedure
    .input(reopenReportInputSchema)
    .output(reportSchema)
    .mutation(({ ctx, input }) => reopenReport(ctx, input)),
  takeDown: adminProcedure
    .input(takeDownInputSchema)
    .output(reportSchema)
    .mutation(({ ctx, input }) => takeDownShare(ctx, input)),
  allowSharing: adminProcedure
    .input(takeDownInputSchema)
    .output(reportSchema)
    .mutation(({ ctx, input }) => allowSharing(ctx, input)),
});
