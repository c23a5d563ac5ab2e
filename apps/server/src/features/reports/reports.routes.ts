import { reportOperations } from '@noek/contract/reports/operations';
import { Hono } from 'hono';
import type { AppEnv } from '../../transports/app-env.ts';
import { implement } from '../../transports/implement.ts';
import { linkNextPage } from '../../transports/link-next-page.ts';
import { conversationNotFound, messageNotFound } from '../chat/rows/chat.queries.ts';
import { closeReport, reopenReport } from './close-report.ts';
import { listReports } from './list-reports.ts';
import { openReport } from './open-report.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';
import { reportNotFound } from './reports.queries.ts';
import { allowSharing, takeDownShare } from './take-down-share.ts';

const { reportAnswer: ofAnswers, reportShare: ofShares, ...ofAdministrators } = reportOperations;

/** The documented paths about reports, under /api. */
export const reportRoutes = new Hono<AppEnv>()
  .route(
    '/',
    implement(
      { ofAnswers },
      { ofAnswers: (ctx, { params, body }) => reportAnswer(ctx, { ...body, messageId: params.id }) },
      messageNotFound,
    ).routes,
  )
  .route(
    '/',
    implement(
      { ofShares },
      { ofShares: (ctx, { params, body }) => reportShare(ctx, { ...body, conversationId: params.id }) },
      conversationNotFound,
    ).routes,
  )
  .route(
    '/',
    implement(
      ofAdministrators,
      {
        async list(ctx, { query }, c) {
          const { reports, nextCursor } = await listReports(ctx, query);
          linkNextPage(c, nextCursor);
          return reports;
        },
        open: (ctx, { params }) => openReport(ctx, params),
        close: (ctx, { params, body }) => closeReport(ctx, { ...body, ...params }),
        reopen: (ctx, { params, body }) => reopenReport(ctx, { ...body, ...params }),
        takeDown: (ctx, { params, body }) => takeDownShare(ctx, { ...body, ...params }),
        allowSharing: (ctx, { params, body }) => allowSharing(ctx, { ...body, ...params }),
      },
      reportNotFound,
    ).routes,
  );
