import { z } from 'zod';
import { messageResultSchema } from '../auth/schemas.ts';
import { errorBodySchema } from '../calls/errors.ts';
import type { Operations } from '../calls/operation.ts';
import { allowanceSchema } from '../subscription/plans.ts';
import { isoDateSchema } from '../text/dates.ts';
import { stepSchema } from './answers.ts';
import {
  conversationIdParamSchema,
  conversationSchema,
  createConversationInputSchema,
  decideForgettingInputSchema,
  guestChatBodySchema,
  guestChatResultSchema,
  guestStatusSchema,
  listConversationsInputSchema,
  messageSchema,
  renameBodySchema,
  sendMessageBodySchema,
} from './schemas.ts';
import { searchHitSchema, searchInputSchema } from './search.ts';
import { shareBodySchema, sharedConversationSchema, shareSchema } from './sharing.ts';

/** The conversation named in a path. */
export const conversationParamsSchema = z.object({ id: conversationIdParamSchema });

/** The answer named in a path that asks which memories to delete. Any other text names no message. */
export const askingAnswerParamsSchema = z.object({ id: z.string() });

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: listConversationsInputSchema.shape.cursor.describe('From the Link header of the previous page.'),
});
const page = {
  access: 'signed-in',
  query: pageQuery,
  answers: [
    {
      status: 200,
      json: z.array(conversationSchema),
      headers: { Link: 'The next page, if there is one: `<…>; rel="next"`.' },
    },
  ],
  refusals: ['BAD_REQUEST'],
} as const;
const changed = { status: 200, json: conversationSchema } as const;
const confirmed = { status: 200, json: messageResultSchema } as const;

const sendRefusals = [
  'CONFLICT',
  {
    code: 'MESSAGE_LIMIT_REACHED',
    fields: z.object({ remainingMessages: z.literal(0), resetAt: isoDateSchema }),
  },
  { code: 'PROVIDER_FAILED', fields: z.object({ userMessage: messageSchema, hint: messageSchema.shape.errorHint }) },
] as const;

/** The events of a send's event stream. */
const answerEvents = {
  message: messageSchema.describe(
    "Two events, before all others: the person's message, then the answer, which is usually still `streaming`.",
  ),
  delta: z
    .object({ messageId: z.string(), sequence: z.number().int().positive(), text: z.string() })
    .describe('`{ messageId, sequence, text }`: the next piece of text. Sequences increase.'),
  step: z
    .object({
      messageId: z.string(),
      sequence: z.number().int().positive(),
      kind: stepSchema.shape.kind,
      text: stepSchema.shape.text,
      url: z.string().optional().describe('The page that is read.'),
    })
    .describe(
      '`{ messageId, sequence, kind, text, url? }`: what the answer does, as it begins: a search, a page that is read, a memory. `text` is a sentence for people.',
    ),
  done: messageSchema
    .extend({ ...allowanceSchema.shape, conversation: conversationSchema })
    .describe(
      'The final Message, with the fields of Allowance and `conversation`. It replaces whatever was shown before. `status` is `complete`, `stopped` or `interrupted`.',
    ),
  error: errorBodySchema
    .extend({ userMessage: messageSchema.optional() })
    .describe(
      'Sent instead of `done` when there is no answer: the error body, `PROVIDER_FAILED` with `userMessage`. If the session has ended, `UNAUTHORIZED` without an event id.',
    ),
};

/** The documented calls of conversations, guests, search and sharing. */
export const chatOperations = {
  list: {
    method: 'get',
    path: '/api/conversations',
    summary: 'List active conversations, the most recently active first.',
    ...page,
    token: 'read',
    example: { query: { limit: '1' } },
  },
  listArchived: {
    method: 'get',
    path: '/api/conversations/archived',
    summary: 'List archived conversations, the most recently active first.',
    ...page,
    token: 'read',
  },
  search: {
    method: 'get',
    path: '/api/conversations/search',
    summary: 'Search titles and messages for words and "phrases". The last word may be incomplete.',
    access: 'signed-in',
    token: 'read',
    query: z.object({
      q: searchInputSchema.shape.q,
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    answers: [{ status: 200, json: z.array(searchHitSchema) }],
    refusals: ['BAD_REQUEST', 'RATE_LIMITED'],
    example: { query: { q: 'answ' } },
  },
  create: {
    method: 'post',
    path: '/api/conversations',
    summary:
      "Create a conversation. `userId`, if present, must be the caller's. At most 60 of an hour may be without a message.",
    access: 'signed-in',
    token: 'chat',
    body: createConversationInputSchema,
    answers: [{ status: 201, json: conversationSchema }],
    refusals: ['FORBIDDEN', 'RATE_LIMITED'],
    example: { body: { title: 'A plan' } },
  },
  rename: {
    method: 'patch',
    path: '/api/conversations/{id}',
    summary: 'Rename a conversation. It keeps its place in the list.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    body: renameBodySchema,
    answers: [changed],
    example: { body: { title: 'A better name' } },
  },
  archive: {
    method: 'post',
    path: '/api/conversations/{id}/archive',
    summary: 'Archive a conversation.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    answers: [changed],
  },
  unarchive: {
    method: 'post',
    path: '/api/conversations/{id}/unarchive',
    summary: 'Unarchive a conversation.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    answers: [changed],
  },
  delete: {
    method: 'delete',
    path: '/api/conversations/{id}',
    summary: 'Move a conversation to the trash.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    answers: [confirmed],
  },
  share: {
    method: 'post',
    path: '/api/conversations/{id}/share',
    summary: 'Share a snapshot of a conversation by link, or update the snapshot.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    body: shareBodySchema,
    answers: [{ status: 200, json: shareSchema }],
    refusals: ['CONFLICT'],
    example: { body: { expiresAt: '2999-01-01T00:00:00.000Z' } },
  },
  unshare: {
    method: 'delete',
    path: '/api/conversations/{id}/share',
    summary: 'Stop sharing a conversation.',
    access: 'signed-in',
    token: 'all',
    params: conversationParamsSchema,
    answers: [confirmed],
  },
  shared: {
    method: 'get',
    path: '/api/shared/{id}',
    summary: 'Get the snapshot of a shared conversation, oldest message first.',
    access: 'anyone',
    token: 'read',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: sharedConversationSchema }],
  },
  messages: {
    method: 'get',
    path: '/api/conversations/{id}/messages',
    summary: 'List messages, oldest first. A running answer has its text so far.',
    access: 'signed-in',
    token: 'read',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: z.array(messageSchema) }],
  },
  send: {
    method: 'post',
    path: '/api/conversations/{id}/messages',
    summary: 'Send a message. Returns both messages when the answer is complete, or streams the answer.',
    access: 'signed-in',
    token: 'chat',
    params: conversationParamsSchema,
    headers: z.object({ 'Idempotency-Key': sendMessageBodySchema.shape.clientMessageId }),
    body: sendMessageBodySchema,
    answers: [
      { status: 201, json: z.tuple([messageSchema, messageSchema]) },
      { status: 200, events: answerEvents },
    ],
    refusals: [...sendRefusals, 'FORBIDDEN'],
    example: { body: { content: 'Hello', clientMessageId: 'one' } },
  },
  forget: {
    method: 'post',
    path: '/api/messages/{id}/forget',
    summary:
      'Decide which of the memories that an answer asks about are deleted; an empty list keeps all. It is decided once.',
    access: 'signed-in',
    token: 'all',
    params: askingAnswerParamsSchema,
    body: decideForgettingInputSchema.omit({ messageId: true }),
    answers: [{ status: 200, json: messageSchema }],
    refusals: ['CONFLICT'],
    example: { body: { stepId: 'own1.forget', memoryIds: [] } },
  },
  guestStatus: {
    method: 'get',
    path: '/api/guest/status',
    summary: "Get a guest's allowance. Sets the guest cookie.",
    access: 'guest',
    token: 'never',
    answers: [{ status: 200, json: guestStatusSchema }],
    refusals: ['RATE_LIMITED'],
  },
  guestChat: {
    method: 'post',
    path: '/api/guest/chat',
    summary:
      'Send a message as a guest. Creates a conversation if none is named, and sets the guest cookie if it is absent.',
    access: 'guest',
    token: 'never',
    body: guestChatBodySchema,
    answers: [
      { status: 200, json: guestChatResultSchema },
      { status: 200, events: answerEvents },
    ],
    refusals: ['FORBIDDEN', 'NOT_FOUND', 'GUEST_SIGNED_IN', 'RATE_LIMITED', ...sendRefusals],
    example: { body: { message: 'Hello', conversationId: null, clientMessageId: 'one' } },
  },
  guestMessages: {
    method: 'get',
    path: '/api/guest/conversations/{id}/messages',
    summary: "List the messages of a guest's conversation, oldest first.",
    access: 'anyone',
    token: 'never',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: z.array(messageSchema) }],
  },
} as const satisfies Operations;
