import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { maxMessageLength } from './limits.ts';
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

export const messageSchema = z.object({
  id: z.string(),
  conversationId: conversationIdSchema,
  parentId: z.string().nullable(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  createdAt: isoDateSchema,
  status: messageStatusSchema,
  /** The id the sender gave to its message, so that it can find it again. */
  clientMessageId: z.string().nullable(),
  /** Who answered ("Demo", "openai · gpt-…"); null for people and before the first token. */
  answeredBy: z.string().nullable(),
  /** What went wrong, in words, when status is failed or interrupted. */
  error: z.string().nullable(),
  /** The last event sequence number that `content` covers; follow the answer after it. */
  sequence: z.number().int().nonnegative(),
});
export type Message = z.infer<typeof messageSchema>;

export const conversationSchema = z.object({
  id: conversationIdSchema,
  title: z.string(),
  userId: z.string().nullable(),
  updatedAt: isoDateSchema,
  createdAt: isoDateSchema,
  archived: z.boolean(),
  funMode: z.boolean(),
  harmfulMode: z.boolean(),
  shared: z.boolean(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationRefSchema = z.object({ conversationId: conversationIdSchema });

export const createConversationInputSchema = z.object({
  userId: z.string().max(128).optional(),
  title: z.string().trim().max(200, 'Titles are at most 200 characters.').optional(),
});

export const listConversationsInputSchema = z.object({
  archived: z.boolean().default(false),
  limit: z.number().int().min(1).max(200).default(100),
  cursor: z.string().max(256).optional(),
});
export const conversationPageSchema = z.object({
  conversations: z.array(conversationSchema),
  nextCursor: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof conversationPageSchema>;

const contentSchema = z
  .string({ error: 'Write a message first.' })
  .max(maxMessageLength, 'Messages are at most 32,000 characters.')
  .refine((text) => text.trim().length > 0, 'Write a message first.');

/** Sent twice, a clientMessageId returns the first result: one row, one charge, one model call. */
const clientMessageIdSchema = z.string().min(1).max(128);

/** One send, by a guest or a signed-in person; without a conversation the same step makes one. */
export const sendMessageInputSchema = z.object({
  conversationId: conversationIdSchema.nullable(),
  content: contentSchema,
  clientMessageId: clientMessageIdSchema.optional(),
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
});
export type SendResult = z.infer<typeof sendResultSchema>;

export const guestStatusSchema = z.object({
  messageCount: z.number().int(),
  messageLimit: z.number().int(),
  remainingMessages: z.number().int(),
  hasReachedLimit: z.boolean(),
  resetAt: isoDateSchema.nullable(),
});
export type GuestStatus = z.infer<typeof guestStatusSchema>;

export const guestChatResultSchema = z.object({
  userMessage: messageSchema,
  aiMessage: messageSchema,
  remainingMessages: z.number().int(),
  resetAt: isoDateSchema.nullable(),
  conversation: conversationSchema,
});

export const messageRefSchema = z.object({ messageId: z.string().min(1).max(128) });
export const followInputSchema = messageRefSchema.extend({
  /** Continue after this event; 0 or absent: from the start. tRPC puts the last SSE id here on a reconnect. */
  lastEventId: z.coerce.number().int().nonnegative().nullish(),
});
export const stopInputSchema = messageRefSchema.extend({
  /** How much of the answer was on screen, in UTF-16 code units; the kept text is clamped to it. */
  shownLength: z.number().int().nonnegative().optional(),
});
