import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { documentIdSchema, documentRefSchema } from './schemas.ts';
import {
  copiedDocumentSchema,
  documentLinkSchema,
  documentShareSchema,
  readableDocumentSchema,
  shareDocumentInputSchema,
  sharedDocumentRefSchema,
} from './sharing.ts';

const ofDocument = { params: z.object({ id: documentIdSchema }), fields: { id: 'documentId' } } as const;
const changes = { access: 'signed-in', token: 'all' } as const;

/** The calls of documents that are shared by a link of their own. */
export const documentSharingOperations = {
  share: {
    ...changes,
    type: 'mutation',
    summary: 'Share the newest version of a document by link, or update what its link shows.',
    input: shareDocumentInputSchema,
    output: documentShareSchema,
    refusals: ['CONFLICT'],
    example: { expiresAt: '2999-01-01T00:00:00.000Z' },
    rest: { ...ofDocument, method: 'post', path: '/api/documents/{id}/share' },
  },
  link: {
    access: 'signed-in',
    token: 'read',
    type: 'query',
    summary: 'Get the link of one of your documents.',
    input: documentRefSchema,
    output: documentLinkSchema,
  },
  unshare: {
    ...changes,
    type: 'mutation',
    summary: 'Stop sharing a document.',
    input: documentRefSchema,
    output: messageResultSchema,
    rest: { ...ofDocument, method: 'delete', path: '/api/documents/{id}/share' },
  },
  shared: {
    access: 'anyone',
    token: 'read',
    type: 'query',
    summary: 'Get a document that is shared by link, as it was when it was shared.',
    input: sharedDocumentRefSchema,
    output: readableDocumentSchema,
    rest: { method: 'get', path: '/api/d/{token}', params: sharedDocumentRefSchema, query: undefined },
  },
  continueShared: {
    access: 'guest',
    token: 'chat',
    type: 'mutation',
    summary: 'Copy a document that is shared by link into a new conversation.',
    input: sharedDocumentRefSchema,
    output: copiedDocumentSchema,
    refusals: ['CONFLICT', 'GUEST_SIGNED_IN', 'RATE_LIMITED'],
  },
} as const satisfies Declarations;
