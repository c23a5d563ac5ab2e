import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { errorBodySchema } from '../calls/errors.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { allowanceSchema } from '../subscription/plans.ts';
import { isoDateSchema } from '../text/dates.ts';
import { stepSchema, usedInstructionsTextSchema } from './answers.ts';
import {
  anyoneChanges,
  anyoneChats,
  anyoneReads,
  changes,
  conversationParamsSchema,
  ofConversation,
  reads,
  signedIn,
} from './declaration-parts.ts';
import { queuedPlaceSchema, queueOfSendSchema, steerInputSchema } from './queue.ts';
import { queueOperations } from './queue-operations.ts';
import {
  changeAnswerSettingsInputSchema,
  changeConversationsInputSchema,
  changedConversationsSchema,
  continueInputSchema,
  continueResultSchema,
  conversationIdPageSchema,
  conversationPageSchema,
  conversationRefSchema,
  conversationSchema,
  createConversationInputSchema,
  decideForgettingInputSchema,
  decideKeepingInputSchema,
  followInputSchema,
  guestChatBodySchema,
  guestChatResultSchema,
  guestStatusSchema,
  listConversationIdsInputSchema,
  listConversationsInputSchema,
  listMessagePageInputSchema,
  listTrashInputSchema,
  messagePageSchema,
  messageRefSchema,
  messageSchema,
  rateInputSchema,
  regenerateInputSchema,
  sendMessageInputSchema,
  sendResultSchema,
  stopInputSchema,
  updateConversationInputSchema,
} from './schemas.ts';
import { searchHitSchema, searchInputSchema, searchMessagesInputSchema } from './search.ts';
import { sharingOperations } from './sharing-operations.ts';
import { generationEventSchema, liveEventSchema } from './stream.ts';

/** The path says which list it is. */
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: listConversationsInputSchema.shape.cursor.describe('From the Link header of the previous page.'),
  project: listConversationsInputSchema.shape.project,
});

const sendRefusals = [
  'CONFLICT',
  {
    code: 'MESSAGE_LIMIT_REACHED',
    fields: z.object({ remainingMessages: z.literal(0), resetAt: isoDateSchema }),
  },
  { code: 'PROVIDER_FAILED', fields: z.object({ userMessage: messageSchema, hint: messageSchema.shape.errorHint }) },
  {
    code: 'MODEL_ENDED',
    fields: z.object({
      userMessage: messageSchema.optional(),
      hint: messageSchema.shape.errorHint
        .optional()
        .describe('Which setting to change, for administrators and at the computer that Noek runs on.'),
    }),
  },
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
      '`{ messageId, sequence, kind, text, url? }`: what the answer does, as it begins: a search, a page that is read, a memory, a document, a calculation. `text` is a sentence for people.',
    ),
  done: messageSchema
    .extend({ ...allowanceSchema.shape, conversation: conversationSchema })
    .describe(
      'The final Message, with the fields of Allowance and `conversation`. It replaces whatever was shown before. `status` is `complete`, `stopped` or `interrupted`.',
    ),
  error: errorBodySchema
    .extend({ userMessage: messageSchema.optional() })
    .describe(
      'Sent instead of `done` when there is no answer: the error body, `PROVIDER_FAILED` or `MODEL_ENDED` with `userMessage`. If the session has ended, `UNAUTHORIZED` without an event id.',
    ),
};

/** The calls of conversations, guests, search and sharing. */
export const chatOperations = {
  conversations: {
    ...reads,
    type: 'query',
    summary: 'List active or archived conversations, the most recently active first.',
    input: listConversationsInputSchema,
    output: conversationPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { limit: 1 },
    rest: {
      method: 'get',
      path: '/api/conversations',
      summary: 'List active conversations, the most recently active first.',
      query: listQuery,
      pageOf: 'conversations',
    },
  },
  listArchived: {
    ...reads,
    method: 'get',
    path: '/api/conversations/archived',
    summary: 'List archived conversations, the most recently active first.',
    query: listQuery,
    answers: [
      {
        status: 200,
        json: z.array(conversationSchema),
        headers: { Link: 'The next page, if there is one: `<…>; rel="next"`.' },
      },
    ],
    refusals: ['BAD_REQUEST'],
  },
  pinned: {
    ...reads,
    type: 'query',
    summary: 'List the pinned conversations that are not archived, the most recently active first.',
    output: z.array(conversationSchema),
  },
  conversationIds: {
    ...reads,
    type: 'query',
    summary: 'List only the ids of conversations, in the same order.',
    input: listConversationIdsInputSchema,
    output: conversationIdPageSchema,
  },
  conversation: {
    ...anyoneReads,
    type: 'query',
    summary: 'Get one conversation.',
    input: conversationRefSchema,
    output: conversationSchema,
  },
  search: {
    ...reads,
    type: 'query',
    summary: 'Search titles, messages and their files for words and "phrases". The last word may be incomplete.',
    input: searchMessagesInputSchema,
    output: z.array(searchHitSchema),
    refusals: ['BAD_REQUEST', 'RATE_LIMITED'],
    example: { q: 'answ' },
    rest: {
      method: 'get',
      path: '/api/conversations/search',
      query: z.object({
        q: searchInputSchema.shape.q,
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    },
  },
  createConversation: {
    type: 'mutation',
    summary:
      "Create a conversation. `userId`, if present, must be the caller's. At most 60 of an hour may be without a message.",
    access: 'signed-in',
    token: 'chat',
    input: createConversationInputSchema,
    output: conversationSchema,
    refusals: ['FORBIDDEN', 'RATE_LIMITED'],
    example: { title: 'A plan' },
    rest: { method: 'post', path: '/api/conversations', status: 201 },
  },
  archive: {
    ...changes,
    type: 'mutation',
    summary: 'Archive a conversation.',
    input: conversationRefSchema,
    output: conversationSchema,
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/archive' },
  },
  unarchive: {
    ...changes,
    type: 'mutation',
    summary: 'Unarchive a conversation.',
    input: conversationRefSchema,
    output: conversationSchema,
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/unarchive' },
  },
  delete: {
    ...anyoneChanges,
    type: 'mutation',
    summary: 'Move a conversation to the trash.',
    input: conversationRefSchema,
    output: messageResultSchema,
    rest: { ...ofConversation, ...signedIn, method: 'delete', path: '/api/conversations/{id}' },
  },
  changeConversations: {
    ...changes,
    type: 'mutation',
    summary: 'Archive, unarchive, move, delete or restore several conversations in one step.',
    input: changeConversationsInputSchema,
    output: changedConversationsSchema,
  },
  update: {
    ...changes,
    type: 'mutation',
    summary:
      'Rename a conversation, pin it above the others in the list, move it into or out of a project, or set how much its model may reason. Absent fields keep their values.',
    input: updateConversationInputSchema,
    output: conversationSchema,
    example: { title: 'A better name', pinned: true },
    rest: { ...ofConversation, method: 'patch', path: '/api/conversations/{id}' },
  },
  changeAnswerSettings: {
    ...anyoneChanges,
    type: 'mutation',
    summary:
      'Change the model of a conversation, how much it may reason, whether its answers may search the web, and their mode.',
    input: changeAnswerSettingsInputSchema,
    output: conversationSchema,
  },
  trash: {
    ...reads,
    type: 'query',
    summary: 'List the conversations in the trash, the most recently deleted first.',
    input: listTrashInputSchema,
    output: conversationPageSchema,
  },
  restore: {
    ...anyoneChanges,
    type: 'mutation',
    summary: 'Take a conversation out of the trash.',
    input: conversationRefSchema,
    output: conversationSchema,
  },
  deleteForever: {
    ...changes,
    type: 'mutation',
    summary: 'Delete a conversation in the trash permanently.',
    input: conversationRefSchema,
    output: messageResultSchema,
  },
  keep: {
    ...changes,
    type: 'mutation',
    summary: 'Make a temporary chat a usual conversation. Changes nothing if it is one already.',
    input: conversationRefSchema,
    output: conversationSchema,
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/keep' },
  },
  end: {
    ...changes,
    type: 'mutation',
    summary: 'End a temporary chat: it is deleted for ever at once, with its messages and files.',
    input: conversationRefSchema,
    output: messageResultSchema,
    rest: { ...ofConversation, method: 'post', path: '/api/conversations/{id}/end' },
  },
  ...sharingOperations,
  messages: {
    ...anyoneReads,
    type: 'query',
    summary: 'List messages, oldest first. A running answer has its text so far.',
    input: conversationRefSchema,
    output: z.array(messageSchema),
    rest: { ...ofConversation, ...signedIn, method: 'get', path: '/api/conversations/{id}/messages' },
  },
  messagePage: {
    ...anyoneReads,
    type: 'query',
    summary: 'List a page of the messages of the current branch, oldest first.',
    input: listMessagePageInputSchema,
    output: messagePageSchema,
  },
  message: {
    ...anyoneReads,
    type: 'query',
    summary: 'Get one message, also of a branch that is not shown. A running answer has its text so far.',
    input: messageRefSchema,
    output: messageSchema,
  },
  send: {
    type: 'mutation',
    summary: 'Send a message. Returns at once; the answer is made meanwhile. Without a conversation, creates one.',
    access: 'guest',
    token: 'chat',
    input: sendMessageInputSchema,
    output: sendResultSchema,
    refusals: [...sendRefusals, 'FORBIDDEN'],
    example: { content: 'Hello', clientMessageId: 'one' },
    rest: {
      ...ofConversation,
      ...signedIn,
      method: 'post',
      path: '/api/conversations/{id}/messages',
      summary: 'Send a message. Returns both messages when the answer is complete, or streams the answer.',
      headers: z.object({ 'Idempotency-Key': sendMessageInputSchema.shape.clientMessageId }),
      body: sendMessageInputSchema.omit({ conversationId: true }).extend({ queue: queueOfSendSchema }),
      answers: [
        { status: 201, json: z.tuple([messageSchema, messageSchema]) },
        { status: 200, events: answerEvents },
        { status: 202, json: queuedPlaceSchema },
      ],
    },
  },
  ...queueOperations,
  steer: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Interrupt the running answer with a message, which follows it. Without a running answer, send it.',
    input: steerInputSchema,
    output: sendResultSchema,
    refusals: [...sendRefusals, 'FORBIDDEN'],
    example: { content: 'Shorter, please.', clientMessageId: 'steered' },
    rest: {
      ...ofConversation,
      method: 'post',
      path: '/api/conversations/{id}/steer',
      answers: [
        { status: 201, json: z.tuple([messageSchema, messageSchema]) },
        { status: 200, events: answerEvents },
      ],
    },
  },
  regenerate: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Ask for another answer to the same message. The earlier answer is kept as a version.',
    input: regenerateInputSchema,
    output: sendResultSchema,
  },
  continue: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Continue an answer that was stopped, cut short or interrupted.',
    input: continueInputSchema,
    output: continueResultSchema,
  },
  showVersion: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Show another version of a message, with what follows it.',
    input: messageRefSchema,
    output: conversationSchema,
  },
  rate: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Rate an answer, or remove the rating.',
    input: rateInputSchema,
    output: messageSchema,
  },
  usedInstructions: {
    ...reads,
    type: 'query',
    summary: 'Get the instructions that an answer was given, as they were then.',
    input: messageRefSchema,
    output: z.array(usedInstructionsTextSchema),
  },
  decideForgetting: {
    ...changes,
    type: 'mutation',
    summary:
      'Decide which of the memories that an answer asks about are deleted; an empty list keeps all. It is decided once.',
    input: decideForgettingInputSchema,
    output: messageSchema,
    refusals: ['CONFLICT'],
    example: { stepId: 'own1.forget', memoryIds: [] },
    rest: {
      method: 'post',
      path: '/api/messages/{id}/forget',
      // Any other text names no message.
      params: z.object({ id: z.string() }),
      fields: { id: 'messageId' },
    },
  },
  decideKeeping: {
    ...changes,
    type: 'mutation',
    summary: 'Decide whether the memory that an answer asks about is kept. It is decided once.',
    input: decideKeepingInputSchema,
    output: messageSchema,
    refusals: [{ code: 'CONFLICT', fields: z.object({ memoryLimitReached: z.literal(true).optional() }) }],
    example: { stepId: '1.memory', keep: true },
    rest: {
      method: 'post',
      path: '/api/messages/{id}/keep',
      // Any other text names no message.
      params: z.object({ id: z.string() }),
      fields: { id: 'messageId' },
    },
  },
  stop: {
    ...anyoneChats,
    type: 'mutation',
    summary: 'Stop an answer. It keeps the text that was shown.',
    input: stopInputSchema,
    output: messageSchema,
  },
  events: {
    ...anyoneReads,
    type: 'subscription',
    summary: 'Follow an answer.',
    input: followInputSchema,
    event: generationEventSchema,
    tracked: true,
  },
  live: {
    ...anyoneReads,
    type: 'subscription',
    summary: 'Follow what happens in the chats of the caller. Each event is a list.',
    event: z.array(liveEventSchema),
  },
  allowance: {
    ...anyoneReads,
    type: 'query',
    summary: 'Get how many messages are left, and when the allowance is renewed.',
    output: allowanceSchema,
  },
  guestStatus: {
    type: 'query',
    summary: "Get a guest's allowance. Sets the guest cookie.",
    access: 'guest',
    token: 'never',
    output: guestStatusSchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'get', path: '/api/guest/status' },
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
} as const satisfies Declarations;
