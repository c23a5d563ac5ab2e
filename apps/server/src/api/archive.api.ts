import { archiveOperations } from '@noek/contract/archive/operations';
import { findJob, jobNotFound } from '../features/archive/archive.queries.ts';
import { exportConversation } from '../features/archive/export/export-conversation.ts';
import { cancelImport } from '../features/archive/import/cancel-import.ts';
import { listImports } from '../features/archive/import/list-imports.ts';
import { toImport } from '../features/archive/import/to-import.ts';
import { undoImport } from '../features/archive/import/undo-import.ts';
import { listJobs } from '../features/archive/list-jobs.ts';
import { readExport } from '../features/archive/read-export.ts';
import { startExport } from '../features/archive/start-export.ts';
import { startImport } from '../features/archive/start-import.ts';
import { readTextSpace } from '../features/archive/text-space.ts';
import { conversationNotFound } from '../features/chat/records/chat.queries.ts';
import { filesInRequest } from '../transports/form-file.ts';
import { implement } from '../transports/implement.ts';
import { downloadConversation, downloadExport } from './routes/download.routes.ts';

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
