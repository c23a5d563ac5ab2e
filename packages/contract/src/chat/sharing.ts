import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';
import { conversationIdSchema, conversationRefSchema, messageSchema } from './schemas.ts';

export const shareInputSchema = conversationRefSchema.extend({
  /** When the link stops working. null: never. Absent: unchanged. */
  expiresAt: isoDateSchema.nullish(),
  /** false keeps the snapshot as it is. The conversation must already be shared. */
  refresh: z.boolean().optional(),
});

export const readSharedInputSchema = conversationRefSchema.extend({
  unlessOwn: z
    .boolean()
    .optional()
    .describe("true: the caller's own conversations are not found. For a page that asks for both at once."),
});

export const shareSchema = z
  .object({
    url: z.url(),
    conversationId: conversationIdSchema,
    sharedAt: isoDateSchema.describe('When the snapshot was taken.'),
    expiresAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof shareSchema>;

/** A message as shown to readers of a shared conversation: without feedback and without anything about the owner. */
export const sharedMessageSchema = messageSchema
  .pick({
    id: true,
    role: true,
    content: true,
    createdAt: true,
    status: true,
    answeredBy: true,
    sources: true,
  })
  .extend({
    files: z
      .array(z.object({ name: z.string(), type: z.string().describe('The media type.') }))
      .describe('The names of the files that were sent with it. The files themselves are not shared.'),
  })
  .meta({ id: 'SharedMessage' });
export type SharedMessage = z.infer<typeof sharedMessageSchema>;

export const sharedConversationSchema = z
  .object({
    conversation: z.object({
      id: conversationIdSchema,
      title: z.string(),
      sharedAt: isoDateSchema,
      olderLeftOut: z
        .boolean()
        .describe('Whether older messages were left out because the conversation was too long for a snapshot.'),
    }),
    messages: z.array(sharedMessageSchema),
  })
  .meta({ id: 'SharedConversation' });
export type SharedConversation = z.infer<typeof sharedConversationSchema>;
