import { z } from 'zod';
import { defaultMemoryLimit, fileSpace, planMessages, premiumMemoryLimit, textSpace } from './limits.ts';

export const accessLevelSchema = z.enum(['basic', 'supernoek', 'admin']);
export type AccessLevel = z.infer<typeof accessLevelSchema>;

const HOUR_MS = 60 * 60 * 1000;

/** At most `limit` messages in any rolling window of `windowMs` milliseconds. */
export type AllowanceWindow = { limit: number; windowMs: number };

const premiumAllowances = [
  { limit: planMessages.premiumPer4Hours, windowMs: 4 * HOUR_MS },
  { limit: planMessages.premiumPerDay, windowMs: 24 * HOUR_MS },
] as const;

/**
 * Message allowances of signed-in people. Both published limits of SuperNoek apply at once: 10,000 in any 4 hours and 50,000 in
 * any 24 hours.
 */
export const planAllowances: Record<AccessLevel, readonly AllowanceWindow[]> = {
  basic: [{ limit: planMessages.basicPerDay, windowMs: 24 * HOUR_MS }],
  supernoek: premiumAllowances,
  admin: premiumAllowances,
};

/** How many memories a person may keep. */
export const memoryLimits: Record<AccessLevel, number | 'unlimited'> = {
  basic: defaultMemoryLimit,
  supernoek: premiumMemoryLimit,
  admin: 'unlimited',
};

/** How much text a person may store, in bytes. */
export const textSpaces: Record<AccessLevel, number> = {
  basic: textSpace.basic,
  supernoek: textSpace.premium,
  admin: textSpace.premium,
};

/** How many bytes of files a person may store. */
export const fileSpaces: Record<AccessLevel, number> = {
  basic: fileSpace.basic,
  supernoek: fileSpace.premium,
  admin: fileSpace.premium,
};

/** The rolling window of guest allowances, in milliseconds. The limits themselves are settings. */
export const guestWindowMs = 24 * HOUR_MS;

const windowLeftSchema = z
  .object({
    limit: z.number().int(),
    remaining: z.number().int(),
    windowMs: z.number().int().describe('The length of the rolling window in milliseconds.'),
    resetAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AllowanceWindow' });

/** The remaining allowance. `resetAt` is when the next used message becomes available again; null if none is used. */
export const allowanceSchema = z
  .object({
    remainingMessages: z.number().int(),
    messageLimit: z.number().int(),
    resetAt: z.iso.datetime().nullable(),
    windows: z.array(windowLeftSchema).describe('Each window that limits the person, the shortest first.'),
  })
  .meta({ id: 'Allowance' });
export type Allowance = z.infer<typeof allowanceSchema>;
