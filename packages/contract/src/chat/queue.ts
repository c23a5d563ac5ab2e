import { z } from 'zod';
import { fileSchema } from '../files/schemas.ts';
import { conversationRefSchema, sendMessageInputSchema } from './schemas.ts';

/** Why a queue waits until the person sends it. */
export const pauseReasonSchema = z.enum(['stopped', 'failed', 'allowance', 'refused', 'imported']);
export type PauseReason = z.infer<typeof pauseReasonSchema>;

export const queuedMessageSchema = z
  .object({
    id: z.string(),
    content: z.string(),
    files: z.array(fileSchema).describe('Its files as they are now.'),
    position: z
      .number()
      .int()
      .nonnegative()
      .describe('Its place in the queue, from 1. 0: it was sent at once, and the id is that of the message.'),
  })
  .meta({ id: 'QueuedMessage' });
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

/** The messages of a conversation that are sent one after another, each when the answer before it has ended well. */
export const queueSchema = z
  .object({
    messages: z.array(queuedMessageSchema).describe('In the order in which they are sent.'),
    paused: z
      .object({ reason: pauseReasonSchema, message: z.string().describe('A sentence for people.') })
      .nullable()
      .describe('Why they wait until the person sends them; null if they do not.'),
  })
  .meta({ id: 'Queue' });
export type Queue = z.infer<typeof queueSchema>;

const { clientMessageId, ...given } = sendMessageInputSchema.omit({
  conversationId: true,
  parentId: true,
  projectId: true,
  temporary: true,
}).shape;

/** A message to queue. Sending the same clientMessageId again returns the first result. */
export const queueInputSchema = conversationRefSchema.extend({ ...given, clientMessageId: clientMessageId.unwrap() });
export type QueueInput = z.infer<typeof queueInputSchema>;

/** A message that ends the running answer and follows it. */
export const steerInputSchema = queueInputSchema.extend({
  shownLength: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('How much of the answer was on screen, in UTF-16 code units. Text beyond it is dropped.'),
});
export type SteerInput = z.infer<typeof steerInputSchema>;

export const queuedRefSchema = conversationRefSchema.extend({ queuedId: z.string().min(1).max(128) });

/** Absent fields keep their values. At least one is needed, which the verb checks. */
export const changeQueuedInputSchema = queuedRefSchema.extend({
  content: given.content.optional(),
  position: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Where to move it, from 1. Beyond the end, it becomes the last.'),
});
export type ChangeQueuedInput = z.infer<typeof changeQueuedInputSchema>;

/** What a send with `queue: true` is answered with. */
export const queuedPlaceSchema = queuedMessageSchema.pick({ id: true, position: true });

export const queueOfSendSchema = z
  .boolean()
  .optional()
  .describe(
    'Whether it waits until the running answer has ended well. The response is then 202 with its place in the queue.',
  );
