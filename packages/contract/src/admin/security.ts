import { z } from 'zod';
import { accessLevelSchema } from '../subscription/plans.ts';
import { isoDateSchema } from '../text/dates.ts';

/** Which people the list of second factors contains. */
export const factorFilters = ['everybody', 'administrators', 'with', 'without'] as const;

export const listFactorsInputSchema = z.object({
  filter: z
    .enum(factorFilters)
    .default('everybody')
    .describe('`with` and `without` a passkey or an authenticator app.'),
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(256).optional(),
});
export type ListFactorsInput = z.output<typeof listFactorsInputSchema>;

/** How a person's sign-in is protected. */
export const personFactorsSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    accessLevel: accessLevelSchema,
    authenticatorSince: isoDateSchema.nullable(),
    passkeys: z.number().int().nonnegative(),
    recoveryCodes: z.number().int().nonnegative().describe('How many are left.'),
    lastSignInAt: isoDateSchema.nullable(),
  })
  .meta({ id: 'PersonFactors' });
export type PersonFactors = z.infer<typeof personFactorsSchema>;
export const factorsPageSchema = z.object({ people: z.array(personFactorsSchema), nextCursor: z.string().nullable() });

export const listFailedSignInsInputSchema = z.object({
  limit: z.number().int().min(1).max(100).default(50),
  cursor: z.string().max(256).optional(),
});
export type ListFailedSignInsInput = z.output<typeof listFailedSignInsInputSchema>;
/** A sign-in to an account that failed. */
export const failedSignInSchema = z
  .object({
    id: z.string(),
    at: isoDateSchema,
    person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    detail: z.string().nullable().describe('What was wrong: "a wrong password".'),
    device: z.string().nullable(),
    network: z.string().nullable(),
  })
  .meta({ id: 'FailedSignIn' });
export type FailedSignIn = z.infer<typeof failedSignInSchema>;
export const failedSignInsPageSchema = z.object({
  signIns: z.array(failedSignInSchema),
  nextCursor: z.string().nullable(),
});
