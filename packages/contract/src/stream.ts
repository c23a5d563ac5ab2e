import { z } from 'zod';
import { conversationIdSchema, conversationSchema, messageSchema } from './chat.ts';

/**
 * What a follower of an answer receives. Deltas carry contiguous sequence numbers from 1 on; `done` ends the stream and
 * carries the final message, which is the truth whatever was shown before.
 */
export const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), sequence: z.number().int().positive(), text: z.string() }),
  /** The answer waits for its turn among all that are asked for, or no longer does. Comes only when it has to wait. */
  z.object({ type: z.literal('waiting'), sequence: z.number().int().nonnegative(), waiting: z.boolean() }),
  z.object({ type: z.literal('done'), sequence: z.number().int().nonnegative(), message: messageSchema }),
]);
export type GenerationEvent = z.infer<typeof generationEventSchema>;
export type DeltaEvent = Extract<GenerationEvent, { type: 'delta' }>;

/** What happens in a person's chats, as every open page of theirs hears it. */
export const liveEventSchema = z.discriminatedUnion('type', [
  /** The stream begins (again): whatever happened before may have been missed. */
  z.object({ type: z.literal('hello') }),
  /** A conversation was made, renamed, moved, shared, or got another mode. */
  z.object({ type: z.literal('conversation'), conversation: conversationSchema }),
  /** A conversation was deleted. */
  z.object({ type: z.literal('gone'), conversationId: conversationIdSchema }),
  /** New or changed messages of the branch that is shown; new ones come after all others. */
  z.object({
    type: z.literal('messages'),
    conversationId: conversationIdSchema,
    messages: z.array(messageSchema),
  }),
  /** Another branch is shown, or more happened than is told here: the messages have to be read again. */
  z.object({ type: z.literal('stale'), conversationId: conversationIdSchema }),
  /** A running answer as it is when the stream meets it. Its deltas follow. */
  z.object({ type: z.literal('answer'), message: messageSchema }),
  z.object({
    type: z.literal('delta'),
    messageId: z.string(),
    sequence: z.number().int().positive(),
    text: z.string(),
  }),
  /** An answer waits for its turn, or no longer does. Comes after its message, and only when it has to wait. */
  z.object({ type: z.literal('waiting'), messageId: z.string(), waiting: z.boolean() }),
  z.object({ type: z.literal('done'), message: messageSchema }),
  /** The last event: newer streams of the person took the place of this one. Come back after this time, in milliseconds. */
  z.object({ type: z.literal('replaced'), retryAfterMs: z.number().int().positive() }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
