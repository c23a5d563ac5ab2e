import { z } from 'zod';
import { messageResultSchema } from './auth.ts';
import {
  conversationIdParamSchema,
  conversationSchema,
  createConversationInputSchema,
  guestChatBodySchema,
  guestChatResultSchema,
  guestStatusSchema,
  listConversationsInputSchema,
  messageSchema,
  renameBodySchema,
  sendMessageBodySchema,
} from './chat.ts';
import { isoDateSchema } from './dates.ts';
import { errorBodySchema } from './errors.ts';
import type { Operations } from './operation.ts';
import { allowanceSchema } from './plans.ts';
import { searchHitSchema, searchInputSchema } from './search.ts';
import { shareBodySchema, sharedConversationSchema, shareSchema } from './sharing.ts';

/** A conversation as it stands in a path. */
export const conversationParamsSchema = z.object({ id: conversationIdParamSchema });

const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: listConversationsInputSchema.shape.cursor.describe('From the Link header of the page before.'),
});
const page = {
  access: 'signed-in',
  query: pageQuery,
  answers: [
    {
      status: 200,
      json: z.array(conversationSchema),
      headers: { Link: 'The next page, where there is one: `<…>; rel="next"`.' },
    },
  ],
  refusals: ['BAD_REQUEST'],
} as const;
const changed = { status: 200, json: conversationSchema } as const;
const said = { status: 200, json: messageResultSchema } as const;

const sendRefusals = [
  {
    code: 'MESSAGE_LIMIT_REACHED',
    fields: z.object({ remainingMessages: z.literal(0), resetAt: isoDateSchema }),
  },
  { code: 'PROVIDER_FAILED', fields: z.object({ userMessage: messageSchema, hint: messageSchema.shape.errorHint }) },
] as const;

/** What a send answers as an event stream. */
const answerEvents = {
  message: messageSchema.describe(
    "The person's message, then the answer's, usually still `streaming`: two events, before all others.",
  ),
  delta: z
    .object({ messageId: z.string(), sequence: z.number().int().positive(), text: z.string() })
    .describe('`{ messageId, sequence, text }`: the next piece. Sequences count from 1 without a gap.'),
  done: messageSchema
    .extend({ ...allowanceSchema.shape, conversation: conversationSchema })
    .describe(
      'The final Message, with the fields of Allowance and `conversation`: the truth, whatever was shown before. `status` is `complete`, `stopped` or `interrupted`.',
    ),
  error: errorBodySchema
    .extend({ userMessage: messageSchema.optional() })
    .describe(
      'In place of `done` when nothing came: the error body, `PROVIDER_FAILED` with `userMessage`. Without an id when the session has ended: `UNAUTHORIZED`.',
    ),
};

/** The documented calls of conversations, guests, search and sharing. */
export const chatOperations = {
  list: {
    method: 'get',
    path: '/api/conversations',
    summary: 'Active conversations, the one written to last first.',
    ...page,
    example: { query: { limit: '1' } },
  },
  listArchived: {
    method: 'get',
    path: '/api/conversations/archived',
    summary: 'Archived conversations, the one written to last first.',
    ...page,
  },
  search: {
    method: 'get',
    path: '/api/conversations/search',
    summary: 'Search titles and messages: words, "phrases", the last word may be unfinished.',
    access: 'signed-in',
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
    summary: 'Create a conversation; a `userId` must be your own.',
    access: 'signed-in',
    body: createConversationInputSchema,
    answers: [{ status: 201, json: conversationSchema }],
    refusals: ['FORBIDDEN', 'RATE_LIMITED'],
    example: { body: { title: 'A plan' } },
  },
  rename: {
    method: 'patch',
    path: '/api/conversations/{id}',
    summary: 'Give a conversation another title; its place in the list stays.',
    access: 'signed-in',
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
    params: conversationParamsSchema,
    answers: [changed],
  },
  unarchive: {
    method: 'post',
    path: '/api/conversations/{id}/unarchive',
    summary: 'Move an archived conversation back to the active ones.',
    access: 'signed-in',
    params: conversationParamsSchema,
    answers: [changed],
  },
  delete: {
    method: 'delete',
    path: '/api/conversations/{id}',
    summary: 'Delete a conversation: it moves to the trash.',
    access: 'signed-in',
    params: conversationParamsSchema,
    answers: [said],
  },
  share: {
    method: 'post',
    path: '/api/conversations/{id}/share',
    summary: 'Share a snapshot of a conversation by link; called again, bring the snapshot up to date.',
    access: 'signed-in',
    params: conversationParamsSchema,
    body: shareBodySchema,
    answers: [{ status: 200, json: shareSchema }],
    refusals: ['CONFLICT'],
    example: { body: { expiresAt: '2999-01-01T00:00:00.000Z' } },
  },
  unshare: {
    method: 'delete',
    path: '/api/conversations/{id}/share',
    summary: 'End the link of a shared conversation.',
    access: 'signed-in',
    params: conversationParamsSchema,
    answers: [said],
  },
  shared: {
    method: 'get',
    path: '/api/shared/{id}',
    summary: 'A shared conversation as it was when it was shared, oldest message first.',
    access: 'anyone',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: sharedConversationSchema }],
  },
  messages: {
    method: 'get',
    path: '/api/conversations/{id}/messages',
    summary: 'Messages, oldest first; a running answer with its text so far.',
    access: 'signed-in',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: z.array(messageSchema) }],
  },
  send: {
    method: 'post',
    path: '/api/conversations/{id}/messages',
    summary: 'Send a message. Answers with both messages when the reply is complete, or streams it.',
    access: 'signed-in',
    params: conversationParamsSchema,
    headers: z.object({ 'Idempotency-Key': sendMessageBodySchema.shape.clientMessageId }),
    body: sendMessageBodySchema,
    answers: [
      { status: 201, json: z.tuple([messageSchema, messageSchema]) },
      { status: 200, events: answerEvents },
    ],
    refusals: sendRefusals,
    example: { body: { content: 'Hello', clientMessageId: 'one' } },
  },
  guestStatus: {
    method: 'get',
    path: '/api/guest/status',
    summary: "A guest's allowance; sets the guest cookie.",
    access: 'guest',
    answers: [{ status: 200, json: guestStatusSchema }],
    refusals: ['RATE_LIMITED'],
  },
  guestChat: {
    method: 'post',
    path: '/api/guest/chat',
    summary: 'Send a message as a guest; without a conversation it makes one, and without a guest cookie it sets one.',
    access: 'guest',
    body: guestChatBodySchema,
    answers: [
      { status: 200, json: guestChatResultSchema },
      { status: 200, events: answerEvents },
    ],
    refusals: ['NOT_FOUND', 'GUEST_SIGNED_IN', 'RATE_LIMITED', ...sendRefusals],
    example: { body: { message: 'Hello', conversationId: null, clientMessageId: 'one' } },
  },
  guestMessages: {
    method: 'get',
    path: '/api/guest/conversations/{id}/messages',
    summary: "Messages of a guest's conversation, oldest first.",
    access: 'anyone',
    params: conversationParamsSchema,
    answers: [{ status: 200, json: z.array(messageSchema) }],
  },
} as const satisfies Operations;
