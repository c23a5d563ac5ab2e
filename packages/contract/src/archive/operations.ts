import { z } from 'zod';
import type { Operations } from '../calls/operation.ts';
import { maxArchiveBytes } from './limits.ts';
import { archiveJobSchema, exportProgressSchema, startedJobSchema } from './schemas.ts';

/** The export or import named in a path. */
export const archiveParamsSchema = z.object({ id: z.string().min(1).max(64) });
export const importParamsSchema = archiveParamsSchema.extend({});

/** The documented calls of exports and imports. */
export const archiveOperations = {
  startExport: {
    method: 'post',
    path: '/api/account/export',
    summary: 'Start an export of everything in the account. While one is being made, its id is returned.',
    access: 'signed-in',
    token: 'never',
    answers: [{ status: 202, json: startedJobSchema }],
    refusals: ['RATE_LIMITED'],
  },
  readExport: {
    method: 'get',
    path: '/api/account/export/{id}',
    summary:
      'The archive, which is kept for 24 hours, or how far it is (in percent). `Range` requests can resume a download.',
    access: 'signed-in',
    token: 'never',
    params: archiveParamsSchema,
    answers: [
      { status: 200, file: 'application/zip' },
      { status: 202, json: exportProgressSchema },
    ],
    refusals: ['CONFLICT'],
  },
  startImport: {
    method: 'post',
    path: '/api/account/import',
    summary: 'Import the archive of an account: its conversations and memories are added to this one.',
    access: 'signed-in',
    token: 'never',
    body: { mediaType: 'application/zip', maxBytes: maxArchiveBytes },
    answers: [{ status: 202, json: startedJobSchema }],
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  readImport: {
    method: 'get',
    path: '/api/account/import/{id}',
    summary: 'How far an import is, and what it has added.',
    access: 'signed-in',
    token: 'never',
    params: importParamsSchema,
    answers: [{ status: 200, json: archiveJobSchema }],
  },
} as const satisfies Operations;
