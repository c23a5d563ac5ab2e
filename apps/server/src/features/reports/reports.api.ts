import { moderationOperations, reportOperations } from '@noek/contract/reports/operations';
import { implement } from '../../transports/implement.ts';
import { conversationNotFound, messageNotFound } from '../chat/records/chat.queries.ts';
import { serveUnkept } from '../files/serve-file.ts';
import { closeReport, reopenReport } from './close-report.ts';
import { findReportedFile } from './find-reported-file.ts';
import { listReports } from './list-reports.ts';
import { openReport } from './open-report.ts';
import { ownTakeDown } from './own-take-down.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';
import { reportNotFound } from './reports.queries.ts';
import { allowSharing, takeDownShare } from './take-down-share.ts';

/** The procedures and documented paths of people who report something. */
export const reportsApi = implement(
  reportOperations,
  { answer: reportAnswer, share: reportShare, ownTakeDown },
  { answer: messageNotFound, share: conversationNotFound },
);

/** The procedures of administrators about reports. */
export const moderationApi = implement(
  moderationOperations,
  {
    reports: listReports,
    open: openReport,
    close: closeReport,
    reopen: reopenReport,
    takeDown: takeDownShare,
    allowSharing,
    fileContent: async (ctx, { params }) => serveUnkept(ctx, await findReportedFile(ctx, params)),
  },
  reportNotFound,
);
