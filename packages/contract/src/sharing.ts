import { z } from 'zod';
import { conversationIdSchema, messageSchema } from './chat.ts';
import { isoDateSchema } from './dates.ts';

/** REST: the conversation stands in the path. */
export const shareBodySchema = z.object({
  /** When the link stops working; null: never. Absent: as it was. */
  expiresAt: isoDateSchema.nullish(),
  /** false: what the link shows stays as it was; only for a conversation that is shared. */
  refresh: z.boolean().optional(),
});
export const shareInputSchema = shareBodySchema.extend({ conversationId: conversationIdSchema });

export const shareSchema = z
  .object({
    url: z.url(),
    conversationId: conversationIdSchema,
    sharedAt: isoDateSchema.describe('When the snapshot was taken.'),
    expiresAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof shareSchema>;

/** A message as strangers see it: no feedback, nothing about its owner. */
export const sharedMessageSchema = messageSchema
  .pick({
    id: true,
    role: true,
    content: true,
    createdAt: true,
    status: true,
    answeredBy: true,
  })
  .meta({ id: 'SharedMessage' });
export type SharedMessage = z.infer<typeof sharedMessageSchema>;

export const sharedConversationSchema = z
  .object({
    conversation: z.object({
      id: conversationIdSchema,
      title: z.string(),
      sharedAt: isoDateSchema,
      olderLeftOut: z.boolean().describe('It was longer than a snapshot may be: only its newest messages are here.'),
    }),
    messages: z.array(sharedMessageSchema),
  })
  .meta({ id: 'SharedConversation' });
export type SharedConversation = z.infer<typeof sharedConversationSchema>;
