import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { maxFileBytes, maxFileNameLength } from './limits.ts';
import {
  fileIdSchema,
  filePageSchema,
  filePagesInputSchema,
  filePagesSchema,
  fileRefSchema,
  fileSchema,
  listFilesInputSchema,
} from './schemas.ts';

const ofFile = { params: z.object({ id: fileIdSchema }), fields: { id: 'fileId' } } as const;
const reads = { access: 'anyone', token: 'read' } as const;

/** More than the largest file, for what a form writes around it. */
const maxBodyBytes = maxFileBytes.person + 64 * 1024;

/** The calls of files in chats. */
export const fileOperations = {
  upload: {
    access: 'guest',
    token: 'chat',
    method: 'post',
    path: '/api/files',
    summary:
      'Add a file, as the field `file` of a form (multipart/form-data), or its bytes with their name in the query. Its kind is found out from its content.',
    query: z.object({
      name: z
        .string()
        .max(maxFileNameLength * 10)
        .optional(),
    }),
    headers: z.object({ 'content-type': z.string().optional() }),
    body: { mediaType: 'application/octet-stream', maxBytes: maxBodyBytes },
    answers: [{ status: 201, json: fileSchema }],
    refusals: ['CONFLICT', 'RATE_LIMITED', 'UNSUPPORTED_FILE'],
  },
  list: {
    ...reads,
    type: 'query',
    summary: 'List files, the newest first, and the space that they use.',
    input: listFilesInputSchema,
    output: filePageSchema,
    refusals: ['BAD_REQUEST'],
    rest: { method: 'get', path: '/api/files' },
  },
  file: {
    ...reads,
    type: 'query',
    summary: 'Get one file, for instance to see whether it has been read.',
    input: fileRefSchema,
    output: fileSchema,
    rest: { method: 'get', path: '/api/files/{id}', ...ofFile },
  },
  pages: {
    ...reads,
    type: 'query',
    summary: 'Read the text of a file by pages, slides or sheets: some of them, from one on.',
    input: filePagesInputSchema,
    output: filePagesSchema,
    rest: { method: 'get', path: '/api/files/{id}/pages', ...ofFile },
  },
  readText: {
    access: 'anyone',
    token: 'chat',
    type: 'mutation',
    summary: 'Read the text of a picture, in the background, without a model. `pagesRead` is 0 until it was read.',
    input: fileRefSchema,
    output: fileSchema,
    refusals: ['BAD_REQUEST'],
    rest: { method: 'post', path: '/api/files/{id}/read-text', ...ofFile },
  },
  remove: {
    access: 'anyone',
    token: 'all',
    type: 'mutation',
    summary: 'Delete a file. Messages that it was sent with keep its name.',
    input: fileRefSchema,
    output: z.object({ fileId: z.string() }),
    rest: { method: 'delete', path: '/api/files/{id}', ...ofFile },
  },
  content: {
    ...reads,
    method: 'get',
    path: '/api/files/{id}/content',
    summary: 'The bytes of a file. Pictures are shown by browsers, everything else is downloaded.',
    params: ofFile.params,
    answers: [{ status: 200, file: 'application/octet-stream' }],
  },
  preview: {
    ...reads,
    method: 'get',
    path: '/api/files/{id}/preview',
    summary: 'A picture as WebP with at most 768 pixels on each side. Other files have none.',
    params: ofFile.params,
    answers: [{ status: 200, file: 'image/webp' }],
  },
} as const satisfies Declarations;
