import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import {
  maxConversationIds,
  maxConversationsAtOnce,
  maxFeedbackLength,
  maxMessageLength,
  maxTitleLength,
  messagePageSize,
} from './limits.ts';
import { allowanceSchema } from './plans.ts';

/** The title of a conversation that has none of its own yet. */
export const newConversationTitle = 'New Chat';

/** Conversation ids are random positive integers of at most 53 bits: exact as a JSON number, not guessable. */
export const conversationIdSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** The same id as it stands in a path. Anything that is no such integer is simply not there. */
export const conversationIdParamSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(conversationIdSchema);

export const messageStatusSchema = z.enum(['complete', 'streaming', 'stopped', 'interrupted', 'failed']);
export type MessageStatus = z.infer<typeof messageStatusSchema>;

export const ratingSchema = z.enum(['good', 'bad']);
export type Rating = z.infer<typeof ratingSchema>;

export const messageSchema = z
  .object({
    id: z.string(),
    conversationId: conversationIdSchema,
    parentId: z.string().nullable().describe('The message it was written under; null for the first of a conversation.'),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    createdAt: isoDateSchema,
    status: messageStatusSchema,
    clientMessageId: z
      .string()
      .nullable()
      .describe('The id the sender gave to its message, so that it can find it again.'),
    answeredBy: z
      .string()
      .nullable()
      .describe('Who answered ("Demo", "openai · gpt-…"); null for people and before the first token.'),
    error: z
      .string()
      .nullable()
      .describe(
        'What went wrong, in words, when status is failed or interrupted; of a complete answer, why its model ended it too soon.',
      ),
    errorHint: z
      .string()
      .nullable()
      .describe('What is behind `error`, for those who ask: which provider failed, and how.'),
    sequence: z
      .number()
      .int()
      .nonnegative()
      .describe('The last event sequence number that `content` covers; follow the answer after it.'),
    feedback: z
      .object({ rating: ratingSchema, reason: z.string().nullable() })
      .nullable()
      .describe('What its reader thinks of an answer; null until they say so.'),
    turnsLeftOut: z
      .number()
      .int()
      .nonnegative()
      .describe('How many earlier messages did not fit what the model can read at once; 0 for most answers.'),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z
  .object({
    id: conversationIdSchema,
    title: z.string(),
    userId: z.string().nullable(),
    updatedAt: isoDateSchema,
    createdAt: isoDateSchema,
    archived: z.boolean(),
    funMode: z.boolean(),
    harmfulMode: z.boolean(),
    shared: z.boolean().describe('Somebody with the link can read a snapshot of it now.'),
    sharedAt: isoDateSchema.nullable(),
    shareExpiresAt: isoDateSchema.nullable(),
    headMessageId: z
      .string()
      .nullable()
      .describe('The newest message of the branch that is shown; null while it is empty.'),
    deletedAt: isoDateSchema.nullable().describe('In the trash since then.'),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationRefSchema = z.object({ conversationId: conversationIdSchema });

const titleSchema = z.string().trim().max(maxTitleLength, `Titles are at most ${maxTitleLength} characters.`);

export const createConversationInputSchema = z.object({
  userId: z.string().max(128).optional(),
  title: titleSchema.optional(),
});
/** REST: the conversation stands in the path. */
export const renameBodySchema = z.object({ title: titleSchema.min(1, 'A title needs at least one character.') });
export const renameInputSchema = conversationRefSchema.extend(renameBodySchema.shape);

export const listConversationsInputSchema = z.object({
  archived: z.boolean().default(false),
  limit: z.number().int().min(1).max(200).default(100),
  cursor: z.string().max(256).optional(),
});
/** The trash, the conversation deleted last first. */
export const listTrashInputSchema = listConversationsInputSchema.omit({ archived: true });
export const conversationPageSchema = z.object({
  conversations: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof conversationPageSchema>;

/** A list by its ids alone, in the order of the list: to select all of it. */
export const listConversationIdsInputSchema = listConversationsInputSchema.extend({
  limit: z.number().int().min(1).max(maxConversationIds).default(maxConversationIds),
});
export const conversationIdPageSchema = z.object({
  conversationIds: z.array(conversationIdSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationIdPage = z.infer<typeof conversationIdPageSchema>;

/** `restore` takes conversations out of the trash, where `delete` puts them. */
export const conversationActionSchema = z.enum(['archive', 'unarchive', 'delete', 'restore']);
export type ConversationAction = z.infer<typeof conversationActionSchema>;
/** One thing that is done to several conversations in one step. */
export const changeConversationsInputSchema = z.object({
  action: conversationActionSchema,
  conversationIds: z.array(conversationIdSchema).min(1).max(maxConversationsAtOnce),
});
export type ChangeConversationsInput = z.infer<typeof changeConversationsInputSchema>;
/** Those for which it was done; the others are not there. */
export const changedConversationsSchema = z.object({ conversationIds: z.array(conversationIdSchema) });
export type ChangedConversations = z.infer<typeof changedConversationsSchema>;

const contentSchema = z
  .string({ error: 'Write a message first.' })
  .max(maxMessageLength, 'Messages are at most 32,000 characters.')
  .refine((text) => text.trim().length > 0, 'Write a message first.');

/** Sent twice, a clientMessageId returns the first result: one row, one charge, one model call. */
const clientMessageIdSchema = z.string().min(1).max(128);

const messageIdSchema = z.string().min(1).max(128);

/** One send, by a guest or a signed-in person; without a conversation the same step makes one. */
export const sendMessageInputSchema = z.object({
  conversationId: conversationIdSchema.nullable(),
  content: contentSchema,
  clientMessageId: clientMessageIdSchema.optional(),
  /**
   * The message it was written under (null: the first of the conversation); absent: whatever is the newest. Under any
   * but the newest one it begins a branch, and what was there stays as another version.
   */
  parentId: messageIdSchema.nullish(),
});
export type SendMessageInput = z.infer<typeof sendMessageInputSchema>;
/** REST: the conversation stands in the path. */
export const sendMessageBodySchema = sendMessageInputSchema.omit({ conversationId: true });
/** REST: a guest's send. */
export const guestChatBodySchema = z.object({
  message: contentSchema,
  conversationId: conversationIdSchema.nullish(),
  clientMessageId: clientMessageIdSchema.optional(),
});

/** What a send answers at once: both rows as they are now, the second one usually still streaming. */
export const sendResultSchema = z.object({
  conversation: conversationSchema,
  userMessage: messageSchema,
  assistantMessage: messageSchema,
  allowance: allowanceSchema,
  branched: z
    .boolean()
    .describe('It was not written under the newest message: the turns that were there are another version now.'),
});
export type SendResult = z.infer<typeof sendResultSchema>;

export const guestStatusSchema = z
  .object({
    messageCount: z.number().int(),
    messageLimit: z.number().int(),
    remainingMessages: z.number().int(),
    hasReachedLimit: z.boolean(),
    resetAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'GuestStatus' });
export type GuestStatus = z.infer<typeof guestStatusSchema>;

export const guestChatResultSchema = z
  .object({
    userMessage: messageSchema,
    aiMessage: messageSchema,
    remainingMessages: z.number().int(),
    resetAt: isoDateSchema.nullable(),
    conversation: conversationSchema,
  })
  .meta({ id: 'GuestReply' });

export const messageRefSchema = z.object({ messageId: messageIdSchema });
/** Another answer to the same question. Sent twice, a clientMessageId returns the first result. */
export const regenerateInputSchema = messageRefSchema.extend({ clientMessageId: clientMessageIdSchema.optional() });
/** More of an answer. Sent twice, a clientMessageId continues it once and charges once. */
export const continueInputSchema = messageRefSchema.extend({ clientMessageId: clientMessageIdSchema.optional() });
/** The answer, streaming again, and what is left of the allowance. */
export const continueResultSchema = z.object({ message: messageSchema, allowance: allowanceSchema });
export type ContinueResult = z.infer<typeof continueResultSchema>;
export const rateInputSchema = messageRefSchema.extend({
  /** null takes an earlier rating back. */
  rating: ratingSchema.nullable(),
  reason: z
    .string()
    .trim()
    .max(maxFeedbackLength, `Reasons are at most ${maxFeedbackLength.toLocaleString('en-US')} characters.`)
    .optional(),
});

const ordinalSchema = z.number().int().nonnegative();
/** Where a page of messages begins: before or after a position, or with a message in its middle; absent: at the end. */
export const messageCursorSchema = z.union([
  z.object({ before: ordinalSchema }),
  z.object({ after: ordinalSchema }),
  z.object({ around: messageIdSchema }),
]);
export type MessageCursor = z.infer<typeof messageCursorSchema>;
export const listMessagePageInputSchema = conversationRefSchema.extend({
  limit: z.number().int().min(1).max(200).default(messagePageSize),
  cursor: messageCursorSchema.optional(),
});
/** A part of the branch that is shown, oldest first. */
export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  /** Cursors of what comes before and after; null at the start and the end. */
  older: messageCursorSchema.nullable(),
  newer: messageCursorSchema.nullable(),
  /** For messages of which there are several versions: the ids of all of them, oldest first, itself among them. */
  versions: z.record(z.string(), z.array(z.string())),
});
export type MessagePage = z.infer<typeof messagePageSchema>;
export const followInputSchema = messageRefSchema.extend({
  /** Continue after this event; 0 or absent: from the start. tRPC puts the last SSE id here on a reconnect. */
  lastEventId: z.coerce.number().int().nonnegative().nullish(),
});
export const stopInputSchema = messageRefSchema.extend({
  /** How much of the answer was on screen, in UTF-16 code units; the kept text is clamped to it. */
  shownLength: z.number().int().nonnegative().optional(),
});
