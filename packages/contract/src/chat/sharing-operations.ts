import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { documentIdSchema } from '../documents/schemas.ts';
import { readableDocumentSchema } from '../documents/sharing.ts';
import { fileIdSchema, filePagesSchema } from '../files/schemas.ts';
import { anyoneReads, changes, conversationParamsSchema, ofConversation, reads } from './declaration-parts.ts';
import { conversationRefSchema, conversationSchema } from './schemas.ts';
import {
  documentOfSharedRefSchema,
  readSharedInputSchema,
  sharedConversationSchema,
  sharedFilePagesInputSchema,
  shareInputSchema,
  sharePreviewSchema,
  shareSchema,
} from './sharing.ts';

/** A path of a file of a shared conversation. */
const ofSharedFile = {
  params: conversationParamsSchema.extend({ fileId: fileIdSchema }),
  fields: { id: 'conversationId' },
} as const;

/** The calls of shared conversations. */
export const sharingOperations = {
  share: {
    ...changes,
    type: 'mutation',
    summary: 'Share a snapshot of a conversation by link, or update the snapshot.',
    input: shareInputSchema,
    output: shareSchema,
    refusals: ['CONFLICT'],
    example: { expiresAt: '2999-01-01T00:00:00.000Z' },
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/share' },
  },
  sharePreview: {
    ...reads,
    type: 'query',
    summary: 'See what readers of a link would get if the conversation were shared now.',
    input: conversationRefSchema,
    output: sharePreviewSchema,
  },
  unshare: {
    ...changes,
    type: 'mutation',
    summary: 'Stop sharing a conversation.',
    input: conversationRefSchema,
    output: messageResultSchema,
    rest: { ...ofConversation, method: 'delete', path: '/api/conversations/{id}/share' },
  },
  shared: {
    ...anyoneReads,
    type: 'query',
    summary: 'Get the snapshot of a shared conversation, oldest message first.',
    input: readSharedInputSchema,
    output: sharedConversationSchema,
    rest: { ...ofConversation, method: 'get', path: '/api/shared/{id}', query: undefined },
  },
  sharedDocument: {
    ...anyoneReads,
    type: 'query',
    summary: 'Get a document of a shared conversation whose owner included documents, as it was when it was shared.',
    input: documentOfSharedRefSchema,
    output: readableDocumentSchema,
    rest: {
      method: 'get',
      path: '/api/shared/{id}/documents/{documentId}',
      params: conversationParamsSchema.extend({ documentId: documentIdSchema }),
      fields: { id: 'conversationId' },
    },
  },
  sharedFilePages: {
    ...anyoneReads,
    type: 'query',
    summary: 'Read the text of a file of a shared conversation by pages, slides or sheets: some of them, from one on.',
    input: sharedFilePagesInputSchema,
    output: filePagesSchema,
    rest: { ...ofSharedFile, method: 'get', path: '/api/shared/{id}/files/{fileId}/pages' },
  },
  sharedFileContent: {
    ...anyoneReads,
    method: 'get',
    path: '/api/shared/{id}/files/{fileId}/content',
    summary: 'The bytes of a file of a shared conversation whose owner included files.',
    params: ofSharedFile.params,
    answers: [{ status: 200, file: 'application/octet-stream' }],
  },
  sharedFilePreview: {
    ...anyoneReads,
    method: 'get',
    path: '/api/shared/{id}/files/{fileId}/preview',
    summary: 'A picture of a shared conversation as WebP with at most 768 pixels on each side. Other files have none.',
    params: ofSharedFile.params,
    answers: [{ status: 200, file: 'image/webp' }],
  },
  continueShared: {
    type: 'mutation',
    summary: 'Copy a shared conversation, to continue it. Files and documents that its owner included are copied, too.',
    access: 'guest',
    token: 'chat',
    input: conversationRefSchema,
    output: conversationSchema,
    refusals: ['CONFLICT'],
  },
} as const satisfies Declarations;
