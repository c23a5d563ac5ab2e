import { archiveOperations } from '@noek/contract/archive/operations';
import { filesInRequest } from '../../transports/form-file.ts';
import { implement } from '../../transports/implement.ts';
import { conversationNotFound } from '../chat/records/chat.queries.ts';
import { findJob, jobNotFound } from './archive.queries.ts';
import { downloadConversation, downloadExport } from './download.routes.ts';
import { exportConversation } from './export/export-conversation.ts';
import { cancelImport } from './import/cancel-import.ts';
import { listImports } from './import/list-imports.ts';
import { toImport } from './import/to-import.ts';
import { undoImport } from './import/undo-import.ts';
import { listJobs } from './list-jobs.ts';
import { readExport } from './read-export.ts';
import { startExport } from './start-export.ts';
import { startImport } from './start-import.ts';
import { readTextSpace } from './text-space.ts';

const ofJobs = { readExport: jobNotFound, readImport: jobNotFound, cancelImport: jobNotFound, undoImport: jobNotFound };

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
    imports: listImports,
    startImport: (ctx, { headers, body }) =>
      ctx.uploads.receive(ctx, () => startImport(ctx, filesInRequest({ type: headers['content-type'], body }))),
    readImport: async (ctx, { id }) => toImport(await findJob(ctx, 'import', id)),
    cancelImport,
    undoImport,
    exportConversation: async (ctx, { params, query }) =>
      downloadConversation(await exportConversation(ctx, { conversationId: params.id, ...query })),
  },
  { ...ofJobs, exportConversation: conversationNotFound },
);
