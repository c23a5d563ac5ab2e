import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  createDocumentInputSchema,
  documentIdSchema,
  documentRefSchema,
  documentSchema,
  documentVersionRefSchema,
  documentVersionSchema,
  documentWithContentSchema,
  listDocumentsInputSchema,
  updateDocumentInputSchema,
  versionNumberSchema,
} from './schemas.ts';
import { documentSharingOperations } from './sharing-operations.ts';

const reads = { access: 'anyone', token: 'read' } as const;
const changes = { access: 'anyone', token: 'all' } as const;
const ofDocument = { params: z.object({ id: documentIdSchema }), fields: { id: 'documentId' } } as const;

/** The calls of documents, which belong to conversations. Guests have documents, too. */
export const documentOperations = {
  list: {
    ...reads,
    type: 'query',
    summary: 'List the documents of a conversation or of all chats of a project, the most recently changed first.',
    input: listDocumentsInputSchema,
    output: z.array(documentSchema),
    refusals: ['BAD_REQUEST'],
    rest: { method: 'get', path: '/api/documents' },
  },
  create: {
    ...changes,
    type: 'mutation',
    summary: 'Make a document in a conversation, for instance from a code block of an answer.',
    input: createDocumentInputSchema,
    output: documentSchema,
    refusals: ['CONFLICT'],
    example: { conversationId: 7, title: 'Plan', kind: 'markdown', content: '# Plan' },
    rest: { method: 'post', path: '/api/documents', status: 201 },
  },
  document: {
    ...reads,
    type: 'query',
    summary: 'Get a document with the content of its newest version.',
    input: documentRefSchema,
    output: documentWithContentSchema,
    rest: { ...ofDocument, method: 'get', path: '/api/documents/{id}' },
  },
  update: {
    ...changes,
    type: 'mutation',
    summary: 'Change the content of a document, which makes a new version, or its title, which makes none.',
    input: updateDocumentInputSchema,
    output: documentSchema,
    refusals: [{ code: 'CHANGED', fields: z.object({ document: documentWithContentSchema }) }, 'CONFLICT'],
    example: { baseVersion: 1, content: '# Plan\n\n1. Begin.' },
    rest: { ...ofDocument, method: 'patch', path: '/api/documents/{id}' },
  },
  versions: {
    ...reads,
    type: 'query',
    summary: 'List the versions of a document, the newest first.',
    input: documentRefSchema,
    output: z.array(documentVersionSchema),
    rest: { ...ofDocument, method: 'get', path: '/api/documents/{id}/versions' },
  },
  version: {
    ...reads,
    type: 'query',
    summary: 'Get one version of a document with its content.',
    input: documentVersionRefSchema,
    output: documentVersionSchema.extend({ content: z.string() }),
    rest: {
      method: 'get',
      path: '/api/documents/{id}/versions/{n}',
      params: z.object({ id: documentIdSchema, n: z.coerce.number<string>().pipe(versionNumberSchema) }),
      fields: { id: 'documentId', n: 'version' },
    },
  },
  restore: {
    ...changes,
    type: 'mutation',
    summary: 'Make an earlier version the newest again. It becomes a new version, so nothing is lost.',
    input: documentVersionRefSchema,
    output: documentSchema,
    refusals: ['CONFLICT'],
    example: { version: 1 },
    rest: { ...ofDocument, method: 'post', path: '/api/documents/{id}/restore' },
  },
  remove: {
    ...changes,
    type: 'mutation',
    summary: 'Delete a document with all its versions and its link.',
    input: documentRefSchema,
    output: messageResultSchema,
    rest: { ...ofDocument, method: 'delete', path: '/api/documents/{id}' },
  },
  ...documentSharingOperations,
} as const satisfies Declarations;
