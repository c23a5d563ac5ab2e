import { archiveOperations } from '@noek/contract/archive/operations';
import { implement } from '../../transports/implement.ts';
import { conversationNotFound } from '../chat/rows/chat.queries.ts';
import { findJob, jobNotFound, toArchiveJob } from './archive.queries.ts';
import { downloadConversation, downloadExport } from './download.routes.ts';
import { exportConversation } from './export/export-conversation.ts';
import { listJobs } from './list-jobs.ts';
import { readExport } from './read-export.ts';
import { startExport } from './start-export.ts';
import { startImport } from './start-import.ts';
import { readTextSpace } from './text-space.ts';

/** The procedures and documented paths of exports and imports. */
export const archiveApi = implement(
  archiveOperations,
  {
    jobs: listJobs,
    space: readTextSpace,
    startExport,
    async readExport(ctx, { params }, c) {
      const found = await readExport(ctx, params);
      return 'progress' in found ? c.json(found, 202) : downloadExport(c, found);
    },
    startImport: (ctx, { body }) => startImport(ctx, body),
    readImport: async (ctx, { params }) => toArchiveJob(await findJob(ctx, 'import', params.id)),
    exportConversation: async (ctx, { params, query }) =>
      downloadConversation(await exportConversation(ctx, { conversationId: params.id, ...query })),
  },
  { readExport: jobNotFound, readImport: jobNotFound, exportConversation: conversationNotFound },
);
