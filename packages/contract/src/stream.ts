import { z } from 'zod';
import { messageSchema } from './chat.ts';

/**
 * What a follower of an answer receives. Deltas carry contiguous sequence numbers from 1 on; `done` ends the stream and
 * carries the final message, which is the truth whatever was shown before.
 */
export const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), sequence: z.number().int().positive(), text: z.string() }),
  z.object({ type: z.literal('done'), sequence: z.number().int().nonnegative(), message: messageSchema }),
]);
export type GenerationEvent = z.infer<typeof generationEventSchema>;
export type DeltaEvent = Extract<GenerationEvent, { type: 'delta' }>;
