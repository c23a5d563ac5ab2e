import { messageResultSchema } from '../auth/schemas.ts';
import type { Declarations } from '../calls/declaration.ts';
import { anyoneReads, changes, ofConversation } from './declaration-parts.ts';
import { conversationRefSchema, conversationSchema } from './schemas.ts';
import { readSharedInputSchema, sharedConversationSchema, shareInputSchema, shareSchema } from './sharing.ts';

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
  continueShared: {
    type: 'mutation',
    summary: 'Copy a shared conversation, to continue it.',
    access: 'guest',
    token: 'chat',
    input: conversationRefSchema,
    output: conversationSchema,
  },
} as const satisfies Declarations;
