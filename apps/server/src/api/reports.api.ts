import { moderationOperations, reportOperations } from '@noek/contract/reports/operations';
import { conversationNotFound, messageNotFound } from '../features/chat/records/chat.queries.ts';
import { documentNotFound } from '../features/documents/documents.queries.ts';
import { serveUnkept } from '../features/files/serve-file.ts';
import { closeReport, reopenReport } from '../features/reports/close-report.ts';
import { findReportedFile } from '../features/reports/find-reported-file.ts';
import { listReports } from '../features/reports/list-reports.ts';
import { openReport } from '../features/reports/open-report.ts';
import { ownTakeDown } from '../features/reports/own-take-down.ts';
import { readReportedDocument } from '../features/reports/read-reported-document.ts';
import { reportAnswer } from '../features/reports/report-answer.ts';
import { reportDocument } from '../features/reports/report-document.ts';
import { reportShare } from '../features/reports/report-share.ts';
import { reportNotFound } from '../features/reports/reports.queries.ts';
import { allowSharing, takeDownShare } from '../features/reports/take-down-share.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of people who report something. */
export const reportsApi = implement(
  reportOperations,
  { answer: reportAnswer, share: reportShare, document: reportDocument, ownTakeDown },
  { answer: messageNotFound, share: conversationNotFound, document: documentNotFound },
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
    documentContent: readReportedDocument,
    fileContent: async (ctx, { params }) => serveUnkept(ctx, await findReportedFile(ctx, params)),
  },
  reportNotFound,
);
