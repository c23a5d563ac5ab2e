import { z } from 'zod';

/** Conversation ids are random positive integers of at most 53 bits: exact as a JSON number, not guessable. */
export const conversationIdSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** The same id in a path. Anything else in its place is not found. */
export const conversationIdParamSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(conversationIdSchema);
