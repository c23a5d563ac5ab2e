import { z } from 'zod';

/** A response that is only a message for people. */
export const messageResultSchema = z.object({ message: z.string() });
