import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { isoDateSchema } from '../text/dates.ts';
import { anyoneChats, conversationParamsSchema, ofConversation } from './declaration-parts.ts';
import {
  changeQueuedInputSchema,
  queuedMessageSchema,
  queuedRefSchema,
  queueInputSchema,
  queueSchema,
} from './queue.ts';
import { conversationRefSchema, messageSchema } from './schemas.ts';

/** A path of a queued message. */
const ofQueued = {
  // Any other text names no message.
  params: conversationParamsSchema.extend({ queuedId: z.string() }),
  fields: { id: 'conversationId' },
} as const;

const messageLimitReached = {
  code: 'MESSAGE_LIMIT_REACHED',
  fields: z.object({ remainingMessages: z.literal(0), resetAt: isoDateSchema }),
} as const;

/** The calls of messages that wait for the end of an answer. */
export const queueOperations = {
  queue: {
    ...anyoneChats,
    type: 'query',
    summary: 'List the queued messages of a conversation, in the order in which they are sent.',
    input: conversationRefSchema,
    output: queueSchema,
    rest: { ...ofConversation, method: 'get', path: '/api/conversations/{id}/queue' },
  },
  queueMessage: {
    ...anyoneChats,
    type: 'mutation',
    summary:
      'Queue a message: it is sent when the answers before it have ended well, or at once if no answer is running. At most 10 wait in a conversation.',
    input: queueInputSchema,
    output: queuedMessageSchema,
    refusals: ['CONFLICT', messageLimitReached],
    example: { content: 'And then?', clientMessageId: 'queued' },
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/queue', status: 201 },
  },
  changeQueued: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Change the text of a queued message, or move it.',
    input: changeQueuedInputSchema,
    output: queuedMessageSchema,
    example: { content: 'And after that?', position: 1 },
    rest: { ...ofQueued, method: 'patch', path: '/api/conversations/{id}/queue/{queuedId}' },
  },
  removeQueued: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Remove a queued message.',
    input: queuedRefSchema,
    output: messageResultSchema,
    rest: { ...ofQueued, method: 'delete', path: '/api/conversations/{id}/queue/{queuedId}' },
  },
  clearQueue: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Remove all queued messages of a conversation.',
    input: conversationRefSchema,
    output: messageResultSchema,
    rest: { ...ofConversation, method: 'delete', path: '/api/conversations/{id}/queue' },
  },
  sendQueued: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Send the first queued message now, and the others after it, if the queue was paused.',
    input: conversationRefSchema,
    output: messageSchema,
    refusals: ['CONFLICT', messageLimitReached],
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/queue/send' },
  },
} as const satisfies Declarations;
