import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { anyoneReads, conversationParamsSchema } from '../chat/declaration-parts.ts';
import { maxArchiveBytes } from './limits.ts';
import {
  archiveJobSchema,
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
    summary: 'Get the latest export and the latest import.',
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
  startImport: {
    ...own,
    method: 'post',
    path: '/api/account/import',
    summary: 'Import the archive of an account: its conversations and memories are added to this one.',
    body: { mediaType: 'application/zip', maxBytes: maxArchiveBytes },
    answers: [{ status: 202, json: startedJobSchema }],
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  readImport: {
    ...own,
    method: 'get',
    path: '/api/account/import/{id}',
    summary: 'How far an import is, and what it has added.',
    params: job,
    answers: [{ status: 200, json: archiveJobSchema }],
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
