import { z } from 'zod';
import { userSchema } from '../auth/schemas.ts';
import { conversationIdSchema } from '../calls/conversation-id.ts';
import { documentKindSchema, documentSchema } from '../documents/schemas.ts';
import { stepSchema } from './answers.ts';
import { queueSchema } from './queue.ts';
import { conversationSchema, messageSchema } from './schemas.ts';

const sequenceSchema = z.number().int().positive();

/** A piece of a document that a model is writing. Nothing of it is stored before the call that makes the document has arrived whole. */
const documentPartSchema = z.object({
  key: z.string().max(40).describe('Tells the documents of one answer apart.'),
  title: z.string(),
  kind: documentKindSchema.nullable().describe('Null while it is not known.'),
  from: z.number().int().nonnegative().describe('Where `text` begins, in UTF-16 code units. 0: it replaces all.'),
  text: z.string().nullable().describe('Null: it is no longer being written.'),
});
export type DocumentPart = z.infer<typeof documentPartSchema>;

/**
 * What a follower of an answer receives. Deltas, steps and reasoning share consecutive sequence numbers from 1. The text of a
 * delta may be empty: it replaces an event that is not shown. `done` ends the stream; its final message replaces whatever was
 * shown before.
 */
export const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), sequence: sequenceSchema, text: z.string() }),
  /** Something that the answer does. The same step id again changes the step. */
  z.object({ type: z.literal('step'), sequence: sequenceSchema, step: stepSchema }),
  /** The next piece of what the model thinks before it answers. */
  z.object({ type: z.literal('reasoning'), sequence: sequenceSchema, text: z.string() }),
  /** The answer starts or stops waiting for its turn. Sent only if it has to wait. */
  z.object({ type: z.literal('waiting'), sequence: z.number().int().nonnegative(), waiting: z.boolean() }),
  z.object({ type: z.literal('done'), sequence: z.number().int().nonnegative(), message: messageSchema }),
]);
export type GenerationEvent = z.infer<typeof generationEventSchema>;
/** The events that make up an answer, in the order of their sequence numbers. */
export type AnswerPiece = Extract<GenerationEvent, { type: 'delta' | 'step' | 'reasoning' }>;

/** What happens in a person's chats, sent to all their open pages. */
export const liveEventSchema = z.discriminatedUnion('type', [
  /** The stream has started or restarted. Earlier events may have been missed. */
  z.object({ type: z.literal('hello') }),
  /** A conversation was created, renamed, moved or shared, or its mode changed. */
  z.object({ type: z.literal('conversation'), conversation: conversationSchema }),
  /** A conversation was moved to the trash, or deleted from it permanently. */
  z.object({ type: z.literal('gone'), conversationId: conversationIdSchema }),
  /** New or changed messages of the current branch. New ones come after all others. */
  z.object({
    type: z.literal('messages'),
    conversationId: conversationIdSchema,
    messages: z.array(messageSchema),
  }),
  /** The queue of a conversation as it is now. */
  z.object({ type: z.literal('queue'), conversationId: conversationIdSchema, queue: queueSchema }),
  /** The current branch changed, or too much happened to list here. Read the messages again. */
  z.object({ type: z.literal('stale'), conversationId: conversationIdSchema }),
  /** A document was made or changed. */
  z.object({ type: z.literal('document'), document: documentSchema }),
  z.object({
    type: z.literal('document-gone'),
    conversationId: conversationIdSchema,
    documentId: documentSchema.shape.id,
  }),
  /** An answer that is already running, with its text so far. Its deltas, steps and reasoning follow. */
  z.object({ type: z.literal('answer'), message: messageSchema }),
  z.object({ type: z.literal('delta'), messageId: z.string(), sequence: sequenceSchema, text: z.string() }),
  z.object({ type: z.literal('step'), messageId: z.string(), sequence: sequenceSchema, step: stepSchema }),
  z.object({ type: z.literal('reasoning'), messageId: z.string(), sequence: sequenceSchema, text: z.string() }),
  /** An answer starts or stops waiting for its turn. Sent after its message, and only if it has to wait. */
  z.object({ type: z.literal('waiting'), messageId: z.string(), waiting: z.boolean() }),
  /** A document that an answer is writing grows, or is no longer being written. */
  z.object({ type: z.literal('document-part'), messageId: z.string(), part: documentPartSchema }),
  z.object({ type: z.literal('done'), message: messageSchema }),
  /**
   * The person's settings, address, plan or subscription changed, or what an answer did to a memory was undone. Read the
   * subscription, the allowance and the memories again.
   */
  z.object({ type: z.literal('account'), user: userSchema }),
  /** The last event: a newer stream of the same person replaced this one. Reconnect after this time, in milliseconds. */
  z.object({ type: z.literal('replaced'), retryAfterMs: z.number().int().positive() }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;
