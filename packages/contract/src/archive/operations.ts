import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { anyoneReads, conversationParamsSchema } from '../chat/declaration-parts.ts';
import { importSchema, importsSchema, undoneImportSchema } from './imports.ts';
import { maxArchiveBytes } from './limits.ts';
import {
  archiveJobsSchema,
  conversationFormatSchema,
  exportProgressSchema,
  startedJobSchema,
  textSpaceSchema,
} from './schemas.ts';

const own = { access: 'signed-in', token: 'never' } as const;
/** The export or import named in a path. */
const job = z.object({ id: z.string().min(1).max(64) });

/** The calls of exports and imports. */
export const archiveOperations = {
  jobs: {
    ...own,
    type: 'query',
    summary: 'Get the latest export.',
    output: archiveJobsSchema,
  },
  space: {
    ...own,
    type: 'query',
    summary: 'Get how much space the texts of the account use.',
    output: textSpaceSchema,
  },
  startExport: {
    ...own,
    type: 'mutation',
    freshProof: 'always',
    summary: 'Start an export of everything in the account. While one is being made, its id is returned.',
    output: startedJobSchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/account/export', status: 202 },
  },
  readExport: {
    ...own,
    method: 'get',
    path: '/api/account/export/{id}',
    summary:
      'The archive, which is kept for 24 hours, or how far it is (in percent). `Range` requests can resume a download.',
    params: job,
    answers: [
      { status: 200, file: 'application/zip' },
      { status: 202, json: exportProgressSchema },
    ],
    refusals: ['CONFLICT'],
  },
  imports: {
    ...own,
    type: 'query',
    summary: 'List the imports of the last year with their reports, the newest first.',
    output: importsSchema,
    rest: { method: 'get', path: '/api/account/import' },
  },
  startImport: {
    ...own,
    method: 'post',
    path: '/api/account/import',
    summary:
      'Import conversations from an export of ChatGPT, Claude, DeepSeek, Open WebUI or LibreChat, or from an archive of Noek: ZIP or JSON files, each as a field `file` of a form (multipart/form-data), or one as the body. What they are is found out from their content. Imports of a person take turns.',
    headers: z.object({ 'content-type': z.string().optional() }),
    body: { mediaType: 'application/octet-stream', maxBytes: maxArchiveBytes },
    answers: [{ status: 202, json: startedJobSchema }],
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  readImport: {
    ...own,
    type: 'query',
    summary: 'Get how far an import is, or its report.',
    input: job,
    output: importSchema,
    rest: { method: 'get', path: '/api/account/import/{id}', params: job },
  },
  cancelImport: {
    ...own,
    type: 'mutation',
    summary: 'Cancel an import. What it has added so far stays, and can be removed by undoing the import.',
    input: job,
    output: importSchema,
    rest: { method: 'post', path: '/api/account/import/{id}/cancel', params: job },
  },
  undoImport: {
    ...own,
    type: 'mutation',
    summary: 'Remove what an import has added. Conversations that were continued since stay.',
    input: job,
    output: undoneImportSchema,
    refusals: ['CONFLICT'],
    rest: { method: 'delete', path: '/api/account/import/{id}', params: job },
  },
  exportConversation: {
    ...anyoneReads,
    method: 'get',
    path: '/api/conversations/{id}/export',
    summary:
      'One conversation with all versions of its messages as a file: as Markdown to read, or as JSON in the format of archives.',
    params: conversationParamsSchema,
    query: z.object({ format: conversationFormatSchema }),
    answers: [
      { status: 200, file: 'text/markdown' },
      { status: 200, file: 'application/json' },
    ],
    refusals: ['BAD_REQUEST'],
    example: { query: { format: 'markdown' } },
  },
} as const satisfies Declarations;
